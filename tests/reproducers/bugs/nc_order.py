# Writes three files of the classic NetCDF format, each with a variable u of 3 x 3 floats 0 to 8: xy.nc has dimensions
# (x, y), range.nc (y, x) and the valid range 0 to 5, plain.nc only (y, x).
import struct


def name(text):
    return struct.pack(">i", len(text)) + text.encode().ljust(-(-len(text) // 4) * 4, b"\0")


def write(path, dimensions, valid):
    absent, number = struct.pack(">ii", 0, 0), struct.pack(">i", 5)  # NC_FLOAT is 5
    attributes = absent
    if valid:
        attributes = struct.pack(">ii", 12, 1) + name("valid_range") + number + struct.pack(">iff", len(valid), *valid)
    head = b"CDF\1" + struct.pack(">i", 0) + struct.pack(">ii", 10, len(dimensions))
    for dimension in dimensions:
        head += name(dimension) + struct.pack(">i", 3)
    head += absent + struct.pack(">ii", 11, 1) + name("u") + struct.pack(">iii", 2, 0, 1) + attributes
    begin = len(head) + 12
    data = struct.pack(">9f", *range(9))
    with open(path, "wb") as file:
        file.write(head + number + struct.pack(">ii", len(data), begin) + data)


write("xy.nc", "xy", ())
write("range.nc", "yx", (0, 5))
write("plain.nc", "yx", ())
