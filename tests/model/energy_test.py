#!/usr/bin/env python3
"""docs/evidence/energy.md is what bench/papers/energy.py writes, and its errors tell a good model from a bad one.

Usage: energy_test.py SOURCE_FOLDER [--require]
"""
import os
import sys
import unittest

ROOT = sys.argv.pop(1)
REQUIRED = "--require" in sys.argv
sys.argv = sys.argv[:1]
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "bench", "papers"))
try:
    import energy  # noqa: E402
except ModuleNotFoundError as fault:
    print(f"energy_test: {fault}")
    sys.exit(1 if REQUIRED else 77)

PAGE = os.path.join(ROOT, "docs", "evidence", "energy.md")


def with_watts(watts_of):
    rows = energy.load()
    for row in rows:
        row["power_W"] = watts_of(row)
    return rows


class Energy(unittest.TestCase):
    def test_the_page_is_what_the_data_give(self):
        page = energy.page(energy.load())
        if os.environ.get("RTLGEN_UPDATE_GOLDEN"):
            with open(PAGE, "w", encoding="utf-8") as file:
                file.write(page)
        with open(PAGE, encoding="utf-8") as file:
            self.assertEqual(file.read(), page, "RTLGEN_UPDATE_GOLDEN=1 writes it again")
        other = energy.load()
        other[0]["power_W"] += 5
        self.assertNotEqual(page, energy.page(other))

    def test_watts_that_follow_the_terms_are_predicted(self):
        truth = {"constant": 12, "logic": 20, "DSP": 3, "block RAM": 7, "DDR": 9}
        rows = [row for row in with_watts(lambda row: energy.watts(truth, row)) if row["device"] == "A-10"]
        for name, value in energy.fit(rows, energy.ALL).items():
            self.assertAlmostEqual(value, truth[name], 6)
        errors = energy.left_out(rows, energy.by_row, energy.all_terms)
        self.assertLess(max(map(abs, errors)), 1e-6)

    def test_a_row_does_not_predict_itself(self):
        rows = [row for row in energy.load() if row["device"] == "A-10"]
        first = energy.left_out(rows, energy.by_row, energy.all_terms)[0]
        before = rows[0]["power_W"] * (1 + first / 100)
        rows[0]["power_W"] *= 3
        after = rows[0]["power_W"] * (1 + energy.left_out(rows, energy.by_row, energy.all_terms)[0] / 100)
        self.assertAlmostEqual(before, after, 9)

    def test_no_coefficient_is_negative(self):
        rows = with_watts(lambda row: 60 - 10 * row["features"]["DSP"])
        self.assertEqual(energy.fit(rows, ("constant", "DSP"))["DSP"], 0)

    def test_a_model_that_meets_the_target_stops_the_page(self):
        rows = with_watts(lambda row: energy.watts({"constant": 10, "logic": 30}, row))
        with self.assertRaises(SystemExit) as stopped:
            energy.page(rows)
        self.assertIn("decide again", str(stopped.exception))


if __name__ == "__main__":
    unittest.main()
