"""docs/python_api.md is what the package says of itself. RTLGEN_UPDATE_GOLDEN=1 writes it."""
import inspect
import os
import pathlib
import sys

import rtlgen

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import api_page  # noqa: E402

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/python_api.md"


def test_the_page_is_up_to_date():
    if os.environ.get("RTLGEN_UPDATE_GOLDEN") == "1":
        PAGE.write_text(api_page.page())
    assert PAGE.read_text() == api_page.page(), "RTLGEN_UPDATE_GOLDEN=1 writes docs/python_api.md again"


def test_every_name_is_on_it():
    named = {name for names in api_page.GROUPS.values() for name in names} | api_page.VALUES
    assert named == set(rtlgen.__all__) | {"load", "loads"}


def test_every_public_member_says_what_it_is():
    without = [f"{name}.{member}" for name in rtlgen.__all__ if inspect.isclass(getattr(rtlgen, name)) for member in dir(getattr(rtlgen, name))
               if not member.startswith("_") and is_member(inspect.getattr_static(getattr(rtlgen, name), member))
               and not inspect.getdoc(getattr(getattr(rtlgen, name), member))]
    assert not without


def is_member(thing):
    return isinstance(thing, property) or inspect.isfunction(thing)


def test_ipython_sees_a_stencil_as_its_function():
    @rtlgen.stencil
    def heat(t: rtlgen.Field, k: rtlgen.Param = 0.1):
        """Heat in a plate."""
        return t + k*t[0, 1]
    assert list(inspect.signature(heat).parameters) == ["t", "k"] and inspect.getdoc(heat) == "Heat in a plate."
    assert "return t + k*t[0, 1]" in inspect.getsource(heat)
