KERNEL: SCALAR
COUNT: 1
ITERATE: 1
scalar f
input u(20, 24)
local d = u(0, 1) - u(0, 0)
local g = 1/sqrt(1 + d*d)
output out(0, 0) = fabs(u(0, 0)) + g * f * (7.7 - u(-1, 0))
