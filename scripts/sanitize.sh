#!/usr/bin/env bash
# Runs the tests under the address and undefined-behaviour sanitizers: scripts/sanitize.sh [OPTIONS of ctest]   (default: all tests except label all)
# A finding ends its program and thus fails its test; the number of findings is printed at the end. CXX selects the compiler:
# clang++ takes two thirds of g++'s time.
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in
  -h | --help) sed -n '2,4s/^# //p' scripts/sanitize.sh; exit 0 ;;
esac
[ $# -gt 0 ] || set -- -LE '^all$'
begin=$SECONDS
cmake --preset asan >/dev/null
# A build that misses a deliberate fault would find nothing elsewhere either.
for fault in 'int a[2] = {}; return a[n + 1];' 'return 2147483647 + n;'; do
  printf 'int main(int n, char**) { %s }\n' "$fault" |
    "${CXX:-c++}" -fsanitize=address,undefined -fno-sanitize-recover=all -x c++ - -o build/asan/control
  if build/asan/control >/dev/null 2>&1; then
    echo "sanitize.sh: the deliberate fault of the control was not found: $fault" >&2
    exit 1
  fi
done
cmake --build --preset asan
built=$((SECONDS - begin))
# Sanitized programs are several times slower than the time limits of the tests allow.
find build/asan -name CTestTestfile.cmake -exec sed -i -E 's/ TIMEOUT "[0-9]+"/ TIMEOUT "7200"/g' {} +
# Singletons are never freed. A test of scarce memory needs an exception, not an abort.
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
status=0
ctest --test-dir build/asan --output-on-failure --timeout 7200 -j "$(nproc)" "$@" || status=$?
found=$(grep -cE 'ERROR: AddressSanitizer|runtime error:' build/asan/Testing/Temporary/LastTest.log || true)
echo "built in $built s, tested in $((SECONDS - begin - built)) s; $found findings"
[ "$found" -eq 0 ] || exit 1
exit "$status"
