"""Data of a run for a bench of <name>_axis: words of each stream, registers, valid lanes. Plain Python, no cocotb.

Reads the folder that `rtlgen generate FILE -o DIR --tb` writes for a description with `streams: true`.
"""

import json
from pathlib import Path

CTRL = 0x00  # ap_ctrl_hs register: bit 0 starts a run, bit 1 says that one is done


class Stream:
    """The words of one AXI4-Stream over all passes."""

    def __init__(self, facts, words, frame_words, keep=None):
        self.prefix = facts["prefix"]
        self.is_out = facts["direction"] == "out"
        self.cell_bits = facts["cell_bits"]
        self.lanes = facts["lanes"]
        self.words = words
        self.frame_words = frame_words
        self.keep = keep  # for each word: bit i is 1 if lane i counts

    def last(self, index):
        """Is word `index` the last one of its frame?"""
        return (index + 1) % self.frame_words == 0

    def wrong_lanes(self, index, got):
        """Lanes of word `index` that count and differ."""
        differs = got ^ self.words[index]
        mask = (1 << self.cell_bits) - 1
        return [
            lane
            for lane in range(self.lanes)
            if self.keep[index] >> lane & 1 and differs >> lane * self.cell_bits & mask
        ]


def read_words(path):
    """The numbers of a file of hexadecimal lines."""
    return [int(line, 16) for line in Path(path).read_text().split()]


class Run:
    """The run of a folder of `generate --tb`: `streams`, and `writes`, pairs of register address and value."""

    def __init__(self, folder):
        folder = Path(folder)
        manifest = json.loads((folder / "manifest.json").read_text())
        run = json.loads((folder / "tb/run.json").read_text())
        if "axis" not in manifest:
            raise ValueError(f"{folder} has no AXI4-Streams: add `streams: true` to hardware")
        if len(run["runs"]) != 1:
            raise ValueError(f"{folder} has one run per pass, but this bench makes one run")
        axis = manifest["axis"]
        self.module = axis["module"]
        self.passes = run["passes"]
        self.registers = {register["name"]: register["offset"] for register in axis["registers"]}
        vectors = folder / "tb/vectors"
        self.streams = [self._stream(facts, run, vectors) for facts in axis["streams"]]
        self.writes = self._writes(axis, run)

    @staticmethod
    def _stream(facts, run, vectors):
        field = facts["field"]
        if facts["direction"] == "out":
            keep = read_words(vectors / f"keep_{field}.hex")
            return Stream(facts, read_words(vectors / f"out_{field}.hex"), run["frame_words"], keep)
        if facts["held"]:
            return Stream(facts, read_words(vectors / f"load_{field}_data.hex"), run["load_words"][field])
        return Stream(facts, read_words(vectors / f"in_{field}.hex"), run["frame_words"])

    def _writes(self, axis, run):
        ports = run["runs"][0]
        values = {register: ports[port] for port, register in axis["core_numbers"].items()}
        values["watchdog"] = 100_000
        values["check_last"] = 1
        values["passes"] = run["passes"]
        if "frame_words" in self.registers:
            values["frame_words"] = run["frame_words"]
        for field, words in run["load_words"].items():
            values[f"words_of_{field}"] = words
        return [(self.registers[name], value) for name, value in values.items()]
