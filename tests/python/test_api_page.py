"""docs/python_api.md is what the package says of itself. RTLGEN_UPDATE_GOLDEN=1 writes it."""
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
