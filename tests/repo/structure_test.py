"""docs/structure.md is what scripts/structure.py writes, and the script finds cycles and counts what it says."""
import importlib.util
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(sys.argv.pop(1))
spec = importlib.util.spec_from_file_location("structure", ROOT / "scripts/structure.py")
structure = importlib.util.module_from_spec(spec)
spec.loader.exec_module(structure)


class Structure(unittest.TestCase):
    def test_page_is_up_to_date(self):
        run = subprocess.run([sys.executable, ROOT / "scripts/structure.py", "--check"], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stderr), (0, ""))

    def test_stale_page_is_found(self):
        now = structure.count(ROOT)
        before = {**now, "throws": now["throws"] + 1}
        self.assertNotEqual(structure.page(now, now), structure.page(now, before))

    def test_risen_figures_are_found(self):
        before = {"throws": 3}
        self.assertEqual(structure.risen(before, {"throws": 3, "codes": 0}), [])
        self.assertRegex(structure.risen(before, {"throws": 4, "codes": 0})[0], "^4 times `throw`, at most 3")
        self.assertRegex(structure.risen(before, {"throws": 3, "codes": 1})[0], "^1 codes of diagnostics as text")
        now = structure.count(ROOT)
        print(f"{now['throws']} times throw, {now['codes']} codes as text")

    def test_cycle_is_found(self):
        arrows = structure.arrows_of({"gen/a/a.cpp": '#include "b/b.hpp"\n', "sim/b/b.hpp": '#include "a/a.hpp"\n',
                                      "gen/c/c.hpp": ""})
        self.assertEqual(structure.levels_of({"gen/a", "sim/b", "gen/c"}, arrows), ([["gen/c"]], ["gen/a", "sim/b"]))

    def test_own_source_is_no_user(self):
        users = structure.users_of({"gen/a/a.cpp": '#include "a/a.hpp"\n', "gen/a/a.hpp": "",
                                    "gen/b/b.cpp": '#include "a/a.hpp"\n'})
        self.assertEqual(users, {"gen/a/a.hpp": {"gen/b/b.cpp"}})


if __name__ == "__main__":
    unittest.main()
