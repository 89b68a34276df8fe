// Text from outside is read back unchanged by each language's own reader, runs nothing, and cannot be printed in any
// other way.
#include "support/safe_text.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "support/outside_text.hpp"
#include "support/process.hpp"

namespace rtlgen {
namespace {

// ---------------------------------------------------------------- rejected by the compiler

template <class T>
concept Streams = requires(std::ostream& out, const T& text) {
  out << text;
};
template <class T>
concept Appends = requires(std::string& out, const T& text) {
  out += text;
};

static_assert(!fmt::is_formattable<OutsideText>::value);
static_assert(fmt::is_formattable<std::string>::value, "the check itself works");
static_assert(!std::is_convertible_v<OutsideText, std::string> &&
              !std::is_convertible_v<OutsideText, std::string_view> &&
              !std::is_convertible_v<OutsideText, const char*>);
static_assert(!std::is_constructible_v<std::string, OutsideText> &&
              !std::is_constructible_v<std::string_view, OutsideText>);
static_assert(!std::is_convertible_v<std::string, OutsideText>, "text from outside is marked where it enters");
static_assert(!Streams<OutsideText> && Streams<std::string>);
static_assert(!Appends<OutsideText> && Appends<std::string>);
static_assert(!std::is_constructible_v<nlohmann::ordered_json, OutsideText>);
static_assert(!std::is_same_v<decltype("a" + OutsideText()), std::string>, "joined, it is from outside still");

// ---------------------------------------------------------------- texts

const std::vector<std::string>& hostile() {
  static const std::vector<std::string> texts = {"heat.yaml",
                                                 "two words",
                                                 " blanks ",
                                                 "",
                                                 "-rf",
                                                 "--",
                                                 "=ls",
                                                 "~root",
                                                 "%PATH%",
                                                 "a,b;c|d&e",
                                                 "x\n$(shell touch PWNED)#.yaml",
                                                 "y\nexec touch PWNED\n#.yaml",
                                                 "$(touch PWNED) ${HOME} `touch PWNED` $HOME $$ $1",
                                                 "it's \"quoted\"",
                                                 "[exec touch PWNED]",
                                                 "{un{balanced",
                                                 "}]",
                                                 "a\n'; touch PWNED; #",
                                                 "\x01'$(touch PWNED)'\\",
                                                 "back\\slash\\",
                                                 "\\",
                                                 "a\\#b #c",
                                                 "*?[a-z]",
                                                 "!!",
                                                 "!\n",
                                                 "-->x--y-",
                                                 "*/x/*",
                                                 "<script>&amp;</script>",
                                                 "%d %s %n",
                                                 "tab\there\rthere",
                                                 "\x1b[31mred\x07",
                                                 "\xff\xfe caf\xe9",
                                                 "gr\xc3\xbc\xc3\x9f",
                                                 "\xe2\x80\xae"
                                                 "cod.yaml",
                                                 "\xf0\x9f\x94\xa5",
                                                 "null",
                                                 "true",
                                                 "a: b # c",
                                                 "- item",
                                                 "12",
                                                 "\"; exec touch PWNED; \"",
                                                 std::string(240, 'n'),
                                                 "trigraph ?\?/",
                                                 "\xc2\x85next",
                                                 "end\n"};
  return texts;
}

bool is_utf8(const std::string& text) { return safe::utf8(OutsideText(text)) == text; }
bool is_ascii(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

class SafeText : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / fmt::format("rtlgen_safe_text.{}", getpid());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override {
    EXPECT_FALSE(std::filesystem::exists(folder_ / "PWNED")) << "something ran";
    std::filesystem::remove_all(folder_);
  }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  [[nodiscard]] ProcessResult run(const std::vector<std::string>& line) const {
    ProcessOptions options;
    options.working_directory = folder_.string();
    return run_process(line, options);
  }

  std::filesystem::path folder_;
};

/// Each text, followed by a byte with which none of them ends.
std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += text + "\x01";
  return all;
}

TEST_F(SafeText, ShellsGiveWordsBack) {
  for (const auto& print : {safe::shell_word, safe::shell_quoted}) {
    std::string words;
    for (const std::string& text : hostile()) {
      const std::string word = print(OutsideText(text));
      EXPECT_EQ(word.find('\n'), std::string::npos) << "more than a line";
      words += " " + word;
    }
    write("words.sh", "printf '%s\\001'" + words + "\n");
    EXPECT_EQ(run({"bash", "words.sh"}).output, joined(hostile()));
    EXPECT_EQ(run({"bash", "--posix", "words.sh"}).output, joined(hostile()));
  }
  EXPECT_EQ(safe::shell_word(OutsideText("configs/heat-1.yaml")), "configs/heat-1.yaml");
  EXPECT_EQ(safe::shell_path(OutsideText("-x.yaml")), "./-x.yaml");
  EXPECT_EQ(safe::shell_quoted(OutsideText("a=1")), "'a=1'");
}

/// Whether a shell without $'...' reads a different word, which runs nothing.
bool needs_new_shell(const std::string& text) { return safe::shell_word(OutsideText(text)).starts_with("$'"); }

std::vector<std::string> for_old_shells() {
  std::vector<std::string> texts;
  std::remove_copy_if(hostile().begin(), hostile().end(), std::back_inserter(texts), needs_new_shell);
  return texts;
}

TEST_F(SafeText, OldShellsGiveWordsBackToo) {
  EXPECT_GT(for_old_shells().size(), 25U);
  EXPECT_LT(for_old_shells().size(), hostile().size());
  std::string all = "true", words;
  for (const std::string& text : hostile()) {
    const std::string word = safe::shell_word(OutsideText(text));
    all += " " + word;
    if (!needs_new_shell(text)) words += " " + word;
  }
  write("words.sh", all + "\nprintf '%s\\001'" + words + "\n");
  const ProcessResult result = run({"sh", "words.sh"});
  EXPECT_EQ(result.output, joined(for_old_shells()));
  EXPECT_EQ(result.exit_code, 0) << result.errors;
}

TEST_F(SafeText, MakeGivesValuesAndWordsBack) {
  // A value is one line: characters that end a line or are invisible are shown as escapes, and texts without them are
  // read back unchanged.
  std::string text, shown, values, recipe, old_recipe;
  int n = 0;
  for (const std::string& one : hostile()) {
    text += fmt::format("V{} := {}\n", n, safe::make_value(OutsideText(one)));
    if (safe::terminal(OutsideText(one)) == one) {
      shown += fmt::format("$(info $(V{}))\n", n);
      values += one + "\n";
    }
    ++n;
  }
  text += shown;
  for (const std::string& one : hostile()) {
    const std::string word = safe::make_recipe_word(OutsideText(one));
    recipe += "\t@printf '%s\\001' " + word + "\n";
    old_recipe += (needs_new_shell(one) ? "\t@true " : "\t@printf '%s\\001' ") + word + "\n";
  }
  write("Makefile", "SHELL := /bin/bash\n" + text + "all:\n" + recipe);
  EXPECT_EQ(run({"make", "-s"}).output, values + joined(hostile()));
  write("Makefile", text + "all:\n" + old_recipe);
  const ProcessResult old = run({"make", "-s"});
  EXPECT_EQ(old.output, values + joined(for_old_shells()));
  EXPECT_EQ(old.exit_code, 0) << old.errors;
}

TEST_F(SafeText, TclGivesWordsBack) {
  std::string script = "fconfigure stdout -encoding utf-8 -translation lf\n";
  std::vector<std::string> expected;
  for (const std::string& text : hostile()) {
    const std::string word = safe::tcl_word(OutsideText(text));
    EXPECT_TRUE(is_ascii(word)) << word;
    script += "puts -nonewline " + word + "\nputs -nonewline \\x01\n";
    // A byte that is not UTF-8 becomes the character with that number.
    expected.push_back(is_utf8(text) ? text : "\xc3\xbf\xc3\xbe caf\xc3\xa9");
  }
  write("words.tcl", script);
  const ProcessResult result = run({"tclsh", "words.tcl"});
  EXPECT_EQ(result.output, joined(expected)) << result.errors;
}

TEST_F(SafeText, YamlGivesScalarsBack) {
  for (const auto& print : {safe::yaml_scalar, safe::yaml_quoted}) {
    for (const std::string& text : hostile()) {
      const std::string document = "a: " + print(OutsideText(text)) + "\nb: 1\n";
      const YAML::Node node = YAML::Load(document);
      EXPECT_EQ(node["b"].as<int>(), 1) << document;
      if (is_utf8(text)) {
        EXPECT_EQ(node["a"].as<std::string>(), text) << document;
      } else {
        EXPECT_EQ(node["a"].as<std::string>(), "\\xff\\xfe caf\\xe9");
      }
    }
  }
  EXPECT_EQ(safe::yaml_scalar(OutsideText("The stencil heat on Nexys Video")), "The stencil heat on Nexys Video");
}

TEST_F(SafeText, JsonTakesEveryText) {
  for (const std::string& text : hostile()) {
    const nlohmann::json json = safe::utf8(OutsideText(text));
    EXPECT_EQ(nlohmann::json::parse(json.dump()).get<std::string>(), safe::utf8(OutsideText(text)));
  }
}

TEST_F(SafeText, XmlAndHtmlTakeEveryText) {
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>\n";
  for (const std::string& text : hostile()) {
    const OutsideText outside(text);
    xml += "<!-- " + safe::block_comment(outside) + " --><!--" + safe::block_comment(outside) + "--><b c=\"" +
           safe::markup(outside) + "\">" + safe::markup(outside) + "</b>\n";
  }
  write("a.xml", xml + "</a>\n");
  const ProcessResult result = run({"xmllint", "--noout", "a.xml"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
}

TEST_F(SafeText, CGivesStringsBack) {
  std::string text = "#include <stdio.h>\n";
  for (const std::string& one : hostile())
    text += "/* " + safe::block_comment(OutsideText(one)) + " */\n// " + safe::comment(OutsideText(one)) + "\n";
  text += "int main(void) {\n";
  for (const std::string& one : hostile())
    text += "  fputs(" + safe::c_string(OutsideText(one)) + "\"\\001\", stdout);\n";
  write("a.c", text + "  return 0;\n}\n");
  const ProcessResult built = run({"cc", "-std=c99", "-trigraphs", "-Wall", "-Wextra", "-Werror", "-o", "a", "a.c"});
  ASSERT_EQ(built.exit_code, 0) << built.errors;
  EXPECT_EQ(run({"./a"}).output, joined(hostile()));
}

TEST_F(SafeText, VerilogGivesStringsBack) {
  std::string text, expected;
  for (const std::string& one : hostile())
    text += "// " + safe::comment(OutsideText(one)) + "\n/* " + safe::block_comment(OutsideText(one)) + " */\n";
  text += "module a;\n  initial begin\n";
  for (const std::string& one : hostile()) {
    if (one.empty()) continue;
    text += "    $write(" + safe::verilog_string(OutsideText(one)) + "); $write(\"\\001\");\n";
    expected += one + "\x01";
  }
  write("a.v", text + "  end\nendmodule\n");
  if (!find_program("iverilog")) {
    ASSERT_FALSE(RTLGEN_TOOLS_REQUIRED) << "no Icarus";
    GTEST_SKIP() << "no Icarus";
  }
  const ProcessResult built = run({"iverilog", "-Wall", "-g2005", "-o", "a.vvp", "a.v"});
  ASSERT_EQ(built.exit_code, 0) << built.errors;
  EXPECT_EQ(run({"vvp", "-n", "a.vvp"}).output, expected);
}

TEST_F(SafeText, VhdlTakesEveryString) {
  std::string text;
  for (const std::string& one : hostile()) text += "-- " + safe::comment(OutsideText(one)) + "\n";
  text += "entity a is\nend entity;\narchitecture b of a is\nbegin\n  process begin\n";
  for (const std::string& one : hostile()) text += "    report " + safe::vhdl_string(OutsideText(one)) + ";\n";
  write("a.vhd", text + "    wait;\n  end process;\nend architecture;\n");
  if (!find_program("ghdl")) {
    ASSERT_FALSE(RTLGEN_TOOLS_REQUIRED) << "no GHDL";
    GTEST_SKIP() << "no GHDL";
  }
  for (const char* standard : {"--std=93", "--std=08"}) {
    const ProcessResult result = run({"ghdl", "-a", standard, "a.vhd"});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
  }
}

TEST_F(SafeText, CommentsAreOneLineOfAscii) {
  std::string tcl, make, shell;
  for (const std::string& text : hostile()) {
    const std::string comment = safe::comment(OutsideText(text));
    EXPECT_TRUE(is_ascii(comment)) << comment;
    EXPECT_FALSE(comment.ends_with('\\')) << comment;
    tcl += "# " + comment + "\nincr lines\n";
    make += "# " + comment + "\n$(info line)\n";
    shell += "# " + comment + "\necho line\n";
  }
  const std::string count = std::to_string(hostile().size());
  write("a.tcl", "set lines 0\n" + tcl + "puts $lines\n");
  EXPECT_EQ(run({"tclsh", "a.tcl"}).output, count + "\n");
  write("Makefile", make + "all:\n");
  write("a.sh", shell);
  for (const auto& line : std::vector<std::vector<std::string>>{{"make", "-s"}, {"sh", "a.sh"}}) {
    std::string lines;
    for (std::size_t i = 0; i < hostile().size(); ++i) lines += "line\n";
    EXPECT_THAT(run(line).output, ::testing::StartsWith(lines));
  }
  EXPECT_EQ(safe::comment(OutsideText("my stencil-2.yaml")), "my stencil-2.yaml");
  EXPECT_EQ(safe::comment(OutsideText("gr\xc3\xbc.yaml")), "gr\\xc3\\xbc.yaml");
}

TEST_F(SafeText, PeopleSeeWhatIsThere) {
  EXPECT_EQ(safe::terminal(OutsideText("gr\xc3\xbc\xc3\x9f.yaml")), "gr\xc3\xbc\xc3\x9f.yaml");
  EXPECT_EQ(safe::terminal(OutsideText("a\nb\t\x1b[31m\xe9\xe2\x80\xae")), "a\\nb\\t\\x1b[31m\\xe9\\xe2\\x80\\xae");
  EXPECT_EQ(safe::terminal_lines(OutsideText("a\nb\x1b")), "a\nb\\x1b");
  EXPECT_EQ(safe::paragraph(OutsideText(" a\n  b\n")), "a b");
  EXPECT_EQ(safe::markdown(OutsideText("my_heat *new* [x](y) <b> `c`")),
            "my_heat \\*new\\* \\[x\\](y) \\<b\\> \\`c\\`");
  EXPECT_EQ(safe::markdown_code("a `b` c"), "`` a `b` c ``");
  EXPECT_EQ(safe::markdown_code("a b"), "`a b`");
}

TEST_F(SafeText, NamesBecomePartsOfNames) {
  EXPECT_EQ(safe::identifier(OutsideText("my board; v2")), "my_board_v2");
  EXPECT_EQ(safe::identifier(OutsideText("__a__b__")), "a_b");
  EXPECT_EQ(safe::identifier(OutsideText("\xc3\xbc")), "");
  EXPECT_EQ(safe::identifier(OutsideText(std::string(99, 'x'))).size(), 40U);
  EXPECT_EQ(safe::plain_word(OutsideText("xcku040-ffva1156-2-e")), "xcku040-ffva1156-2-e");
  for (const char* bad : {"", "-x", "a b", "a;b", "a\n", "a$b"})
    EXPECT_FALSE(safe::plain_word(OutsideText(bad))) << bad;
}

/// The tests can fail: a text that is not escaped breaks each place.
TEST_F(SafeText, RawTextIsFound) {
  write("a.tcl", "# y\nexec touch RAN\n#.yaml\n");
  EXPECT_EQ(run({"tclsh", "a.tcl"}).output, "");
  EXPECT_TRUE(std::filesystem::exists(folder_ / "RAN"));
  write("Makefile", "# x\n$(shell touch RAN2)#.yaml\nall:\n");
  EXPECT_EQ(run({"make", "-n"}).errors, "");
  EXPECT_TRUE(std::filesystem::exists(folder_ / "RAN2"));
  write("a.xml", "<a><!-- -- --></a>");
  EXPECT_NE(run({"xmllint", "--noout", "a.xml"}).exit_code, 0);
}

}  // namespace
}  // namespace rtlgen
