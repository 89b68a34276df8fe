"""A generated core as a LiteX module: a stream endpoint for each field, registers on an AXI4-Lite bus.

    hdl = rtlgen generate FILE -o hdl --hdl verilog, with `hardware: {streams: true}`

    self.stencil = StencilStream(platform, "hdl")
    self.comb += self.dma_reader.source.connect(self.stencil.sinks["t"])
    self.comb += self.stencil.sources["t"].connect(self.dma_writer.sink)
    self.bus.add_slave("stencil", self.stencil.bus, SoCRegion(size=0x1000, cached=False))
"""

import json
from pathlib import Path

from litex.gen import LiteXModule
from litex.soc.interconnect import stream
from litex.soc.interconnect.axi import AXILiteInterface
from migen import ClockSignal, Instance, ResetSignal, Signal

# AXI4-Lite signals by channel; those of the address and data channels go to the core, except ready.
LITE = {
    "aw": ("valid", "ready", "addr"),
    "w": ("valid", "ready", "data", "strb"),
    "b": ("valid", "ready", "resp"),
    "ar": ("valid", "ready", "addr"),
    "r": ("valid", "ready", "data", "resp"),
}


class StencilStream(LiteXModule):
    """`sinks` and `sources` by field name: payload `data`, a word of P cells, lane 0 lowest; `last` with the last word of a
    frame. Held fields (of fewer axes) are sinks too. `bus` has the registers that the head of <name>_axis.v lists,
    `irq` is the interrupt. Clock and reset are those of the domain `sys`."""

    def __init__(self, platform, folder):
        folder = Path(folder)
        axis = json.loads((folder / "manifest.json").read_text()).get("axis")
        if axis is None:
            raise ValueError(f"{folder} has no AXI4-Streams: add `streams: true` to hardware")
        self.bus = AXILiteInterface(data_width=32, address_width=axis["address_bits"])
        self.irq = Signal()
        self.sinks = {}
        self.sources = {}
        ports = {"i_aclk": ClockSignal("sys"), "i_aresetn": ~ResetSignal("sys"), "o_irq": self.irq}
        self._add_bus(ports)
        for facts in axis["streams"]:
            self._add_stream(ports, facts)
        self.specials += Instance(axis["module"], **ports)
        for path in sorted(folder.glob("verilog/*.v")) + sorted(folder.glob("shell/*.v")):
            platform.add_source(str(path))

    def _add_bus(self, ports):
        for channel, names in LITE.items():
            is_response = channel in ("b", "r")
            for name in names:
                to_core = (name == "ready") == is_response
                ports[f"{'i' if to_core else 'o'}_s_axil_{channel}{name}"] = getattr(getattr(self.bus, channel), name)

    def _add_stream(self, ports, facts):
        endpoint = stream.Endpoint([("data", facts["data_bits"])])
        is_out = facts["direction"] == "out"
        (self.sources if is_out else self.sinks)[facts["field"]] = endpoint
        forth, back = ("o", "i") if is_out else ("i", "o")
        for name in ("valid", "data", "last"):
            ports[f"{forth}_{facts['prefix']}_t{name}"] = getattr(endpoint, name)
        ports[f"{back}_{facts['prefix']}_tready"] = endpoint.ready
