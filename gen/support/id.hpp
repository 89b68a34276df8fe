// Typed indices: an Id<Tag> names one element of the vectors that it indexes, and of no others.
//
// Every kind of index has a tag, so a signal cannot be mistaken for an expression, nor for a width or a count:
//
//     using SignalId = Id<struct SignalTag>;
//     IndexVector<SignalId, Signal> signals;
//     const SignalId clock = signals.push_back({"clk"});
//
// Printed text uses index(), so an id needs no formatter.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

namespace rtlgen {

/// An index of one kind; invalid by default.
template <class Tag>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(std::integral auto index) : index_(static_cast<int>(index)) {}

  /// True if it names an element.
  [[nodiscard]] constexpr bool valid() const { return index_ >= 0; }
  /// Counts from 0; -1 if invalid.
  [[nodiscard]] constexpr int index() const { return index_; }

  friend constexpr bool operator==(Id, Id) = default;
  /// Ordered by index; an invalid id comes first.
  friend constexpr std::strong_ordering operator<=>(Id, Id) = default;

 private:
  int index_ = -1;
};

/// Consecutive ids, ascending or descending, for range-based loops.
template <class IdType>
class IdRange {
 public:
  class Iterator {
   public:
    constexpr Iterator(int index, int step) : index_(index), step_(step) {}
    constexpr IdType operator*() const { return IdType(index_); }
    constexpr Iterator& operator++() {
      index_ += step_;
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    int index_, step_;
  };

  /// Runs from `first` to the last id before `end`, in steps of `step` (1 or -1).
  constexpr IdRange(int first, int end, int step) : first_(first), end_(end), step_(step) {}
  [[nodiscard]] constexpr Iterator begin() const { return Iterator(first_, step_); }
  [[nodiscard]] constexpr Iterator end() const { return Iterator(end_, step_); }

 private:
  int first_, end_, step_;
};

/// A std::vector with ids of one kind as subscripts. Builds with assertions and those with the address sanitizer check
/// subscripts: a bad one throws std::out_of_range.
template <class IdType, class T>
class IndexVector {
 public:
  using value_type = T;
  using reference = typename std::vector<T>::reference;
  using const_reference = typename std::vector<T>::const_reference;
  using iterator = typename std::vector<T>::iterator;
  using const_iterator = typename std::vector<T>::const_iterator;

  IndexVector() = default;
  explicit IndexVector(std::size_t size, const T& value = T()) : items_(size, value) {}
  IndexVector(std::initializer_list<T> items) : items_(items) {}

  reference operator[](IdType id) { return kChecked ? items_.at(subscript(id)) : items_[subscript(id)]; }
  const_reference operator[](IdType id) const { return kChecked ? items_.at(subscript(id)) : items_[subscript(id)]; }
  /// True if `id` names an element.
  [[nodiscard]] bool contains(IdType id) const { return id.valid() && subscript(id) < items_.size(); }

  /// Appends `item`; returns its id.
  IdType push_back(T item) {
    items_.push_back(std::move(item));
    return IdType(items_.size() - 1);
  }
  /// Inserts `item` before the element `id`, or after the last one.
  void insert(IdType id, T item) { items_.insert(items_.begin() + id.index(), std::move(item)); }
  void pop_back() { items_.pop_back(); }
  void resize(std::size_t size, const T& value = T()) { items_.resize(size, value); }
  void assign(std::size_t size, const T& value) { items_.assign(size, value); }
  void reserve(std::size_t size) { items_.reserve(size); }
  void clear() { items_.clear(); }

  /// The ids of the current elements.
  [[nodiscard]] IdRange<IdType> ids() const { return {0, static_cast<int>(items_.size()), 1}; }
  /// The same ids in reverse.
  [[nodiscard]] IdRange<IdType> ids_backwards() const { return {static_cast<int>(items_.size()) - 1, -1, -1}; }
  [[nodiscard]] std::size_t size() const { return items_.size(); }
  [[nodiscard]] bool empty() const { return items_.empty(); }
  const_reference front() const { return items_.front(); }
  reference back() { return items_.back(); }
  const_reference back() const { return items_.back(); }
  iterator begin() { return items_.begin(); }
  iterator end() { return items_.end(); }
  const_iterator begin() const { return items_.begin(); }
  const_iterator end() const { return items_.end(); }

  friend bool operator==(const IndexVector&, const IndexVector&) = default;

 private:
#if !defined(NDEBUG) || defined(__SANITIZE_ADDRESS__)
  static constexpr bool kChecked = true;
#else
  static constexpr bool kChecked = false;
#endif
  static std::size_t subscript(IdType id) { return static_cast<std::size_t>(id.index()); }

  std::vector<T> items_;
};

}  // namespace rtlgen

template <class Tag>
struct std::hash<rtlgen::Id<Tag>> {
  std::size_t operator()(rtlgen::Id<Tag> id) const noexcept { return static_cast<std::size_t>(id.index()); }
};
