"""What tests of stencils share."""
import importlib
import os

import numpy as np
import pytest


def needed(module, package):
    """The module, or a skip that names its Debian package; a failure where every tool is required."""
    try:
        return importlib.import_module(module)
    except ImportError:
        text = f"{package} is not installed"
        if os.environ.get("RTLGEN_REQUIRE_TOOLS"):
            pytest.fail("missing: " + text)
        pytest.skip(text)


@pytest.fixture
def plate():
    a = np.random.default_rng(1).standard_normal((9, 12)).astype(np.float32)
    a[0, :4] = [-0.0, 0.0, np.inf, np.nan]
    return a


def moved(a, j, i):
    p = np.pad(a, 2, mode="edge")
    return p[2 + j:p.shape[0] - 2 + j, 2 + i:p.shape[1] - 2 + i]


def same(a, b):
    """In every bit, any NaN for any NaN."""
    a, b = np.asarray(a), np.asarray(b)
    assert a.dtype == b.dtype and a.shape == b.shape
    if a.dtype.kind == "f":
        assert np.array_equal(np.isnan(a), np.isnan(b))
        a, b = np.where(np.isnan(a), 0, a), np.where(np.isnan(b), 0, b)
    assert a.tobytes() == b.tobytes()


def heat_numpy(t, k, steps):
    """Heat with a border that stays, in the order of operations of t + k*(up + down + left + right - 4*t)."""
    t, k = t.copy(), np.float32(k)
    for _ in range(steps):
        c = t[1:-1, 1:-1].copy()
        t[1:-1, 1:-1] = c + k*(t[:-2, 1:-1] + t[2:, 1:-1] + t[1:-1, :-2] + t[1:-1, 2:] - np.float32(4)*c)
    return t
