// Expected<T>: a value, or the error that is still to be reported.
#pragma once

#include <utility>

#include "support/error.hpp"
#include "support/result.hpp"

namespace rtlgen {

/// Unlike a failed Result, it knows why: the caller reports error(), with a location that the function does not know.
template <class T>
class [[nodiscard]] Expected : private Result<T> {
 public:
  Expected(T value) : Result<T>(std::move(value)) {}                         // NOLINT(google-explicit-constructor)
  Expected(Error error) : Result<T>(Failure{}), error_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  using Result<T>::ok;
  using Result<T>::operator bool;
  using Result<T>::operator*;
  using Result<T>::operator->;

  [[nodiscard]] const Error& error() const { return error_; }

 private:
  Error error_;
};

}  // namespace rtlgen
