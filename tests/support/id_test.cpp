// Ids of two kinds do not mix, and vectors accept only their own. Compiled with assertions, so that subscripts are
// checked.
#include "support/id.hpp"

#include <gtest/gtest.h>

#include <map>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <unordered_set>

namespace rtlgen {
namespace {

using AppleId = Id<struct AppleTag>;
using PearId = Id<struct PearTag>;

template <class A, class B>
concept Comparable = requires(A a, B b) {
  a == b;
}
|| requires(A a, B b) { a < b; };
template <class Vector, class Subscript>
concept Subscriptable = requires(Vector v, Subscript s) {
  v[s];
};

static_assert(Comparable<AppleId, AppleId> && !Comparable<AppleId, PearId>, "ids of two kinds do not compare");
static_assert(!Comparable<AppleId, int>, "nor an id with a number");
static_assert(!std::is_convertible_v<int, AppleId> && std::is_constructible_v<AppleId, int>,
              "numbers become ids aloud");
static_assert(!std::is_convertible_v<AppleId, int> && !std::is_constructible_v<int, AppleId>, "ids are no numbers");
static_assert(!std::is_constructible_v<AppleId, PearId> && !std::is_assignable_v<AppleId&, PearId>, "kinds stay apart");

using Apples = IndexVector<AppleId, std::string>;
static_assert(Subscriptable<Apples, AppleId> && Subscriptable<const Apples, AppleId>, "a vector takes its own ids");
static_assert(!Subscriptable<Apples, PearId> && !Subscriptable<const Apples, PearId>, "and none of another kind");
static_assert(!Subscriptable<Apples, int> && !Subscriptable<Apples, std::size_t>, "nor a number");

TEST(Id, IsNoneUntilItIsGivenAnIndex) {
  EXPECT_FALSE(AppleId().valid());
  EXPECT_EQ(AppleId().index(), -1);
  EXPECT_TRUE(AppleId(0).valid());
  EXPECT_EQ(AppleId(std::size_t{7}).index(), 7);
}

TEST(Id, ComparesAndHashesByIndex) {
  EXPECT_EQ(AppleId(3), AppleId(3));
  EXPECT_NE(AppleId(3), AppleId(4));
  EXPECT_LT(AppleId(3), AppleId(4));
  EXPECT_LT(AppleId(), AppleId(0));
  const std::unordered_set<AppleId> seen = {AppleId(1), AppleId(2), AppleId(1)};
  EXPECT_EQ(seen.size(), 2U);
  const std::map<AppleId, int> sizes = {{AppleId(2), 20}, {AppleId(1), 10}};
  EXPECT_EQ(sizes.begin()->second, 10);
}

TEST(IndexVector, ReturnsTheIdOfWhatItTakes) {
  Apples apples;
  const AppleId first = apples.push_back("red");
  const AppleId second = apples.push_back("green");
  EXPECT_EQ(first, AppleId(0));
  EXPECT_EQ(apples[second], "green");
  apples[first] = "yellow";
  EXPECT_EQ(apples, (Apples{"yellow", "green"}));
  EXPECT_TRUE(apples.contains(second));
  EXPECT_FALSE(apples.contains(AppleId(2)));
  EXPECT_FALSE(apples.contains(AppleId()));
}

TEST(IndexVector, ListsItsIdsInOrder) {
  IndexVector<AppleId, int> weights(3, 5);
  std::string order;
  for (const AppleId id : weights.ids()) {
    order += std::to_string(id.index()) + ":" + std::to_string(weights[id]) + " ";
    if (id == AppleId(0)) weights.push_back(9);  // the list does not grow with the vector
  }
  EXPECT_EQ(order, "0:5 1:5 2:5 ");
  EXPECT_EQ(weights.size(), 4U);
  order.clear();
  for (const AppleId id : weights.ids_backwards()) order += std::to_string(weights[id]) + " ";
  EXPECT_EQ(order, "9 5 5 5 ");
  for ([[maybe_unused]] const AppleId id : Apples().ids_backwards()) ADD_FAILURE();
}

TEST(IndexVector, HoldsTruthValues) {
  IndexVector<AppleId, bool> ripe(2, false);
  ripe[AppleId(1)] = true;
  EXPECT_FALSE(ripe[AppleId(0)]);
  EXPECT_TRUE(ripe[AppleId(1)]);
}

TEST(IndexVector, ChecksSubscripts) {
  Apples apples = {"red"};
  EXPECT_THROW(static_cast<void>(apples[AppleId(1)]), std::out_of_range);
  EXPECT_THROW(static_cast<void>(apples[AppleId()]), std::out_of_range);
}

}  // namespace
}  // namespace rtlgen
