# Loads a bitstream into the first device that the hardware server shows: vivado -mode batch -source program.tcl -tclargs FILE.bit
if {[llength $argv] != 1} { error "name one bitstream" }
open_hw_manager
connect_hw_server
open_hw_target
set device [lindex [get_hw_devices] 0]
current_hw_device $device
set_property PROGRAM.FILE [lindex $argv 0] $device
program_hw_devices $device
close_hw_manager
