# Numbers, texts and types that no method takes: each call ends with an exception of Python, and the interpreter lives.
# Prints each call that did something else than its line says.
import numpy as np
import rtlgen
from rtlgen import f16, f32

P = rtlgen.loads('name: c\ngrid: [64, 64]\ntype: float32\nfields: {t: {boundary: edge}}\nupdate: [{t: "t + t[1,0]"}]\niterations: 4\n')
BOARD = 'board="kcu105",'
CALLS = f"""
P.explore({BOARD}depth=[0]) -> RG0824
P.explore({BOARD}depth=[-1]) -> RG0824
P.explore({BOARD}cells_per_cycle=[0]) -> RG0824
P.explore({BOARD}cells_per_cycle=[-1]) -> RG0824
P.explore({BOARD}cells_per_cycle=[3]) -> value
P.explore({BOARD}cells_per_cycle=4) -> TypeError
P.explore({BOARD}cells_per_cycle=[2**40]) -> RG0824
P.explore({BOARD}depth=[2**31-1]) -> RG0824
P.explore({BOARD}clocks=[0]) -> RG0824
P.explore({BOARD}clocks=[-5]) -> RG0824
P.explore({BOARD}clocks=[float('nan')]) -> RG0824
P.explore({BOARD}target=-1) -> RG0824
P.explore({BOARD}target=float('nan')) -> RG0824
P.explore({BOARD}types=['float33']) -> RG0210
P.explore({BOARD}types='float32') -> TypeError
P.explore({BOARD}types=[f32,f16]) -> value
P.explore({BOARD}fill=[3,3,3]) -> RG0824
P.explore({BOARD}fill=[0,0,0]) -> RG0824
P.explore({BOARD}clock=float('inf')) -> RG0824
P.explore(board=3) -> TypeError
P.model({BOARD}steps=2**62) -> RG0824
P.model({BOARD}shape=(0,0)) -> RG0824
P.model({BOARD}shape=(-4,4)) -> RG0824
P.model({BOARD}shape=(2**31,2**31)) -> RG0824
P.golden(shape=(-4,4)) -> RG0824
P.sim(memory='ddr',dram='nope') -> RG0806
P.run(device=3) -> TypeError
P.run(patience='x') -> TypeError
P.run(patience=-1) -> RG0824
P.run(check='no') -> TypeError
P.run(backend='xdma') -> ToolError
P.run(backend='uart',device='/dev/nope') -> RG0811
P.sim(trace='/nope/dir/w.fst') -> ToolError
P.report('/proc/nope') -> ToolError
P.generate('') -> ToolError
P.golden({{'t': np.zeros((64,64),np.float32)}},seed=1.5) -> RG0824
rtlgen.load(3) -> TypeError
rtlgen.load(b'/nowhere/x') -> RG0101
rtlgen.loads('a: \\x00') -> RG0102
P.set('iterations','3; x') -> RG0203
P.set(3,4) -> TypeError
P.set('grid') -> TypeError
"""
count = 0
for line in CALLS.strip().splitlines():
    call, wanted = line.rsplit(" -> ", 1)
    count += 1
    try:
        eval(call)
        got = "value"
    except Exception as error:
        got = f"{type(error).__name__} {error}"
    if wanted not in got:
        print(f"WRONG: {call}: {got.splitlines()[0]}, not {wanted}")
print(count, "calls")
