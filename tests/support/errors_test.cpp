// An error as a value: from exceptions, in an Expected, and in a sink of diagnostics.
#include "support/errors.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <new>
#include <nlohmann/json.hpp>
#include <system_error>

#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/error.hpp"
#include "support/expected.hpp"

namespace rtlgen {
namespace {

Error error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (...) {
    return error_in_flight();
  }
  return {.kind = ErrorKind::kInput, .message = "nothing was thrown"};
}

TEST(Errors, EveryExceptionBecomesAKindAndAStatus) {
  struct Case {
    std::function<void()> action;
    std::string_view kind;
    ExitStatus status;
    std::string_view message;
  };
  const std::filesystem::filesystem_error no_file("gone", std::make_error_code(std::errc::no_such_file_or_directory));
  for (const Case& c : {
           Case{[] { throw EnvironmentError("no Yosys"); }, "environment", ExitStatus::kEnvironment, "no Yosys"},
           Case{[&] { throw no_file; }, "environment", ExitStatus::kEnvironment, no_file.what()},
           Case{[] { throw std::bad_alloc(); }, "memory", ExitStatus::kEnvironment, "not enough memory for this grid"},
           Case{[] { throw InternalError("odd"); }, "bug", ExitStatus::kInternalError, "odd"},
           Case{[] { throw std::out_of_range("far"); }, "bug", ExitStatus::kInternalError, "far"},
           Case{[] { throw 7; }, "bug", ExitStatus::kInternalError, "an exception that is not a std::exception"},
       }) {
    const Error error = error_of(c.action);
    EXPECT_EQ(name_of(error.kind), c.kind);
    EXPECT_EQ(status_of(error.kind), c.status) << c.kind;
    EXPECT_EQ(error.message, c.message);
    EXPECT_FALSE(error.code) << c.kind;
  }
  EXPECT_EQ(status_of(ErrorKind::kUsage), ExitStatus::kInvalidInput);
  EXPECT_EQ(status_of(ErrorKind::kInput), ExitStatus::kInvalidInput);
}

Expected<int> half_of(int number) {
  if (number % 2 != 0) return Error{.code = Code::kNumberOutOfRange, .message = "odd", .notes = {"an even number"}};
  return number / 2;
}

TEST(Errors, AreWhatAFailedExpectedHas) {
  EXPECT_EQ(*half_of(6), 3);
  const Expected<int> failed = half_of(7);
  EXPECT_FALSE(failed);
  EXPECT_EQ(failed.error().code, Code::kNumberOutOfRange);
  EXPECT_THROW(static_cast<void>(*failed), InternalError);
}

TEST(Errors, ASinkTakesAnErrorWithItsLocationOrAnother) {
  const auto refused = [](const Error& error, Diagnostics& diagnostics) -> Result<int> {
    return diagnostics.report(error, {"a.yaml", 3, 5, 2});
  };
  Error error = half_of(7).error();
  error.where = {"b.yaml"};
  Diagnostics diagnostics;
  EXPECT_FALSE(refused(error, diagnostics).ok());
  diagnostics.report(error);
  EXPECT_EQ(diagnostics.render(),
            "a.yaml:3:5: error[RG0206]: odd\n  note: an even number\n"
            "b.yaml: error[RG0206]: odd\n  note: an even number\n");
  EXPECT_THROW(diagnostics.report({.kind = ErrorKind::kBug, .message = "no code"}), InternalError);
}

TEST(Codes, AreTextInJson) {
  EXPECT_EQ((nlohmann::json{{"code", Code::kConstantDoesNotFit}}).dump(), R"({"code":"RG0309"})");
  EXPECT_EQ((nlohmann::ordered_json{{"code", Code::kTruthSum}}).dump(), R"({"code":"RG0901"})");
}

}  // namespace
}  // namespace rtlgen
