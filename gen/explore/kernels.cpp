// When to search again, and which search is better.
#include "explore/forms.hpp"

#include <algorithm>
#include <utility>

namespace rtlgen::explore {

namespace {

/// What is best comes first.
std::pair<double, double> rank_of(const Point& best, const Problem& problem) {
  const auto logic = static_cast<double>(problem.fabric->logic(best.area));
  switch (problem.objective) {
    case Objective::kEnergy:
      return {best.seconds * logic, best.seconds};
    case Objective::kSmallest:
      return {logic, best.seconds};
    case Objective::kTime:
      break;
  }
  return {best.seconds, logic};
}

}  // namespace

std::optional<Problem> with_ieee(const Problem& problem) {
  const spec::Stencil& stencil = problem.stencil;
  const bool has_floats = std::ranges::any_of(stencil.nodes, [](const spec::Node& n) { return n.type.is_float(); });
  if (stencil.hardware.arithmetic != spec::ArithmeticForm::kAuto || !has_floats) return std::nullopt;
  Problem other = problem;
  other.stencil.hardware.arithmetic = spec::ArithmeticForm::kIeee;
  return other;
}

bool is_better(const Answer& ieee, const Answer& other, const Problem& problem) {
  if (!ieee.best) return false;
  return !other.best || rank_of(*ieee.best, problem) < rank_of(*other.best, problem);
}

void set_form(Answer& found, spec::ArithmeticForm form) {
  if (found.best) found.best->form = form;
  for (Point& p : found.front) p.form = form;
  for (Rejected& r : found.neighbours) r.point.form = form;
}

}  // namespace rtlgen::explore
