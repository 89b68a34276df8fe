KERNEL: HOTSPOT
COUNT: 3
ITERATE: 3
REPEAT: 3
BOARDER: overlap
input power(20, 24)
input temp(20, 24)
local centre = temp(0,0) + temp(0,0)
local vertical = temp(-1,0) + temp(1,0) - centre
local horizontal = temp(0,-1) + temp(0,1) - centre
local ambient = 80 - temp(0,0)
local p1 = vertical*0.949219 + power(-1,0)
local p2 = p1 + horizontal*0.010535
local p3 = p2 + ambient*0.00000514403
output y(0, 0) = 1.296*p3
