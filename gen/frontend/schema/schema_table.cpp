// The table of keys, and the page of documentation printed from it.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/frontend.hpp"
#include "frontend/schema/schema.hpp"
#include "support/check.hpp"

namespace rtlgen::frontend {

namespace {

using K = KeyKind;

constexpr double kMaxExtent = 2147483647.0;

constexpr auto kKeys = std::to_array<KeySpec>({
    {"name", K::kName, true, "", 0, 0, "", "", "name of the design and prefix of its modules"},
    {"description", K::kText, false, "", 0, 0, "", "", "free text: what the stencil computes"},
    {"source", K::kText, false, "", 0, 0, "", "", "free text: source of the formula"},
    {"include", K::kFiles, false, "", 0, 0, "", "",
     "a file with `functions` and `params`, or a list of such files; paths are relative to this file. What they define "
     "comes before the file's own functions and params"},
    {"grid", K::kIntegers, true, "", 1, kMaxExtent, "", "",
     "extents [x], [x, y] or [x, y, z]; x is contiguous in memory; at most 2^40 cells"},
    {"type", K::kType, false, "float32", 0, 0, "", "",
     "number format of fields, params and temporaries without their own type"},
    {"subnormals", K::kChoice, false, "keep", 0, 0, "keep|flush", "",
     "`keep`: IEEE 754; `flush`: subnormal operands and results become zero of the same sign"},
    {"rounding", K::kChoice, false, "nearest_even", 0, 0, "nearest_even|truncate", "",
     "rounding of fixed-point results; `truncate`: toward minus infinity"},
    {"overflow", K::kChoice, false, "wrap", 0, 0, "wrap|saturate", "",
     "overflow of fixed-point results: modulo 2^W, or the nearest value of the type"},
    {"arithmetic", K::kChoice, false, "ieee", 0, 0, "ieee|fused|hard", "",
     "`ieee`: one rounding per operator, as written; `fused`: each linear expression of floats is one fused sum, with "
     "one alignment and one rounding; `hard`: the hard floating-point DSP blocks of Arria 10, Cyclone 10 GX, Stratix "
     "10 and Agilex compute sums and products of float32 (docs/language_fused.md)"},
    {"guard_bits", K::kInteger, false, "4", 0, 32, "", "",
     "bits that fused sums keep below the last place of their largest term"},
    {"reassociate", K::kBoolean, false, "false", 0, 0, "", "",
     "`true`: sums and products of floats may be reordered to share as much as possible; the golden engine uses the "
     "same order, and `rtlgen check` prints it"},
    {"no_warn", K::kWords, false, "[]", 0, 0,
     "zero-divisor|vanishing-constant|coarse-constant|infinite-constant|truth-sum|narrow-wrap|temporary-edge|"
     "unstable-step|no-state|constant-cast|missing-input|unusable-input|unused|no-memory|"
     "slow-memory",
     "", "warnings to switch off for this description (docs/warnings.md), for example `[narrow-wrap]`"},
    {"fields", K::kNamedMap, true, "", 0, 0, "", "", "the arrays in external memory"},
    {"fields.*", K::kMap, false, "{}", 0, 0, "", "", "one field; `{}` if all defaults apply"},
    {"fields.*.type", K::kType, false, "the top-level `type`", 0, 0, "", "", "its number format"},
    {"fields.*.components", K::kComponents, false, "one value", 2, 64, "", "",
     "for a vector: the number of values per cell, or their names, as in `[r, g, b]`"},
    {"fields.*.boundary", K::kBoundary, false, "edge", 0, 0, "", "",
     "the value of reads outside the grid: a boundary rule, such as `wrap` or `{constant: v}`, or one per axis, as in "
     "`{x: reflect, y: edge}`"},
    {"fields.*.axes", K::kAxes, false, "all of the grid's", 0, 0, "", "",
     "the axes of an input, in the order x, y, z, such as `[y]` or `[x, z]`; `[]`: a single value. An input with fewer "
     "axes than the grid is loaded into on-chip memory before a run"},
    {"params", K::kNamedMap, false, "", 0, 0, "", "", "named constants and run-time parameters"},
    {"params.*", K::kMap, false, "", 0, 0, "", "value", "one parameter; a bare value is its `value`", "values"},
    {"params.*.value", K::kTable, false, "", 0, 4096, "", "",
     "a number, or an expression of numbers and compile-time params; the default of a run-time parameter; an "
     "expression of `step` gives a value for every time step; a list of constants, or of rows of constants, is a table "
     "with entries `c[k]` or `w[j][k]`. Either this or `values` is required"},
    {"params.*.values", K::kConstants, false, "", 1, 4096, "", "",
     "the value in time step 0, 1, ...; later steps use the last one"},
    {"params.*.type", K::kType, false, "none; the top-level `type` if `runtime` or by step", 0, 0, "", "",
     "the value is rounded to this type immediately; without `type` it stays exact"},
    {"params.*.runtime", K::kBoolean, false, "false", 0, 0, "", "", "`true`: a register that the host can write"},
    {"params.*.next", K::kExpression, false, "", 0, 0, "", "",
     "value of a run-time parameter for the next pass, an expression of monitors, params and extents"},
    {"tables", K::kNamedMap, false, "", 0, 0, "", "", "lookup tables: constants that an integer expression selects"},
    {"tables.*", K::kMap, false, "", 0, 0, "", "values",
     "one table, read as `name[index]`; a bare list is its `values`", "file"},
    {"tables.*.values", K::kConstants, false, "", 1, 4096, "", "",
     "the value at index 0, 1, ...; an index below 0 reads the first one, and one beyond the end the last one. Either "
     "this or `file` is required"},
    {"tables.*.file", K::kText, false, "", 0, 0, "", "",
     "a text file with the values (CSV, numpy.savetxt); its path is relative to the YAML file"},
    {"tables.*.type", K::kType, false, "the top-level `type`", 0, 0, "", "", "type of the values, each rounded once"},
    {"functions", K::kFunctions, false, "", 0, 0, "", "",
     "functions of the description, expanded where an expression calls them: `name(a, b): expression`"},
    {"functions.*", K::kMap, false, "", 0, 0, "", "value", "one function; a bare value is its `value`"},
    {"functions.*.let", K::kNamedMap, false, "", 0, 0, "", "",
     "named values; each can use those above it, and `value` can use all of them"},
    {"functions.*.let.*", K::kExpression, false, "", 0, 0, "", "", "one named value"},
    {"functions.*.value", K::kExpression, true, "", 0, 0, "", "", "the value of a call"},
    {"monitor", K::kNamedMap, false, "", 0, 0, "", "", "numbers computed over the whole grid at the end of every pass"},
    {"monitor.*", K::kMap, false, "", 0, 0, "", "", "one monitor"},
    {"monitor.*.of", K::kField, true, "", 0, 0, "", "", "the state or output field to reduce"},
    {"monitor.*.reduce", K::kChoice, true, "max_change", 0, 0, "max_change|sum|sum_squares|min|max", "",
     "`max_change`: largest |new - old| in the last time step of the pass"},
    {"monitor.*.type", K::kType, false, "sums: `int<64>`, `fixed<64,32>` for floats; else the field's type", 0, 0, "",
     "", "type of a sum: an integer or fixed-point format"},
    {"until", K::kExpression, false, "", 0, 0, "", "",
     "a condition on monitors, checked after every pass, that ends the run when true; `iterations` is the limit"},
    {"sources", K::kEntries, false, "", 0, 0, "", "", "values that are added to single cells in every time step"},
    {"sources.*", K::kMap, false, "", 0, 0, "", "", "one source: its cell, its field, and what it adds"},
    {"sources.*.at", K::kConstants, true, "", 1, 3, "", "", "the cell: [x], [x, y] or [x, y, z]"},
    {"sources.*.field", K::kField, true, "", 0, 0, "", "",
     "a field that a line assigns; the last such line adds the value"},
    {"sources.*.add", K::kExpression, false, "", 0, 0, "", "",
     "an expression of `step` and parameters. Either this, `values` or `file` is required"},
    {"sources.*.values", K::kConstants, false, "", 1, 4095, "", "",
     "the number added in time step 0, 1, ...; nothing is added after the last"},
    {"sources.*.file", K::kText, false, "", 0, 0, "", "",
     "a text file with these values (CSV, numpy.savetxt); its path is relative to the YAML file"},
    {"probes", K::kEntries, false, "", 0, 0, "", "",
     "cells whose values `golden`, `sim` and `run` write to the file that --probes names"},
    {"probes.*", K::kMap, false, "", 0, 0, "", "", "one probe: a cell of a field"},
    {"probes.*.at", K::kConstants, true, "", 1, 3, "", "", "the cell: [x], [x, y] or [x, y, z]"},
    {"probes.*.field", K::kField, true, "", 0, 0, "", "", "a field that a line assigns"},
    {"probes.*.every", K::kInteger, false, "1", 1, kMaxExtent, "", "",
     "time steps from one value to the next; hardware runs this many at a time (docs/language_data.md)"},
    {"update", K::kLines, true, "", 0, 0, "", "",
     "one time step: a list of lines `- target: expression`, each computed over the whole grid"},
    {"update.*", K::kMap, false, "", 0, 0, "", "expr",
     "one line; a bare value is its `expr`. A target that is not a field is a temporary"},
    {"update.*.expr", K::kExpressions, true, "", 0, 0, "", "",
     "the value of each cell (docs/language.md); for a vector also a list with one expression per component"},
    {"update.*.border", K::kBorder, false, "compute", 0, 0, "compute|keep|ignore", "",
     "treatment of cells with a read outside the grid: `compute`: use the boundary rules; `keep`: keep the field's old "
     "value; `ignore`: their value does not matter, nor that of any cell computed from it; `{keep: n}`: like `keep`, "
     "also for cells less than `n` cells from an end of an axis"},
    {"update.*.border.keep", K::kInteger, true, "1", 1, 65535, "", "",
     "number of cells to keep at each end of an axis"},
    {"update.*.region", K::kRegion, false, "the whole grid", 0, 0, "", "",
     "the cells to which the line applies: bounds per axis, `interior`, or `rest`; the others keep the old value"},
    {"update.*.where", K::kExpression, false, "", 0, 0, "", "",
     "a condition that selects the cells to which the line applies; the others keep the old value"},
    {"update.*.order", K::kChoice, false, "any", 0, 0,
     "any|forward x|forward y|forward z|backward x|backward y|backward z", "",
     "order of the cells, for a line that reads its own results: `forward` if it reads its target at negative offsets "
     "along the axis, `backward` if at positive ones"},
    {"update.*.arithmetic", K::kChoice, false, "program", 0, 0, "program|ieee|fused|hard", "",
     "arithmetic of this line; `program`: the top-level `arithmetic`"},
    {"update.*.type", K::kType, false, "the top-level `type`", 0, 0, "", "", "number format of a temporary"},
    {"update.*.components", K::kComponents, false, "those of the expression", 2, 64, "", "",
     "for a temporary that is a vector: the number of values per cell, or their names"},
    {"update.*.each", K::kName, false, "", 0, 0, "", "",
     "for a line that assigns a vector: a variable that holds the number of the component, from 0"},
    {"update.*.boundary", K::kBoundary, false, "edge", 0, 0, "", "", "boundary rule of a temporary"},
    {"update.repeat", K::kConstant, false, "", 0, 0, "", "",
     "for an item with `repeat` and `lines` instead of a target: how often its lines are repeated within the time "
     "step, as a constant expression, or `k in 0..3` with a variable"},
    {"update.lines", K::kLines, false, "", 0, 0, "", "", "the lines to repeat"},
    {"iterations", K::kInteger, false, "1", 1, kMaxExtent, "", "", "number of time steps of a run"},
    {"hardware", K::kMap, false, "", 0, 0, "", "", "settings of the hardware; none of them changes a result"},
    {"hardware.cells_per_cycle", K::kInteger, false, "1", 1, 1024, "", "", "P: neighbouring cells computed per cycle"},
    {"hardware.steps", K::kInteger, false, "1", 1, 4096, "", "",
     "I: Executors in the chain, which is the number of time steps per pass"},
    {"hardware.block", K::kIntegers, false, "the whole grid", 1, kMaxExtent, "", "",
     "cells of a frame along the leading axes, ghost zone included, if the grid is streamed in blocks; the last axis "
     "is never divided. `auto`: the largest block whose buffers fit `ram_blocks`; `[]`: the whole grid",
     "", false, "auto"},
    {"hardware.ram_blocks", K::kInteger, false, "0", 0, 100000, "", "",
     "block RAMs (18 kbit; M20K, M10K) that buffers may use, for `block: auto`; 0: all that the board has, or without "
     "a board those of a large device of the family"},
    {"hardware.clock_mhz", K::kNumber, false, "200", 1, 2000, "", "",
     "target clock of the pipelines; by default 100 on xc7-1, 60 on ice40hx, 24 on ice40up, 80 on ecp5, 100 on ecp5-8"},
    {"hardware.device", K::kText, false, "xc7", 0, 0, "", "",
     "delay model: generic, xc5v, xc7, xc7-1, xc7-3, xcu, xcu-1, xcu-3, xcup, xcup-1, xcup-3 (speed grades; -2 if none "
     "is given; xcup is UltraScale+), stratixv, arriav, arria10, cyclone10gx, stratix10, agilex, ice40hx, ice40up, "
     "ecp5, ecp5-8 (speed grade); with `board`, the default is the family and grade of its part"},
    {"hardware.extents", K::kChoice, false, "runtime", 0, 0, "runtime|fixed", "",
     "`runtime`: one design serves every grid that fits; `fixed`: extents are constants"},
    {"hardware.ram", K::kChoice, false, "auto", 0, 0, "auto|block|distributed|ultra", "",
     "memory type of row and plane buffers; `ultra`: UltraRAM for buffers of 1,024 words or more, on UltraScale+ parts "
     "that have it, and `auto` for the others"},
    {"hardware.sharing", K::kChoice, false, "full", 0, 0, "full|free|none", "",
     "partial results that are computed only once: `full`: those for which sharing is cheaper, buffers included; "
     "`free`: those for which sharing keeps no more cells; `none`"},
    {"hardware.arithmetic", K::kChoice, false, "auto", 0, 0, "ieee|aligned|auto", "",
     "format of floats between operators, lines and Executors: `ieee`: IEEE bits; `aligned`: hex-aligned wherever "
     "possible, which makes adders smaller; `auto`: the format that takes the fewest LUTs. Results, files and memory "
     "are the same"},
    {"hardware.dsp_limit", K::kInteger, false, "100000", 0, 100000, "", "",
     "maximum number of DSP blocks for the Kernels of one cell, by default no limit. Beyond it, products with "
     "constants become sums of shifted copies in LUTs, and hard sums without a product become logic with the same "
     "bits, starting with those that take the fewest LUTs per block; `explore` sets it if DSP blocks are scarce"},
    {"hardware.dsp_sums", K::kInteger, false, "0", 0, 100000, "", "",
     "maximum number of additions of fused sums, in the Kernels of one cell, that are made in DSP blocks (AMD only, "
     "one block each), starting with those that save the most LUTs, within `dsp_limit`; `explore` sets it if LUTs are "
     "scarce"},
    {"hardware.hops", K::kInteger, false, "0", 0, 15, "", "",
     "die crossings along the chain of Executors, fewer than `steps`; each has a register on both sides, and a project "
     "assigns each group of Executors to a die"},
    {"hardware.debug", K::kWords, false, "[]", 0, 0, "bus|streams|position", "",
     "what a logic analyser in a card sees (docs/bring_up.md): `bus`: the handshakes of registers and memory channels; "
     "`streams`: those between memory and core; `position`: the coordinates of the word in each Executor"},
    {"hardware.bus", K::kMap, false, "no shell: a core alone", 0, 0, "", "bits",
     "the memory side; if it is given, `generate` writes a shell around the core (docs/memory_system.md). A bare value "
     "is its `bits`"},
    {"hardware.bus.bits", K::kChoice, false, "512", 0, 0, "64|128|256|512|1024", "",
     "bits per beat of every memory channel"},
    {"hardware.bus.burst", K::kChoice, false, "64", 0, 0, "2|4|8|16|32|64|128|256", "",
     "maximum number of beats per burst; no burst crosses a 4 KiB boundary"},
    {"hardware.bus.clock_mhz", K::kNumber, false, "250", 1, 2000, "", "", "clock of the memory side, for simulation"},
    {"hardware.memory", K::kNamedMap, false, "`auto` on a board, else every field in channel 0", 0, 0, "", "",
     "the memory channels (DIMMs, HBM pseudo channels) that hold a field; requests a shell, like `bus`. `auto`: fields "
     "are spread and striped over as many of the board's channels as the kernel and the size of the arrays need",
     "", false, "auto"},
    {"hardware.memory.*", K::kChannels, false, "0", 0, 31, "", "",
     "`0`: all in channel 0; `[0, 1]`: the two buffers of a state field; `[[0, 1], [2, 3]]`: each of them striped over "
     "two channels"},
    {"hardware.streams", K::kBoolean, false, "false", 0, 0, "", "",
     "`true`: `generate` also writes `<name>_axis`, the core between AXI4-Streams, with registers and no memory "
     "(docs/memory_system.md)"},
    {"hardware.board", K::kText, false, "", 0, 0, "", "",
     "target board: one of `rtlgen boards`, or a path to a board file, relative to the YAML file "
     "(docs/boards.md)"},
    {"hardware.kernels", K::kInteger, false, "1", 1, 8, "", "",
     "copies of the accelerator on a card, each with its share of the memory channels, created by `project` "
     "(docs/projects.md)"},
    {"inputs", K::kNamedMap, false, "", 0, 0, "", "",
     "start data of runs, by field (docs/language_data.md); fields not named start with random values: floats "
     "and fixed point from 0 to 1, integers over the whole range of their type"},
    {"inputs.*", K::kMap, false, "", 0, 0, "", "file", "start data of one field; a bare value is its `file`",
     "kind|expr", true},
    {"inputs.*.file", K::kText, false, "", 0, 0, "", "", "a data file; its path is relative to the YAML file"},
    {"inputs.*.expr", K::kExpressions, false, "", 0, 0, "", "",
     "the value of each cell, an expression of coordinates, parameters and `random(seed)`; for a vector also a list "
     "with one expression per component"},
    {"inputs.*.each", K::kName, false, "", 0, 0, "", "",
     "for the `expr` of a vector: a variable that holds the number of the component, from 0"},
    {"inputs.*.kind", K::kChoice, false, "random", 0, 0, "zero|constant|ramp|random|hotspot", "",
     "data generated by a rule instead of a file"},
    {"inputs.*.value", K::kNumbers, false, "1", -1e300, 1e300, "", "",
     "`constant`: every cell; `ramp`: cell 0; `hotspot`: the hot cells. For a vector also a list with one value per "
     "component"},
    {"inputs.*.increment", K::kNumber, false, "1", -1e300, 1e300, "", "",
     "`ramp`: difference from each cell to the next in memory"},
    {"inputs.*.low", K::kNumber, false, "0", -1e300, 1e300, "", "", "`random`: smallest value"},
    {"inputs.*.high", K::kNumber, false, "1", -1e300, 1e300, "", "", "`random`: upper limit, exclusive"},
    {"inputs.*.seed", K::kInteger, false, "1", 0, 9007199254740992.0, "", "",
     "`random`: seed of the numbers; component k of a vector uses this plus k"},
    {"inputs.*.background", K::kNumber, false, "0", -1e300, 1e300, "", "", "`hotspot`: the other cells"},
    {"inputs.*.radius", K::kInteger, false, "1", 1, kMaxExtent, "", "",
     "`hotspot`: half the side of the hot box in the middle of the grid"},
});

std::string words_text(const KeySpec& spec) {
  std::string out;
  for (const std::string& word : choices_of(spec)) out += (out.empty() ? "`" : ", `") + word + "`";
  return out;
}

std::string kind_text(const KeySpec& spec) {
  switch (spec.kind) {
    case K::kMap:
      return "mapping";
    case K::kNamedMap:
      return "mapping of names";
    case K::kFunctions:
      return "mapping of functions";
    case K::kLines:
      return "list of lines";
    case K::kEntries:
      return "list of mappings";
    case K::kName:
      return "name";
    case K::kField:
      return "field, or component";
    case K::kText:
      return "text";
    case K::kInteger:
      return "integer";
    case K::kNumber:
      return "number";
    case K::kBoolean:
      return "`true` or `false`";
    case K::kBorder:
    case K::kChoice:
      return words_text(spec);
    case K::kWords:
      return "list of words";
    case K::kIntegers:
      return "list of integers";
    case K::kType:
      return "type";
    case K::kComponents:
      return "integer, or list of names";
    case K::kNumbers:
      return "number, or list of numbers";
    case K::kChannels:
      return "channels";
    case K::kFiles:
      return "path, or list of paths";
    case K::kAxes:
      return "list of axes";
    case K::kBoundary:
      return "boundary";
    case K::kRegion:
      return "region";
    case K::kConstant:
      return "constant expression";
    case K::kTable:
      return "constant expression, or a table of them";
    case K::kConstants:
      return "list of constant expressions";
    case K::kExpression:
      return "expression";
    case K::kExpressions:
      return "expression, or list of expressions";
  }
  return "";
}

std::string range_text(const KeySpec& spec) {
  const bool numeric = spec.kind == K::kInteger || spec.kind == K::kComponents || spec.kind == K::kNumber ||
                       spec.kind == K::kIntegers || spec.kind == K::kChannels;
  if (!numeric || spec.most >= 1e300) return "";
  return fmt::format("{:.0f} to {:.0f}", spec.least, spec.most);
}

}  // namespace

std::span<const KeySpec> key_table() { return kKeys; }

const KeySpec& key_spec(std::string_view path) {
  const auto found = std::find_if(kKeys.begin(), kKeys.end(), [&](const KeySpec& k) { return k.path == path; });
  RTLGEN_CHECK(found != kKeys.end(), fmt::format("no key '{}' in the table", path));
  return *found;
}

std::vector<std::string> words_in(std::string_view list) {
  std::vector<std::string> out;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find('|', begin), list.size());
    out.emplace_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return out;
}

std::vector<std::string> choices_of(const KeySpec& spec) { return words_in(spec.choices); }

std::string config_reference() {
  std::string out =
      "# Keys of a stencil description\n\n"
      "Generated from gen/frontend/schema/schema_table.cpp; do not edit. [language.md](language.md) defines\n"
      "expressions, types and boundaries.\n\n"
      "A description is one YAML mapping of these keys; `*` stands for a name you choose. Names\n"
      "start with a letter and contain letters, digits and single underscores. Every key can be\n"
      "overridden with `--set key.path=value`; items of a list are selected by number, from 0:\n"
      "`--set update.0.t.border=keep`. Anchors, aliases, tags, duplicate keys, numbers such as\n"
      "`010` and truth values such as `yes` are refused.\n\n"
      "| key | kind | default | range | meaning |\n"
      "|---|---|---|---|---|\n";
  for (const KeySpec& spec : kKeys) {
    std::string path(spec.path);
    const std::string standard = spec.required ? "**required**" : std::string(spec.standard);
    out +=
        fmt::format("| `{}` | {} | {} | {} | {} |\n", path, kind_text(spec), standard, range_text(spec), spec.meaning);
  }
  return out;
}

}  // namespace rtlgen::frontend
