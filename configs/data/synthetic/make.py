#!/usr/bin/env python3
"""Makes the arrays beside this file: the same bytes every time, from nothing but this text.

volume.npy   32 x 32 x 12: two bodies and a vessel, as a magnetic resonance scanner shows them, with the
             Rician noise that denoise3d removes
weather.npy  64 x 64 x 8: a low with a front, by level, with ripples of two cells, the noise of a weather
             model that hdiff damps
tone.csv     256 brightnesses: an S, twice the contrast in the middle and less at both ends
coring.csv   129 differences from -64 on: what sharpening adds, nothing of noise and at most 40
ricker.csv   60 samples of a Ricker wavelet whose peak is at sample 24
near.csv, far.csv   257 weights of cubic interpolation at 0/256 to 256/256 of the way to the next cell: of the
             cell itself, and of the one before it; those of the next cells are the same from the other end
"""
import math
import pathlib
import random
import struct

FOLDER = pathlib.Path(__file__).parent


def write(name, nx, ny, nz, cell):
    """Writes cell(x, y, z) as float32; numpy's order is z, y, x, with x fastest."""
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({nz}, {ny}, {nx}), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    values = [cell(x, y, z) for z in range(nz) for y in range(ny) for x in range(nx)]
    data = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(f"<{len(values)}f", *values)
    (FOLDER / name).write_bytes(data)


def write_numbers(name, comment, numbers):
    """Writes numbers of eight digits, which every float32 has, ten a line."""
    texts = [f"{number:.8g}" for number in numbers]
    lines = [", ".join(texts[i:i + 10]) for i in range(0, len(texts), 10)]
    (FOLDER / name).write_text(f"# {comment}\n" + "\n".join(lines) + "\n")


def tone(brightness):
    """A logistic curve through both ends of the scale."""
    def raw(b):
        return 1 / (1 + math.exp(-8 * (b / 255 - 0.5)))
    return round(255 * (raw(brightness) - raw(0)) / (raw(255) - raw(0)))


def coring(difference):
    sign = -1 if difference < 0 else 1
    return sign * min(40, max(0, abs(difference) - 3))


def ricker(sample):
    t = (math.pi * (sample - 24) / 20) ** 2
    return (1 - 2 * t) * math.exp(-t)


def near(f):
    return (f + 1) * (f - 1) * (f - 2) / 2


def far(f):
    return -f * (f - 1) * (f - 2) / 6


def volume(noise):
    def clean(x, y, z):
        def inside(cx, cy, cz, rx, ry, rz):
            return ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 + ((z - cz) / rz) ** 2 < 1
        value = 0.15
        if inside(15.5, 15.5, 5.5, 14, 13, 7):
            value = 0.45
        if inside(11, 13, 5, 5, 6, 4):
            value = 0.8
        if inside(21, 19, 6, 4, 4, 4):
            value = 0.25
        if (x - 20 - z / 3) ** 2 + (y - 9) ** 2 < 3:
            value = 0.95
        return value

    def cell(x, y, z):
        real = clean(x, y, z) + noise.gauss(0, 0.05)
        return math.hypot(real, noise.gauss(0, 0.05))
    return cell


def weather(noise):
    def cell(x, y, z):
        dx, dy = x - 30 - z, y - 34
        low = -8 * math.exp(-(dx * dx + dy * dy) / 180)
        front = 4 * math.tanh((y - 20 - 0.4 * x + 5 * math.sin(x / 9)) / 2)
        ripples = 0.6 * (-1) ** (x + y) + noise.gauss(0, 0.4)
        return 280 - 3 * z + low + front + ripples
    return cell


if __name__ == "__main__":
    write("volume.npy", 32, 32, 12, volume(random.Random(1)))
    write("weather.npy", 64, 64, 8, weather(random.Random(2)))
    write_numbers("tone.csv", "tone curve of brightnesses 0 to 255", [tone(b) for b in range(256)])
    write_numbers("coring.csv", "what sharpening adds for differences -64 to 64", [coring(d) for d in range(-64, 65)])
    write_numbers("ricker.csv", "Ricker wavelet, one sample a time step", [ricker(s) for s in range(60)])
    write_numbers("near.csv", "weight of the cell, by 256ths of the way to the next", [near(f / 256) for f in range(257)])
    write_numbers("far.csv", "weight of the cell before, by 256ths of the way to the next", [far(f / 256) for f in range(257)])
