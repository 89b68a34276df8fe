"""Stencils and field operators of GT4Py for the tests. The texts are only read: GT4Py is not needed."""

HEAD = """
import numpy as np
from gt4py.cartesian import gtscript
from gt4py.cartesian.gtscript import BACKWARD, FORWARD, IJ, K, PARALLEL, Field, computation, horizontal, interval, region

F3 = gtscript.Field[np.float64]
WEIGHT = 0.25

@gtscript.function
def lap(f):
    return -4.0*f + f[1, 0, 0] + f[-1, 0, 0] + (f[0, 1, 0] + f[0, -1, 0])

@gtscript.function
def flux(f, d):
    df = f[1, 0, 0] - f
    dd = d[1, 0, 0] - d
    return (0.0 if df*dd > 0.0 else dd), df

"""
SHAPE = (7, 6, 5)

STENCILS = {
    "heat": """
def heat(t: Field[np.float32], new: Field[np.float32], *, k: np.float32):
    with computation(PARALLEL), interval(...):
        new = t + k*(t[-1, 0, 0] + t[1, 0, 0] + t[0, -1, 0] + t[0, 1, 0] - 4.0*t)
""",
    "constants": """
def constants(a: F3, b: Field[np.int32], c: Field[bool], out: Field["float"]):
    with computation(PARALLEL), interval(...):
        out = 1.0/3.0 + (2 if a > WEIGHT else -0.0)*a + 0.1*b - (1.5 if c else 0.5) + 7
        b = b*3 - 1
        c = not c or a > 0.5 and b < 4
""",
    "functions": """
def functions(a: F3, b: Field[np.float32], out: F3):
    with computation(PARALLEL), interval(...):
        r = round(a*3.0) + round_away_from_zero(a*8.0) + floor(a) - ceil(b) + trunc(a*2.0)
        out = min(a, b) + max(a, 0.5) + min(0.25, b) + abs(a - 0.5)*sqrt(abs(b)) + a**2 + r + (1.0 if isnan(a) else 2.0) + float32(a)
        out = (out if isfinite(a) and not isinf(b) else 3.0) + int32(b*5.0) % 3 + mod(int64(a*9.0), 4)
""",
    "diffusion": """
def diffusion(inp: F3, out: F3, coeff: F3):
    with computation(PARALLEL), interval(...):
        l = lap(inp)
        dx = l[1, 0, 0] - l
        fx = 0 if dx*(inp[1, 0, 0] - inp) > 0 else dx
        dx = l[0, 1, 0] - l[0, 0, 0]
        fy = 0 if dx*(inp[0, 1, 0] - inp) > 0 else dx
        out = inp - coeff*(fx - fx[-1, 0, 0] + fy - fy[0, -1, 0])
""",
    "nested_calls": """
def nested_calls(phi: F3, out: F3, also: F3):
    with computation(PARALLEL), interval(...):
        out = lap(lap(phi)) + lap(phi*WEIGHT)
        f, g = flux(f=phi, d=lap(phi))
        also = f*2.0 + g
""",
    "intervals": """
def intervals(a: F3, out: F3, top: F3):
    with computation(PARALLEL):
        with interval(0, 1):
            tmp = a[0, 0, 1]*2.0
            out = tmp
        with interval(1, -1):
            tmp = a[0, 0, -1] + a[0, 0, 1]
            out = tmp - a
        with interval(-1, None):
            tmp = -a[0, 0, -1]
    with computation(PARALLEL), interval(1, None):
        top = tmp[0, 0, -1] + tmp
""",
    "levels": """
def levels(a: F3, low: F3, high: F3, mid: F3):
    with computation(PARALLEL), interval(0):
        low = a
    with computation(PARALLEL), interval(-1):
        high = a*2.0
    with computation(PARALLEL), interval(1, 3):
        mid = a + K
""",
    "around_in_k": """
def around_in_k(a: F3, out: F3):
    with computation(PARALLEL), interval(...):
        out = a[0, 0, 1] + a[0, 0, -2] + a[1, 0, 0]
""",
    "choices": """
def choices(a: F3, b: F3, out: F3):
    with computation(PARALLEL), interval(...):
        c = 0.0
        if a > 0.5:
            c = b
            if b > 0.5:
                out = c + 1.0
            else:
                out = c - 1.0
        elif a > 0.25:
            out = -a
            c = 2.0
        out += c[0, 0, 0]
""",
    "overwritten": """
def overwritten(a: F3, out: F3, other: F3):
    with computation(PARALLEL), interval(...):
        unused = a*3.0
        out = a
        out = out + a[1, 0, 0]
        other = out*2.0
        out = out - 1.0
        out[0, 0, 0] = out[0, 0, 0]*other
""",
    "declared": """
def declared(a: F3, out: F3, n: Field[int]):
    tmp: float32 = 0.5
    count: int = 0
    with computation(PARALLEL), interval(1, None):
        tmp = tmp + a
        if a > 0.25:
            count += 1
    with computation(PARALLEL), interval(...):
        other: float32 = a*3.0
        out = tmp*other
        n = count*2
""",
    "partly": """
def partly(a: F3, out: F3):
    with computation(PARALLEL), interval(1, -1):
        out = a
    with computation(PARALLEL), interval(0, -1):
        out = out[0, 0, 0] + out[0, 0, 1]
""",
    "regions": """
def regions(a: F3, out: F3):
    with computation(PARALLEL), interval(...):
        tmp = a
        with horizontal(region[I[0], :], region[I[-1], J[0] : J[0] + 2]):
            tmp = a*2.0
        out = tmp + lap(tmp)
        with horizontal(region[I[0] + 1 : I[-1], J[-1]]):
            out = -out
""",
    "surface": """
def surface(a: F3, floor_of: Field[IJ, np.float64], by_k: Field[gtscript.K, np.float32], out: F3):
    with computation(PARALLEL), interval(...):
        out = a*floor_of[1, 0] + by_k[0] - floor_of
""",
    "running_sum": """
def running_sum(a: F3, out: F3):
    with computation(FORWARD):
        with interval(0, 1):
            out = a
        with interval(1, None):
            out = out[0, 0, -1] + a
""",
    "tridiagonal": """
def tridiagonal(inf: F3, diag: F3, sup: F3, rhs: F3, out: F3):
    with computation(FORWARD):
        with interval(0, 1):
            sup = sup/diag
            rhs = rhs/diag
        with interval(1, None):
            sup = sup/(diag - sup[0, 0, -1]*inf)
            rhs = (rhs - inf*rhs[0, 0, -1])/(diag - sup[0, 0, -1]*inf)
    with computation(BACKWARD):
        with interval(-1, None):
            out = rhs
        with interval(0, -1):
            out = rhs - sup*out[0, 0, 1]
""",
    "advection": """
def advection(w: F3, u: F3, tend: F3, *, dtr: float):
    with computation(FORWARD):
        with interval(0, 1):
            g = WEIGHT*(w[1, 0, 1] + w[0, 0, 1])
            c = g*0.5
            b = dtr - c
            d = dtr*u - c*(u[0, 0, 1] - u)
            div = 1.0/b
            c = c*div
            d = d*div
        with interval(1, -1):
            ga = -WEIGHT*(w[1, 0, 0] + w)
            g = WEIGHT*(w[1, 0, 1] + w[0, 0, 1])
            a = ga*0.5
            c = g*0.5
            b = dtr - a - c
            d = dtr*u - a*(u[0, 0, -1] - u) - c*(u[0, 0, 1] - u)
            div = 1.0/(b - c[0, 0, -1]*a)
            c = c*div
            d = (d - d[0, 0, -1]*a)*div
        with interval(-1, None):
            ga = -WEIGHT*(w[1, 0, 0] + w)
            a = ga*0.5
            b = dtr - a
            d = dtr*u - a*(u[0, 0, -1] - u)
            div = 1.0/(b - c[0, 0, -1]*a)
            d = (d - d[0, 0, -1]*a)*div
    with computation(BACKWARD):
        with interval(-1, None):
            x = d
            tend = dtr*(x - u)
        with interval(0, -1):
            x = d - c*x[0, 0, 1]
            tend = dtr*(x - u)
""",
    "sequential_choice": """
def sequential_choice(a: F3, m: F3, out: F3):
    with computation(FORWARD):
        with interval(0, 1):
            m = a
        with interval(1, None):
            if a > m[0, 0, -1]:
                m = a
            else:
                m = m[0, 0, -1]
            out = m + out
    with computation(BACKWARD), interval(0, -1):
        s = a[0, 0, 1]*2.0
        out = s + lap(s)
""",
    "not_carried": """
def not_carried(a: F3, out: F3, up: F3):
    with computation(FORWARD), interval(0, -1):
        out = a + out[0, 0, 1]
        up = lap(a) + out
""",
}
ORIGINS = {"heat": (1, 1, 0), "diffusion": (2, 2, 0), "nested_calls": (2, 2, 0), "around_in_k": (0, 0, 2), "regions": (1, 1, 0), "surface": (0, 0, 0),
           "sequential_choice": (1, 1, 0), "not_carried": (1, 1, 0)}
DOMAINS = {"heat": (5, 4, 5), "diffusion": (3, 2, 5), "nested_calls": (3, 2, 5), "around_in_k": (6, 6, 2), "overwritten": (6, 6, 5), "regions": (5, 4, 5),
           "surface": (6, 6, 5), "advection": (6, 6, 5), "sequential_choice": (5, 4, 5), "not_carried": (5, 4, 5)}

OPERATORS = """
import gt4py.next as gtx
from gt4py.next import Dims, astype, float32, float64, neighbor_sum, where

I = gtx.Dimension("I")
J = gtx.Dimension("J")
Ioff = gtx.FieldOffset("Ioff", source=I, target=(I,))
Plane = gtx.Field[Dims[I, J], float64]
LIMIT = 0.5

@gtx.field_operator
def lap(f: Plane) -> Plane:
    return -4.0*f + f(I + 1) + f(I - 1) + f(J + 1) + f(J - 1)

@gtx.field_operator
def smooth(t: Plane, w: gtx.Field[[J], float64], k: float64, up: bool) -> tuple[Plane, Plane]:
    d = lap(lap(t))
    e = (t + d)(Ioff[1])
    if up:
        e = e + 1.0
    r = where((t > LIMIT) & ~(d > 0.0), t, astype(astype(e, float32), float64))
    return t + k*d*w(J + 1), maximum(r, 0.0) if up else r
"""
