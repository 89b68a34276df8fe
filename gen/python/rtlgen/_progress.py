"""Progress of runs: a function of the caller, or a bar that suits the host."""
from __future__ import annotations

import importlib
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

Progress = Callable[[str, int, int], None]

_QUIET = 0.5  # seconds before a line of text appears
_BETWEEN = 0.1  # seconds between two lines


class Bar:
    """A bar that is called as `progress(what, done, total)`: tqdm's if that is installed, widgets in notebooks
    included, else a line on the terminal or an element in the notebook. Ends with `close`."""

    def __init__(self) -> None:
        self._make = _tqdm() or _own()
        self._bar: Any = None
        self._now: tuple[str, int] | None = None

    def __call__(self, what: str, done: int, total: int) -> None:
        if self._bar is not None and self._now != (what, total):
            if total or self._now is None or self._now[1]:
                self.close()
            else:
                self._bar.set_description_str(what)
        if self._bar is None:
            self._bar = self._make(desc=what, total=total or None)
        self._now = (what, total)
        self._bar.update(done - self._bar.n)
        if total and done >= total:
            self.close()

    def close(self) -> None:
        """Leaves the bar as it is; a later call begins a new one."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def progress_of(progress: Any) -> Progress | None:
    """A function for progress: that of the caller, a bar for True, None for False and None."""
    if progress is True:
        return Bar()
    if progress is None or progress is False:
        return None
    if not callable(progress):
        raise TypeError(f"progress: {progress!r} is not True, or a function progress(what, done, total)")
    return progress  # type: ignore[no-any-return]


def begun(progress: Progress | None, what: str) -> Progress | None:
    """Reports that work without a number of steps begins; returns its argument."""
    if progress is not None:
        progress(what, 0, 0)
    return progress


def ended(progress: Any) -> None:
    """Closes a bar; a function of the caller ends itself."""
    if isinstance(progress, Bar):
        progress.close()


def part(progress: Progress | None, done: int, total: int) -> Progress | None:
    """Progress of a part of a run of `total` steps, of which `done` are done before it."""
    if progress is None:
        return None
    whole = progress
    return lambda what, steps, _: whole(what, done + steps, total)


def _tqdm() -> Callable[..., Any] | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that ipywidgets is missing
            tqdm = importlib.import_module("tqdm.auto").tqdm
    except ImportError:
        return None
    return lambda desc, total: tqdm(desc=desc, total=total, unit=" steps" if total else "", leave=bool(total),
                                    **({} if total else {"bar_format": "{desc}, {elapsed}"}))


def _own() -> Callable[..., Any]:
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return _Element if shell is not None and "IPKernelApp" in shell.config else _Line


class _Line:
    """One line on standard error, updated in place; nothing if that is no terminal."""

    def __init__(self, desc: str, total: int | None) -> None:
        self.n = 0
        self._desc, self._total = desc, total
        self._begin = self._last = time.monotonic()
        self._shown = 0

    def update(self, more: int) -> None:
        self.n += more
        now = time.monotonic()
        if now - self._begin > _QUIET and (now - self._last > _BETWEEN or self.n == self._total):
            self._last = now
            self._show(now - self._begin)

    def set_description_str(self, desc: str) -> None:
        self._desc = desc
        self.update(0)

    def text(self, seconds: float) -> str:
        return f"{self._desc}: {self.n} of {self._total} steps, {seconds:.0f} s" if self._total else f"{self._desc}, {seconds:.0f} s"

    def _show(self, seconds: float) -> None:
        if not sys.stderr.isatty():
            return
        text = self.text(seconds)
        sys.stderr.write("\r" + text.ljust(self._shown))
        sys.stderr.flush()
        self._shown = len(text)

    def close(self) -> None:
        if self._shown:
            sys.stderr.write("\n")


class _Element(_Line):
    """A progress element in a notebook."""

    _handle: Any = None

    def _show(self, seconds: float) -> None:
        display = importlib.import_module("IPython.display")
        value = f" max='{self._total}' value='{self.n}'" if self._total else ""
        shown = display.HTML(f"<progress{value}></progress> {self.text(seconds)}")
        if self._handle is None:
            self._handle = display.display(shown, display_id=True)
        else:
            self._handle.update(shown)
