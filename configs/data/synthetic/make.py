#!/usr/bin/env python3
"""Makes the arrays beside this file: the same bytes every time, from nothing but this text.

volume.npy   32 x 32 x 12: two bodies and a vessel, as a magnetic resonance scanner shows them, with the
             Rician noise that denoise3d removes
weather.npy  64 x 64 x 8: a low with a front, by level, with ripples of two cells, the noise of a weather
             model that hdiff damps
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
