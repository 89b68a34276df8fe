#!/usr/bin/env bash
# Builds the VS Code extension and tests it with a real language client: build/editors/rtlgen-VERSION.vsix.
# Needs node and npm, and the npm registry for libraries; writes nothing into the source tree.
#
# Usage: scripts/vscode.sh [--no-test] [RTLGEN, default build/ci/rtlgen]
set -euo pipefail
cd "$(dirname "$0")/.."
is_test=1
rtlgen=build/ci/rtlgen
for word in "$@"; do
  case "$word" in
    -h | --help) sed -n '2,5s/^# \{0,1\}//p' scripts/vscode.sh; exit 0 ;;
    --no-test) is_test=0 ;;
    -*) echo "vscode.sh: unknown option '$word' (see --help)" >&2; exit 2 ;;
    *) rtlgen=$word ;;
  esac
done
for tool in node npm; do
  command -v "$tool" >/dev/null || { echo "vscode.sh: $tool is missing: apt-get install nodejs npm" >&2; exit 3; }
done
if [ $is_test -eq 1 ] && [ ! -x "$rtlgen" ]; then
  echo "vscode.sh: $rtlgen does not exist; build it, name another program, or add --no-test" >&2
  exit 2
fi
rtlgen=$(realpath -m "$rtlgen")
version=$(sed -n 's/^project(rtlgen VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
work=build/editors/vscode
mkdir -p "$work"
cp -r editors/vscode/. "$work"
cp LICENSE "$work"
cd "$work"
npm pkg set version="$version" >/dev/null
npm install --no-audit --no-fund --silent
npm run --silent build
[ $is_test -eq 0 ] || npm run --silent test -- "$rtlgen"
npx --no-install vsce package --no-dependencies --skip-license --allow-missing-repository --out "../rtlgen-$version.vsix" >/dev/null
echo "vscode.sh: build/editors/rtlgen-$version.vsix; install it with: code --install-extension build/editors/rtlgen-$version.vsix"
