KERNEL: MGVF
COUNT: 6
ITERATE: 2
REPEAT: 1
BOARDER: streaming
input I(20, 24)
input imgvf(20, 24)

local UL = imgvf(-1,-1) - imgvf(0,0)
local U = imgvf(-1,0) - imgvf(0,0)
local UR = imgvf(-1,1) - imgvf(0,0)
local L = imgvf(0,-1) - imgvf(0,0)
local R = imgvf(0,1) - imgvf(0,0)
local DL = imgvf(1,-1) - imgvf(0,0)
local D = imgvf(1,0) - imgvf(0,0)
local DR = imgvf(1,1) - imgvf(0,0)
local HUL = if(UL>0.0001, 0.1*UL, if(UL>-0.0001, 0.05*UL, 0))
local HU = if(U>0.0001, 0.1*U, if(U>-0.0001, 0.05*U, 0))
local HUR = if(UR>0.0001, 0.1*UR, if(UR>-0.0001, 0.05*UR, 0))
local HL = if(L>0.0001, 0.1*L, if(L>-0.0001, 0.05*L, 0))
local HR = if(R>0.0001, 0.1*R, if(R>-0.0001, 0.05*R, 0))
local HDL = if(DL>0.0001, 0.1*DL, if(DL>-0.0001, 0.05*DL, 0))
local HD = if(D>0.0001, 0.1*D, if(D>-0.0001, 0.05*D, 0))
local HDR = if(DR>0.0001, 0.1*DR, if(DR>-0.0001, 0.05*DR, 0))
local sum = HUL + HU + HUR + HL + HR + HDL + HD + HDR
local v = imgvf(0,0) + sum
local diff = v - I(0,0)
output y(0, 0) = v - 0.2*I(0,0)*diff
