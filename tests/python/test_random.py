"""Random stencils, each matching NumPy bit for bit; random_stencils.py makes any number of them."""
import pathlib
import re
import sys
import warnings

import pytest

import rtlgen

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import random_stencils  # noqa: E402


@pytest.mark.parametrize("seed", range(1000, 1024))
def test_a_random_stencil_is_numpy(seed, tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", rtlgen.DescriptionWarning)
        assert random_stencils.check(seed, tmp_path) == ""


def test_a_difference_is_found(tmp_path, monkeypatch):
    """NumPy with one other operator: every such stencil is reported."""
    whole = random_stencils.Make.texts

    def changed(self):
        stencil, numpy = whole(self)
        return stencil, re.sub(r"\n    return (.*)", lambda m: "\n    return " + m[1].replace(" + t", " - t"), numpy)
    monkeypatch.setattr(random_stencils.Make, "texts", changed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", rtlgen.DescriptionWarning)
        assert all("differ" in random_stencils.check(seed, tmp_path) for seed in range(1000, 1006))
        monkeypatch.setattr(sys, "argv", ["random_stencils.py", "2", "1000"])
        assert random_stencils.main() == 1  # the failure that the test of 200 sees


def test_kinds_are_spread():
    """What the generator can write, it writes."""
    text = "".join(random_stencils.Make(seed).texts()[0] for seed in range(1000, 1200))
    for word in ("lap(", "bent(", "np.clip", "np.sign", "zip(", "enumerate", "match KIND", "if N == 2", "    if (", "np.isnan", "**N", "np.sum([",
                 "np.logical_and", "min(", " if (", "return {", "**-1", "np.reciprocal", "np.maximum"):
        assert text.count(word) > 5, word
