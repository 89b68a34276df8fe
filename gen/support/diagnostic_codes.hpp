// Every diagnostic code with the layer that reports it and one line of explanation; a code with a name is a warning.
//
// docs/diagnostics.md is printed from this table, and tests prove that the sources use no code
// outside it and that every code of the frontend is provoked by a bad-input case.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace rtlgen {

struct DiagnosticCode {
  const char* code;
  const char* layer;
  const char* explanation;
  const char* name = "";  ///< of a warning: what --no-warn and `no_warn` call it
};

inline constexpr auto kDiagnosticCodes = std::to_array<DiagnosticCode>({
    {"RG0101", "frontend", "The file cannot be read."},
    {"RG0102", "frontend", "The file is not UTF-8 text, or contains control characters."},
    {"RG0103", "frontend", "The file is larger than the limit for descriptions (1 MiB)."},
    {"RG0104", "frontend", "The file contains no YAML document."},
    {"RG0105", "frontend", "The file is not valid YAML."},
    {"RG0106", "frontend", "A tab is used for indentation; YAML requires spaces."},
    {"RG0107", "frontend", "Anchors, aliases and merge keys are refused: they hide and multiply values."},
    {"RG0108", "frontend", "YAML tags are refused: no value has a tagged type."},
    {"RG0109", "frontend", "A file must contain exactly one YAML document."},
    {"RG0110", "frontend", "A key appears twice in one mapping."},
    {"RG0111", "frontend", "A key is not a plain name, or is nested too deeply."},
    {"RG0201", "frontend", "A key that does not exist; the nearest one is suggested."},
    {"RG0202", "frontend", "A required key is missing."},
    {"RG0203", "frontend", "A value of the wrong kind: a list where a number belongs, and so on."},
    {"RG0204", "frontend", "A number with a leading zero; YAML 1.1 would read `010` as 8."},
    {"RG0205", "frontend", "A truth value other than `true` or `false`; YAML 1.1 would accept `yes` and `on`."},
    {"RG0206", "frontend", "A number outside its range."},
    {"RG0207", "frontend", "A keyword that is not one of the choices."},
    {"RG0208", "frontend", "A --set that is not `key.path=value`, or whose path leads nowhere."},
    {"RG0210", "frontend", "A type name that does not exist, or widths out of range."},
    {"RG0211", "frontend", "A name that is not legal in both Verilog and VHDL."},
    {"RG0212", "frontend", "A name that the language reserves."},
    {"RG0213", "frontend", "Two things have the same name (letter case does not distinguish)."},
    {"RG0214", "frontend", "The grid has too many cells."},
    {"RG0215", "frontend", "An axis that the grid, or the field, does not have."},
    {"RG0216", "frontend",
     "An impossible placement of a field in memory: too many buffers, or buffers striped over different numbers of "
     "channels."},
    {"RG0217", "frontend", "An unknown board; the nearest one is suggested."},
    {"RG0218", "frontend", "A device family that is not that of the board."},
    {"RG0219", "frontend", "A figure of a board file without a source."},
    {"RG0220", "frontend", "Figures or keywords of a board file that contradict each other."},
    {"RG0221", "frontend", "Parts of a kernel file (advise --kernel) that contradict each other, or are empty."},
    {"RG0222", "frontend",
     "A board without support for projects, or a wiring (boards/<id>/wiring.yaml) that contradicts itself."},
    {"RG0223", "frontend", "More hops between dies than Executors to place, or than the part has dies."},
    {"RG0301", "frontend", "An expression is not well formed."},
    {"RG0302", "frontend", "A number in an expression is not well formed."},
    {"RG0303", "frontend", "An undefined name; the nearest one is suggested."},
    {"RG0304", "frontend", "A read has more or fewer offsets than its array has axes."},
    {"RG0305", "frontend", "Only fields and temporaries can be read at an offset."},
    {"RG0306", "frontend", "An offset is not a compile-time integer, or is too large."},
    {"RG0307", "frontend", "Two types that do not mix without a cast."},
    {"RG0308", "frontend", "An operator or function does not accept this type."},
    {"RG0309", "frontend",
     "A constant does not fit the type of the other operand, or has a fraction where an integer is required."},
    {"RG0310", "frontend", "A constant rounds to infinity in the type of the other operand."},
    {"RG0311", "frontend", "Division by a constant zero."},
    {"RG0312", "frontend", "A function has the wrong number of arguments."},
    {"RG0313", "frontend", "A function that does not exist."},
    {"RG0314", "frontend", "A condition that is not uint<1>."},
    {"RG0315", "frontend", "Constants without a typed operand from which they could take a type."},
    {"RG0316", "frontend", "A temporary is read before a line assigns it."},
    {"RG0317", "frontend", "A constant expression uses something that is only known at run time."},
    {"RG0318", "frontend", "Parameters with circular definitions."},
    {"RG0319", "frontend", "A constant too large or too small to compute exactly."},
    {"RG0320", "frontend", "A floating-point division by a constant zero: legal, but probably not intended.",
     "zero-divisor"},
    {"RG0321", "frontend", "An expression is nested too deeply."},
    {"RG0322", "frontend",
     "A root, logarithm or fractional power of a negative constant, or a negative constant shift."},
    {"RG0323", "frontend", "A fused sum of too many terms."},
    {"RG0324", "frontend", "More guard bits than a fused sum of these terms and type can have."},
    {"RG0325", "frontend", "`arithmetic: fused` where there are no floats."},
    {"RG0326", "frontend", "`arithmetic: hard` where no hard block computes: other types than float32, or no sums."},
    {"RG0351", "frontend", "A field, parameter or temporary that nothing uses."},
    {"RG0352", "frontend", "A line's value is overwritten before anything reads it."},
    {"RG0353", "frontend", "`border: keep` needs an old value, which only a field has."},
    {"RG0354", "frontend", "A line sets a type or boundary that belongs to the field or to an earlier line."},
    {"RG0355", "frontend", "A time step assigns no field."},
    {"RG0356", "frontend", "Initial data for an output field, which takes none."},
    {"RG0361", "frontend", "Incompatible keys of a parameter, such as `values` with `runtime`."},
    {"RG0362", "frontend", "A monitor with a field or type that is not allowed."},
    {"RG0363", "frontend",
     "`until` and `next` may only read what has one value per pass; only they can read a monitor."},
    {"RG0364", "frontend", "`until` reads no monitor, so it would never change."},
    {"RG0367", "frontend", "A line assigns a field of fewer axes than the grid; such fields are inputs."},
    {"RG0371", "frontend", "A region that is empty, reaches outside the grid, or is none."},
    {"RG0372", "frontend", "Regions of lines that assign one target overlap."},
    {"RG0373", "frontend", "Cells of a temporary that no line assigns; a field would keep its old value there."},
    {"RG0374", "frontend", "A region or condition of a line that cannot stand there."},
    {"RG0375", "frontend", "An axis that wraps at one end only."},
    {"RG0401", "plan", "An operation cannot reach the target clock."},
    {"RG0402", "plan", "The buffers, or the multiplexers of a boundary, are larger than any device holds."},
    {"RG0403", "plan", "An unknown device family, or one without the requested kind of memory."},
    {"RG0404", "plan", "The grid cannot be cut into the requested blocks."},
    {"RG0405", "plan", "Rows that wrap cannot be read from memory: they are not whole beats."},
    {"RG0406", "plan", "`arithmetic: hard` on a device family without hard floating-point blocks."},
    {"RG0407", "plan", "Products of values that vary take more DSP blocks than `hardware.dsp_limit`."},
    {"RG0501", "plan", "The extents of a run are outside the compiled limits of the hardware."},
    {"RG0502", "plan", "The number of iterations of a run is out of range."},
    {"RG0601", "data", "A data file does not fit its field in format, type or shape."},
    {"RG0602", "data", "A data file whose name has an unknown extension."},
    {"RG0610", "import", "A file to import is not text, is too large, or has a name without a known format."},
    {"RG0611", "import", "A program to import is not well formed."},
    {"RG0612", "import", "A StencilFlow program is not JSON."},
    {"RG0613", "import", "A statement or key of an imported program is missing or repeated."},
    {"RG0614", "import", "A value of an imported program is of the wrong kind or out of range."},
    {"RG0615", "import", "A name or key of an imported program that is undeclared or declared twice."},
    {"RG0616", "import", "Indices, sizes, arguments or types of an imported program that do not match."},
    {"RG0617", "import", "Values of an imported program with circular definitions."},
    {"RG0618", "import", "Part of the other language that rtlgen cannot express; the note suggests an alternative."},
    {"RG0619", "import", "A type of an imported program that rtlgen lacks, or more than 64 bits."},
    {"RG0620", "import",
     "A number of an imported program that its type cannot hold, or a constant that is not finite."},
    {"RG0621", "import", "An unused part of an imported program; it is left out.", "unneeded-part"},
    {"RG0622", "import", "A SODA value whose type is that of its first operand only.", "first-operand"},
    {"RG0623", "import", "An imported program with too deep nesting."},
    {"RG0624", "import", "An option of an import without effect for this program (warning)."},
    {"RG0625", "import", "An imported program whose stencil rtlgen refuses."},
    {"RG0801", "driver", "An --input or --output that is not FIELD=PATH."},
    {"RG0802", "driver", "An --input or --output for a field that a run does not read or write."},
    {"RG0803", "driver", "An --input or --output names a field twice."},
    {"RG0804", "driver", "Extents of a run that do not fit the grid."},
    {"RG0805", "driver", "Options of a command that contradict each other or the description."},
    {"RG0806", "driver", "A description of a memory channel or host link that cannot be used."},
    {"RG0807", "driver", "A calibration of the resource model that cannot be used."},
    {"RG0808", "driver",
     "A measured run (advise --measured) that cannot be used: not JSON of sim, without counters, or of another design "
     "or run."},
    {"RG0809", "driver",
     "A description whose text cannot be edited automatically, or whose copy would not find its files."},
    {"RG0810", "driver",
     "A stencil that a project for the board does not support: another bus, or unconnected memory channels; a board "
     "without a part number."},
    {"RG0811", "driver", "A run on a card with an unknown memory map."},
    {"RG0812", "driver",
     "A run over several cards of an update that reads the coordinate or extent of the last axis, or bounds a region "
     "there."},
    {"RG0813", "driver", "A run over several cards of a description with monitors."},
    {"RG0814", "driver",
     "A run over several cards of a grid that cannot be split: of one axis, with fixed extents, or where some reads "
     "wrap along the last axis and others do not."},
    {"RG0815", "cards", "A run over more cards than the rows of the last axis allow."},
    {"RG0816", "cards", "Speeds of cards that are not positive, or whose number differs from that of the cards."},
    {"RG0817", "driver",
     "A sweep over something other than keys with values, over nothing, or over too many variants."},
    {"RG0818", "driver", "A folder that contains another sweep, or something else."},
    {"RG0819", "driver", "The accuracy of a run without floating-point results, or in which monitors decide."},
    {"RG0830", "cli",
     "An output that is the description, an input, or another output of the same command; a folder to be replaced that "
     "contains one."},
    {"RG0831", "cli", "Waveforms (--trace) with a name that has no extension of a waveform format."},
    {"RG0901", "meaning",
     "A sum, difference or product of truth values, which is a single bit: the parity, not a count.", "truth-sum"},
    {"RG0902", "meaning", "A sum or product of integers of at most 16 bits that its type cannot hold: it wraps.",
     "narrow-wrap"},
    {"RG0903", "meaning",
     "A temporary without a boundary rule is read at an offset, with `edge`, though all it is made of wraps.",
     "temporary-edge"},
    {"RG0904", "meaning", "A linear time step that amplifies some wave without end.", "unstable-step"},
    {"RG0905", "import", "Fractions without the suffix f bring float64 arithmetic into an imported float32 program.",
     "double-literal"},
    {"RG0906", "frontend", "Several iterations of an update without state: each computes the same.", "no-state"},
    {"RG0907", "meaning", "A cast whose result is the same number for every value that it can be given.",
     "constant-cast"},
    {"RG0908", "driver", "A data file that the description names is not there.", "missing-input"},
    {"RG0909", "driver",
     "A data file that the description names cannot be read as its field; `check` refuses it (RG0601).",
     "unusable-input"},
});

/// Name of a warning; empty if `code` is not a warning.
std::string warning_name(const std::string& code);
/// Code of the warning that `text` names, by name or code; empty if there is none.
std::string warning_code(const std::string& text);
/// In the order of the codes.
std::vector<std::string> warning_names();

/// The text of docs/diagnostics.md.
std::string diagnostics_reference();

}  // namespace rtlgen
