// Result<T>: a value, or a failure (a Diagnostics sink has the reasons).
#pragma once

#include <optional>
#include <utility>

namespace rtlgen {

class Diagnostics;

struct Failure {};

/// Throws an InternalError: a failed Result was read.
[[noreturn]] void fail_result();

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor)
  Result(Failure) {}                             // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }

  const T& operator*() const& { return get(); }
  T& operator*() & { return get(); }
  T&& operator*() && { return std::move(get()); }
  const T* operator->() const { return &get(); }
  T* operator->() { return &get(); }

 private:
  const T& get() const {
    if (!value_.has_value()) fail_result();
    return *value_;
  }
  T& get() {
    if (!value_.has_value()) fail_result();
    return *value_;
  }
  std::optional<T> value_;
};

}  // namespace rtlgen
