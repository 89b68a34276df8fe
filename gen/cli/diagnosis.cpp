// Texts and JSON of the steps of a diagnosis.
#include "cli/diagnosis.hpp"

#include <fmt/format.h>

#include "support/counted.hpp"

namespace rtlgen::cli {

std::string step_text(const driver::Step& step) {
  std::string text = fmt::format("{:>2} {:<31} {}", step.number, step.title, driver::word_of(step.outcome));
  if (step.round > 0) text += fmt::format(" in round {}", step.round + 1);
  const bool is_failed = step.outcome == driver::StepOutcome::kFailed;
  text +=
      is_failed ? "\n" : fmt::format("{}{}\n", step.outcome == driver::StepOutcome::kPassed ? "  " : " ", step.seen);
  if (is_failed) text += fmt::format("   seen:     {}\n   expected: {}\n", step.seen, step.expected);
  for (std::size_t i = 0; i < step.causes.size(); ++i)
    text += fmt::format("   {} {}\n", i > 0 ? "         " : is_failed ? "causes:  " : "perhaps: ", step.causes[i]);
  if (is_failed) text += fmt::format("   next:     {}\n", step.next);
  return text;
}

std::string end_text(const driver::Diagnosis& diagnosis) {
  const driver::Step* const failure = diagnosis.failure();
  if (failure != nullptr && failure->number > driver::kDiagnoseSteps)
    return fmt::format("\nStopped at the {}.\n", failure->title);
  if (failure != nullptr)
    return fmt::format("\nStopped at step {} of {}.\n", failure->number, int{driver::kDiagnoseSteps});
  const std::string rounds = diagnosis.rounds > 0
                                 ? fmt::format(" Steps {} to {} passed {}.", int{driver::kMemoryStep},
                                               int{driver::kDiagnoseSteps}, counted(diagnosis.rounds, "more time"))
                                 : "";
  return fmt::format("\nThe card is healthy: no step failed.{}\n", rounds);
}

nlohmann::ordered_json diagnosis_json(const driver::Diagnosis& diagnosis, const std::string& config,
                                      const std::string& backend, const std::string& device) {
  nlohmann::ordered_json json = {{"config", config}, {"backend", backend}};
  if (!device.empty()) json["device"] = device;
  json["healthy"] = diagnosis.failure() == nullptr;
  json["rounds"] = diagnosis.rounds;
  auto& steps = json["steps"] = nlohmann::ordered_json::array();
  for (const driver::Step& step : diagnosis.steps) {
    steps.push_back({{"step", step.number},
                     {"name", step.name},
                     {"outcome", driver::word_of(step.outcome)},
                     {"seen", step.seen},
                     {"expected", step.expected},
                     {"causes", step.causes},
                     {"next", step.next},
                     {"seconds", step.seconds},
                     {"round", step.round}});
  }
  return json;
}

}  // namespace rtlgen::cli
