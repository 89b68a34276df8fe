# The golden engine in a forked child, after it ran in the parent.
import multiprocessing as mp

import numpy as np
import rtlgen

P = rtlgen.loads('name: c\ngrid: [512, 512]\ntype: float32\nfields: {t: {boundary: edge}}\nupdate: [{t: "t + t[1,0]"}]\niterations: 2\n')
a = np.ones((512, 512), np.float32)


def work(i):
    return float(P.golden({"t": a}).array.sum())


print(work(0), flush=True)
with mp.Pool(2) as p:
    try:
        print(p.map_async(work, [1, 2]).get(60))
    except mp.TimeoutError:
        print("HANG")
        p.terminate()
