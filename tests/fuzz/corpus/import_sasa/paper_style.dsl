# As printed in the paper, with its minus signs
kernel: JACOBI2D
iteration: 2
input float: in_1(20, 24)
output float: out_1(0, 0) = ( in_1(0,1) + in_1(1,0) + in_1(0,0) + in_1(0,−1) + in_1(−1,0) ) / 5
count: 3
repeat: 2
boarder: streaming
