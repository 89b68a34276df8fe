"""cocotb bench of heat_axis: registers by AXI4-Lite, words by AXI4-Stream, every word compared with the golden engine.

`make` generates the design and runs this (README.md). cocotb 1.8 or newer; no other packages.
"""

import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge, with_timeout

from heat_run import CTRL, Run


class Lite:
    """An AXI4-Lite master that does one transfer at a time."""

    def __init__(self, dut, prefix):
        self.dut = dut
        self.prefix = prefix
        for name in ("awvalid", "wvalid", "bready", "arvalid", "rready"):
            self.port(name).value = 0

    def port(self, name):
        return getattr(self.dut, f"{self.prefix}_{name}")

    async def handshake(self, channel):
        """Holds the channel's valid until it is taken."""
        self.port(channel + "valid").value = 1
        while True:
            await RisingEdge(self.dut.aclk)
            if int(self.port(channel + "ready").value):
                break
        self.port(channel + "valid").value = 0

    async def response(self, channel):
        """Waits for a response, accepts it and returns its code."""
        self.port(channel + "ready").value = 1
        while True:
            await RisingEdge(self.dut.aclk)
            if int(self.port(channel + "valid").value):
                break
        self.port(channel + "ready").value = 0
        return int(self.port(channel + "resp").value)

    async def write(self, address, value):
        self.port("awaddr").value = address
        self.port("wdata").value = value
        self.port("wstrb").value = 0xF
        await self.handshake("aw")
        await self.handshake("w")
        assert await self.response("b") == 0, f"the write to {address:#x} was refused"

    async def read(self, address):
        self.port("araddr").value = address
        await self.handshake("ar")
        assert await self.response("r") == 0, f"the read of {address:#x} was refused"
        return int(self.port("rdata").value)


async def send(dut, stream, noise, gaps):
    """Offers the words of a stream, with gaps."""
    valid, ready = getattr(dut, stream.prefix + "_tvalid"), getattr(dut, stream.prefix + "_tready")
    for index, word in enumerate(stream.words):
        while noise.random() < gaps:
            await RisingEdge(dut.aclk)
        getattr(dut, stream.prefix + "_tdata").value = word
        getattr(dut, stream.prefix + "_tlast").value = int(stream.last(index))
        valid.value = 1
        while True:
            await RisingEdge(dut.aclk)
            if int(ready.value):
                break
        valid.value = 0


async def receive(dut, stream, noise, gaps):
    """Accepts the words of a stream, with back-pressure; returns the faults found."""
    valid, ready = getattr(dut, stream.prefix + "_tvalid"), getattr(dut, stream.prefix + "_tready")
    faults = []
    index = 0
    while index < len(stream.words):
        takes = noise.random() >= gaps
        ready.value = int(takes)
        await RisingEdge(dut.aclk)
        if not (takes and int(valid.value)):
            continue
        got = int(getattr(dut, stream.prefix + "_tdata").value)
        for lane in stream.wrong_lanes(index, got):
            faults.append(f"{stream.prefix}: word {index}, lane {lane}: {got:x}, expected {stream.words[index]:x}")
        if int(getattr(dut, stream.prefix + "_tlast").value) != int(stream.last(index)):
            faults.append(f"{stream.prefix}: word {index}: tlast is wrong")
        index += 1
    ready.value = 0
    return faults


async def run_with(dut, gaps):
    """Runs the whole design; `gaps` is the probability of a clock without a word on either side."""
    run = Run(os.environ.get("RTLGEN_HDL", "hdl"))
    noise = random.Random(1)
    lite = Lite(dut, "s_axil")
    for stream in run.streams:
        getattr(dut, stream.prefix + ("_tready" if stream.is_out else "_tvalid")).value = 0
    cocotb.start_soon(Clock(dut.aclk, 10, "ns").start())
    dut.aresetn.value = 0
    for _ in range(4):
        await RisingEdge(dut.aclk)
    dut.aresetn.value = 1
    await RisingEdge(dut.aclk)

    for address, value in run.writes:
        await lite.write(address, value)
    await lite.write(CTRL, 1)
    for stream in run.streams:
        if not stream.is_out:
            cocotb.start_soon(send(dut, stream, noise, gaps))
    outputs = [cocotb.start_soon(receive(dut, s, noise, gaps)) for s in run.streams if s.is_out]
    faults = []
    for output in outputs:
        faults += await with_timeout(output, 10, "ms")
    assert not faults, "\n".join(faults[:10])

    for _ in range(1000):
        if await lite.read(CTRL) & 2:
            break
    else:
        raise AssertionError("the run did not finish")
    assert await lite.read(run.registers["errors"]) == 0


@cocotb.test()
async def full_speed(dut):
    await run_with(dut, 0.0)


@cocotb.test()
async def with_gaps(dut):
    await run_with(dut, 0.3)
