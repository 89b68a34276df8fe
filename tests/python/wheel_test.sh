#!/usr/bin/env bash
# The wheel of the Python package: unpacked anywhere, it is imported and computes. Usage: wheel_test.sh PYTHON SOURCE_FOLDER BUILD_FOLDER
set -euo pipefail
python=$1 source=$2 build=$3
if ! "$python" -c 'import numpy, setuptools, wheel' 2>/dev/null || ! command -v patchelf >/dev/null; then
  echo "skipped: no python3-numpy, python3-setuptools, python3-wheel or patchelf"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$source/scripts/wheel.sh" "$build" "$folder/wheel"
"$python" -m zipfile -e "$folder"/wheel/rtlgen-*.whl "$folder/site"
test -f "$folder/site/rtlgen/py.typed"
for field in "License: Apache-2.0" "Author: The rtlgen developers" "Classifier: Typing :: Typed" "Requires-Dist: numpy" "License-File: LICENSE"; do
  grep -qx "$field" "$folder"/site/rtlgen-*.dist-info/METADATA || { echo "FAILED: the wheel's metadata lacks $field" >&2; exit 1; }
done
# It needs nothing of this machine but glibc and the compiler's run-time library.
outside() { ldd "$folder"/site/rtlgen/_rtlgen*.so | grep '=>' | grep -v "=> $folder/" | grep -vE '^\s*lib(c|m|dl|rt|pthread|resolv|stdc\+\+|gcc_s)\.so' || true; }
[ -z "$(outside)" ] || { echo "FAILED: the module needs libraries of this machine:" >&2; outside >&2; exit 1; }
mv "$folder/site/rtlgen/lib" "$folder/aside"
[ -n "$(outside)" ] || { echo "FAILED: libraries that are left out are not noticed" >&2; exit 1; }
mv "$folder/aside" "$folder/site/rtlgen/lib"
cd "$folder"
PYTHONPATH=$folder/site "$python" - <<'END'
import numpy as np
import rtlgen
assert rtlgen.__file__.find("/site/") > 0, rtlgen.__file__
program = rtlgen.loads("name: wheel\ngrid: [4]\nfields: {t: {}}\nupdate: [t: t + 1]\n")
assert program.golden({"t": np.zeros(4, np.float32)})["t"].tolist() == [1.0] * 4
assert rtlgen.load("heat1d").name == "heat1d"
try:
    rtlgen.import_("x.c")
except rtlgen.ToolError as error:
    assert "rtlgen import x.c" in str(error)
else:
    raise SystemExit("a wheel has no importer")
END
if "$source/scripts/wheel.sh" "$folder" "$folder/none" 2>/dev/null; then echo "FAILED: a wheel of nothing" >&2; exit 1; fi
echo "passed"
