# A number that once made explore search for ever, deaf to Ctrl-C.
import rtlgen

P = rtlgen.loads('name: c\ngrid: [64, 64]\ntype: float32\nfields: {t: {boundary: edge}}\nupdate: [{t: "t + t[1,0]"}]\niterations: 4\n')
try:
    P.explore(board="kcu105", cells_per_cycle=[-1])
except rtlgen.Error as error:
    print("refused:", error)
