KERNEL: DILATE
COUNT: 12
ITERATE: 1
REPEAT: 1
BOARDER: streaming
input s(20, 24)
local t1 = if(s(0,2)>s(1,1), s(0,2), s(1,1))
local t2 = if(s(1,2)>s(1,3), s(1,2), s(1,3))
local t3 = if(s(2,0)>s(2,1), s(2,0), s(2,1))
local t4 = if(t1>t2, t1, t2)
output y(0, 0) = if(t3>t4, t3, t4)
