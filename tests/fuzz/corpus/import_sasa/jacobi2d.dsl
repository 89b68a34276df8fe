KERNEL: JACOBI2D
COUNT: 3
ITERATE: 4
REPEAT: 2
BOARDER: streaming
input in_1(20, 24)
output out_1(0, 0) = (in_1(0,1) + in_1(1,0) + in_1(0,0) + in_1(0,-1) + in_1(-1,0)) / 5
