// Result<T>: a value, or the fact that it could not be made (the reasons are in a Diagnostics sink).
#pragma once

#include <optional>
#include <utility>

namespace rtlgen {

class Diagnostics;

struct Failure {};

/// Throws the InternalError of a failed Result that was read.
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
