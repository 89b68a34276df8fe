#!/usr/bin/env bash
# The wheel of the Python package: unpacked anywhere, it is imported and computes. Usage: wheel_test.sh PYTHON SOURCE_FOLDER BUILD_FOLDER
set -euo pipefail
python=$1 source=$2 build=$3
if ! "$python" -c 'import numpy, setuptools, wheel' 2>/dev/null; then
  echo "skipped: no python3-numpy, python3-setuptools or python3-wheel"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$source/scripts/wheel.sh" "$build" "$folder/wheel"
"$python" -m zipfile -e "$folder"/wheel/rtlgen-*.whl "$folder/site"
test -f "$folder/site/rtlgen/py.typed"
cd "$folder"
PYTHONPATH=$folder/site "$python" - <<'END'
import numpy as np
import rtlgen
assert rtlgen.__file__.find("/site/") > 0, rtlgen.__file__
program = rtlgen.loads("name: wheel\ngrid: [4]\nfields: {t: {}}\nupdate: [t: t + 1]\n")
assert program.golden({"t": np.zeros(4, np.float32)})["t"].tolist() == [1.0] * 4
END
if "$source/scripts/wheel.sh" "$folder" "$folder/none" 2>/dev/null; then echo "FAILED: a wheel of nothing" >&2; exit 1; fi
echo "passed"
