// `rtlgen golden` with files of every format, as a user runs it.
#include <fmt/format.h>

#include "data/io.hpp"
#include "golden/grid.hpp"
#include "samples.hpp"
#include "support/diagnostics.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

namespace fs = std::filesystem;
using spec::Type;

class Program : public Files {
 protected:
  /// A stencil that adds 1 to cells of `type`, once.
  void stencil(const std::string& type) const {
    put("s.yaml", "name: plus\ngrid: [5, 4]\ntype: \"" + type +
                      "\"\nfields:\n  a: {}\n  q: {}\nupdate:\n  - q: a + 1\nno_warn: [narrow-wrap]\n");
  }

  [[nodiscard]] ProcessResult golden(const std::vector<std::string>& more) const {
    std::vector<std::string> arguments{test::program(), "golden", "s.yaml"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    ProcessOptions options;
    options.working_directory = folder_.string();
    options.timeout_seconds = 60;
    return run_process(arguments, options);
  }
};

golden::Grid ramp(const Type& type, std::uint64_t first) {
  golden::Grid grid(type, {5, 4, 1});
  for (std::int64_t i = 0; i < grid.cells(); ++i) grid.set(i, first + static_cast<std::uint64_t>(i));
  return grid;
}

TEST_F(Program, ReadsAndWritesEveryFormat) {
  for (const auto& [name, width] : std::map<std::string, int>{{"uint8", 8}, {"uint16", 16}, {"uint<12>", 12}}) {
    stencil(name);
    const Type type = Type::uint_of(width);
    for (const char* e : {".npy", ".raw", ".bin", ".txt", "", ".csv", ".pgm", ".png", ".vti", ".h5", ".nc"}) {
      const bool has_places = data::with_place(std::string("a") + e, "a") != std::string("a") + e;
      if (data::name_fault(std::string("a") + e, true) || (has_places && width != 12)) continue;
      if (width == 12 && std::string(e) == ".png") continue;  // PNG has no such depth: a scaled picture
      SCOPED_TRACE(name + e);
      const std::string in = std::string("in") + e;
      const std::string out = std::string("out") + e;
      data::write(data::with_place(at(in), "a"), ramp(type, 7), 2);
      const auto result = golden({"--input", "a=" + in, "--output", "q=" + out});
      EXPECT_EQ(result.exit_code, 0) << result.errors;
      Diagnostics diagnostics;
      const auto grid = data::read(data::with_place(at(out), "q"), type, {5, 4, 1}, 2, diagnostics);
      ASSERT_TRUE(grid.ok()) << diagnostics.render();
      EXPECT_TRUE(*grid == ramp(type, 8));
      fs::remove(at(out));
    }
  }
}

TEST_F(Program, BadFilesAreInvalidInputAndNothingIsWritten) {
  stencil("uint8");
  put("old.npy", "precious");
  put("words.txt", "1 2 three");
  put("short.raw", "abc");
  put("no.npy", "no numpy");
  put("no.png", "no picture");
  put("no.pgm", "no picture");
  for (const char* name : {"words.txt", "short.raw", "no.npy", "no.png", "no.pgm"}) {
    const auto result = golden({"--input", std::string("a=") + name, "--output", "q=old.npy"});
    EXPECT_EQ(result.exit_code, 2) << name;
    EXPECT_EQ(result.errors.rfind(name, 0), 0U) << result.errors;  // the fault is located
    EXPECT_NE(result.errors.find("error[RG0601]"), std::string::npos) << result.errors;
    EXPECT_NE(result.errors.find("note: "), std::string::npos) << result.errors;
  }
  EXPECT_NE(golden({"--input", "a=words.txt"}).errors.find("words.txt:1:5: "), std::string::npos);
  EXPECT_EQ(get("old.npy"), "precious");
}

TEST_F(Program, MissingFilesAndFoldersAreTheEnvironments) {
  stencil("uint8");
  EXPECT_EQ(golden({"--input", "a=nothere.npy"}).exit_code, 3);
  EXPECT_EQ(golden({"--input", "a=."}).exit_code, 3);
  EXPECT_EQ(golden({"--output", "q=nowhere/q.npy"}).exit_code, 3);
  EXPECT_EQ(names(), std::vector<std::string>{"s.yaml"});
}

class VectorProgram : public Program {
 protected:
  void vectors(const std::string& more = "") const {
    put("s.yaml",
        "name: plus\ngrid: [3, 2]\ntype: uint8\nfields:\n  t: {components: [r, g, b]}\n  q: {components: [r, g, b]}\n"
        "update:\n  - q: {each: k, expr: t + k}\n  - t.r: t.r + 1\n" +
            more + "no_warn: [narrow-wrap]\n");
  }
};

TEST_F(VectorProgram, ReadsAndWritesVectorsAndComponents) {
  vectors("inputs:\n  t: t.raw\n");
  put("t.raw", "abcdefghijklmnopqr");
  put("g.raw", "ABCDEF");
  auto result = golden({"--output", "q=q.raw"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_EQ(get("q.raw"), "acedfhgikjlnmoqprt");
  result = golden({"--input", "t.1=g.raw", "--output", "q=q.ppm", "--output", "t.r=r.raw"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_EQ(get("q.ppm"), "P6\n3 2\n255\naBedChgDkjEnmFqpGt");
  EXPECT_EQ(get("r.raw"), "behknq");
}

TEST_F(VectorProgram, RefusesWhatIsNotAllThere) {
  vectors();
  const auto refused = [&](const std::vector<std::string>& options, const std::string& message) {
    const auto result = golden(options);
    EXPECT_EQ(result.exit_code, 2) << result.errors;
    EXPECT_NE(result.errors.find(message), std::string::npos) << result.errors;
  };
  refused({"--output", "t=t.npy"}, "error[RG0802]: 't' is not a field that a run writes, with all its components");
  refused({"--output", "t=t.npy"}, "these are: t.r, q, q.r, q.g, q.b\n");
  refused({"--output", "t.g=t.npy"}, "error[RG0802]: 't.g' is not a field that a run writes");
  refused({"--input", "t.x=t.npy"}, "error[RG0802]: 't.x' is not a field that a run reads");
  refused({"--output", "q=q.npy", "--output", "q.b=b.npy"}, "error[RG0803]: field 'q.b' is named twice");
  refused({"--output", "q=q.pgm"}, "error[RG0602]: a .pgm has one channel, but a cell has 3 components");
  refused({"--output", "q.r=q.ppm"}, "error[RG0602]: a .ppm has 3 channels, but a cell has 1 component");
  refused({"--output", "q.r=q.ppm"}, "note: write a .pgm or .png");
  EXPECT_EQ(names(), std::vector<std::string>{"s.yaml"});
}

TEST_F(VectorProgram, FieldsShareAFileByTheirPlaces) {
  vectors("inputs:\n  t: in.vti:v\n");
  const golden::Grid ones = grid_of(Type::uint_of(8), {3, 2, 1}, {1, 1, 1, 1, 1, 1});
  data::write_vector(at("in.vti:v"), {&ones, &ones, &ones}, 2);
  auto result = golden({"--output", "q=out.vti", "--output", "t.r=out.vti:red"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  Diagnostics diagnostics;
  const auto red = data::read(at("out.vti:red"), Type::uint_of(8), {3, 2, 1}, 2, diagnostics);
  ASSERT_TRUE(red.ok()) << diagnostics.render();
  EXPECT_EQ(red->get(5), 2U);
  EXPECT_TRUE(data::read_vector(at("out.vti:q"), Type::uint_of(8), {3, 2, 1}, 2, 3, diagnostics).ok());
  const auto refused = [&](const std::vector<std::string>& options, const std::string& message) {
    result = golden(options);
    EXPECT_EQ(result.exit_code, 2) << result.errors;
    EXPECT_NE(result.errors.find(message), std::string::npos) << result.errors;
  };
  refused({"--output", "q=out.vti:q", "--output", "t.r=out.vti:q"}, "error[RG0830]");
  refused({"--output", "q=in.vti:other"}, "error[RG0830]");
  refused({"--input", "t=out.vti:q", "--output", "q=out.vti"}, "error[RG0830]");
  refused({"--json", "in.vti"}, "error[RG0830]");
  refused({"--set", "inputs.t=in.vti"},
          "in.vti:t: error[RG0601]: the file has no array 't'\n  note: the file has v (1 x 2 x 3 x 3)");
}

TEST_F(VectorProgram, AFileThatIsSpelledInSeveralWaysHoldsAllFields) {
  vectors();
  for (const char* end : {".vti", ".pvd", ".h5", ".nc"}) {
    if (data::name_fault(std::string("a") + end, true)) continue;
    for (const bool is_series : {false, true}) {
      const std::string name = std::string("a") + end;
      SCOPED_TRACE(name + (is_series ? " with time steps" : ""));
      std::vector<std::string> options{"--output", "q.r=" + name + ":one",      "--output", "q.g=./" + name + ":two",
                                       "--output", "q.b=" + at(name) + ":three"};
      if (is_series) options.insert(options.end(), {"--every", "1"});
      const auto result = golden(options);
      EXPECT_EQ(result.exit_code, 0) << result.errors;
      const std::string file = is_series && name == "a.vti" ? "a_000001.vti" : name;
      const bool has_entries = is_series && name != "a.vti" && name != "a.pvd";
      for (const std::string place : {":one", ":two", ":three"}) {
        Diagnostics diagnostics;
        const std::string path = at(file + place + (has_entries ? "[0]" : ""));
        EXPECT_TRUE(data::read(path, Type::uint_of(8), {3, 2, 1}, 2, diagnostics).ok()) << diagnostics.render();
      }
    }
  }
  for (const char* other : {"./b.vti:one", "b.vti:/one"}) {
    const auto result = golden({"--output", "q.r=b.vti:one", "--output", std::string("q.g=") + other});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_NE(result.errors.find("error[RG0830]"), std::string::npos) << result.errors;
  }
}

TEST_F(VectorProgram, FilesBesideAnOutputReplaceNothing) {
  vectors();
  const golden::Grid ones = grid_of(Type::uint_of(8), {3, 2, 1}, {1, 1, 1, 1, 1, 1});
  data::write_vector(at("in.vti:v"), {&ones, &ones, &ones}, 2);
  const std::vector<std::string> before = names();
  const std::string input = get("in.vti");
  const auto refused = [&](const std::vector<std::string>& options) {
    const auto result = golden(options);
    EXPECT_EQ(result.exit_code, 2) << command_line(options) << "\n" << result.errors;
    EXPECT_NE(result.errors.find("error[RG0830]"), std::string::npos) << command_line(options) << result.errors;
    EXPECT_EQ(names(), before);
    EXPECT_EQ(get("in.vti"), input);
  };
  refused({"--output", "q=a.pvd", "--output", "t.r=a.vti"});
  refused({"--output", "q=a.pvd", "--output", "t.r=./a.PVD"});
  refused({"--input", "t=in.vti:v", "--output", "q=in.pvd"});
  refused({"--output", "q=a.pvd", "--json", "a.vti"});
  refused({"--output", "q=a.pvd", "--output", "t.r=a.vti", "--every", "1"});
  refused({"--output", "q=a.pvd", "--output", "t.r=a.PVD", "--every", "1"});
  refused({"--output", "q=a.npy", "--every", "1", "--json", "a_000001.npy"});
  refused({"--output", "q=a.npy", "--every", "1", "--checkpoint", "a_000001.npy"});
  const auto result = golden({"--output", "q=a.pvd", "--output", "t.r=a.pvd:red", "--every", "1"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
}

TEST_F(Program, SnapshotsAreNumberedOrInOneFile) {
  put("ones.txt", "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1");
  put("s.yaml",
      "name: plus\ngrid: [5, 4]\ntype: uint8\nfields: {a: {}}\nupdate: [{a: a + 1}]\niterations: 5\nno_warn: "
      "[narrow-wrap]\n");
  ProcessResult result = golden({"--input", "a=ones.txt", "--every", "2", "--output", "a=out.npy"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_NE(result.output.find("out_000004.npy"), std::string::npos) << result.output;
  EXPECT_EQ(names(),
            (std::vector<std::string>{"ones.txt", "out_000002.npy", "out_000004.npy", "out_000005.npy", "s.yaml"}));
  result = golden({"--input", "a=out_000004.npy", "--every", "2", "--output", "a=out.npy"});
  EXPECT_NE(result.errors.find("RG0830"), std::string::npos) << result.errors;
  result = golden({"--every", "2"});
  EXPECT_NE(result.errors.find("--every 2: error[RG0842]: no field is written"), std::string::npos) << result.errors;
  if (data::name_fault("a.h5", true)) return;
  result = golden({"--input", "a=ones.txt", "--every", "2", "--output", "a=out.h5"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  Diagnostics diagnostics;
  const auto last = data::read(at("out.h5:a[-1]"), Type::uint_of(8), {5, 4, 1}, 2, diagnostics);
  const auto steps = data::read(at("out.h5:step"), Type::uint_of(8), {3, 1, 1}, 1, diagnostics);
  ASSERT_TRUE(last.ok() && steps.ok()) << diagnostics.render();
  EXPECT_EQ(last->get(0), 6U);
  EXPECT_EQ(steps->get(1), 4U);
  result = golden({"--every", "2", "--output", "a=out.h5:step"});
  EXPECT_NE(result.errors.find("is where the file stores the numbers"), std::string::npos) << result.errors;
}

TEST_F(Program, AWriteThatFailsIsTheEnvironments) {
  put("s.yaml", "name: big\ngrid: [256, 256]\nfields: {a: {}}\nupdate: [{a: a + 1}]\n");
  put("run.sh", "trap '' XFSZ\nulimit -f 100\nexec \"$@\"\n");
  ProcessOptions options;
  options.working_directory = folder_.string();
  options.timeout_seconds = 60;
  for (const std::string name : {"a.npy", "a.vti", "a.h5", "a.nc"}) {
    if (data::name_fault(name, false)) continue;
    const auto result =
        run_process({"bash", "run.sh", test::program(), "golden", "s.yaml", "--output", "a=" + name}, options);
    EXPECT_EQ(result.exit_code, 3) << name << "\n" << result.errors;
    EXPECT_NE(result.errors.find("cannot write " + name + ": "), std::string::npos) << result.errors;
    EXPECT_EQ(result.errors.find("errno"), std::string::npos) << result.errors;
    EXPECT_EQ(result.errors.find(".rtlgen"), std::string::npos) << result.errors;
  }
  EXPECT_EQ(names(), (std::vector<std::string>{"run.sh", "s.yaml"}));
}

/// Whenever it is killed: what was saved is whole, and the run goes on to the same end.
TEST_F(Program, ARunThatIsKilledGoesOn) {
  put("s.yaml",
      "name: plus\ngrid: [16, 16]\ntype: int32\nfields: {a: {}}\nupdate: [{a: \"a*3 + step\"}]\niterations: 2000\n");
  put("run.sh", test::program() +
                    " golden s.yaml --seed 5 --checkpoint saved --every 1 --json - >report 2>&1 & run=$!\n"
                    "while [ ! -e saved ] && kill -0 $run 2>/dev/null; do sleep 0.02; done\n"
                    "sleep $1; kill -9 $run 2>/dev/null; wait $run 2>/dev/null; exit 0\n");
  ProcessOptions options;
  options.working_directory = folder_.string();
  options.timeout_seconds = 60;
  int saved = 0;
  for (const char* seconds : {"0.05", "0.11", "0.17"}) {
    EXPECT_EQ(run_process({"bash", "run.sh", seconds}, options).exit_code, 0);
    if (fs::exists(at("saved"))) ++saved;
    EXPECT_EQ(get("report").find("RG0843: the checkpoint is damaged"), std::string::npos);
  }
  EXPECT_GT(saved, 0) << "nothing was saved before the program was killed";
  EXPECT_EQ(golden({"--seed", "5", "--output", "a=whole.raw"}).exit_code, 0);
  const auto rest = golden({"--seed", "5", "--checkpoint", "saved", "--every", "1000"});
  // A run that was not killed in time ended, and its last checkpoint goes on from just before.
  EXPECT_EQ(rest.exit_code, 0) << rest.errors;
  const auto last = golden({"--seed", "5", "--checkpoint", "saved", "--every", "2000", "--output", "a=parts.raw"});
  EXPECT_EQ(last.exit_code, 0) << last.errors;
  EXPECT_EQ(get("parts_002000.raw"), get("whole.raw"));
}

/// The SHA-256 of both descriptions begins with a05e0e5f, as what is printed in banners does.
TEST_F(Program, ACheckpointIsOfOneDescription) {
  const auto put_plus = [&](int n) {
    put("s.yaml", fmt::format("name: plus\ngrid: [4, 4]\ntype: int32\nfields: {{a: {{}}}}\nupdate: [{{a: a + {}}}]\n"
                              "iterations: 6\n",
                              n));
  };
  const std::vector<std::string> save = {"--checkpoint", "saved", "--every", "2"};
  put_plus(7967);
  EXPECT_EQ(golden(save).exit_code, 0);
  std::vector<std::string> more = save;
  more.insert(more.end(), {"--iterations", "8"});
  put_plus(115244);
  const auto other = golden(more);
  EXPECT_EQ(other.exit_code, 2) << other.output;
  EXPECT_NE(other.errors.find("RG0843"), std::string::npos) << other.errors;
  EXPECT_NE(other.errors.find("belongs to another description"), std::string::npos) << other.errors;
  put_plus(7967);
  EXPECT_EQ(golden(more).exit_code, 0);
}

TEST_F(Program, HelpNamesTheFormats) {
  const auto result = golden({"--help"});
  for (const char* e : {".npy", ".raw", ".bin", ".png", ".pgm", ".vti", ".pvd", ".txt", "--every N"})
    EXPECT_NE(result.output.find(e), std::string::npos) << e;
}

}  // namespace
}  // namespace rtlgen::test
