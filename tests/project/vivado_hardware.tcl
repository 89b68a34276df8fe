# Part of vivado_tool.tcl: the hardware manager, with the JTAG cables of STAND_IN_CABLES.
#
# Each of its words is a serial number, a colon, and the devices of the chain with commas between them: "210308A:xcku040 210308B:xc7a200t,xc7a200t".
# A chain "busy" belongs to another program. STAND_IN_OLD=1: a Vivado before 2019.2. What is done to a card goes to the file `jtag`.

array set hardware {open 0 connected 0 target {} device {} memory {} set {} bridge 0}
proc cables {} { expr {[info exists ::env(STAND_IN_CABLES)] ? $::env(STAND_IN_CABLES) : ""} }
proc done {line} {
  set file [::open jtag a]
  ::puts $file $line
  ::close $file
}
proc chain {} { split [lindex [split [lsearch -inline [cables] [lindex [split $::hardware(target) /] end]:*] :] 1] , }
proc the_device {object} {
  if {$object eq "" || $object ne $::hardware(device)} { error "not the current device: $object" }
}

proc open_manager {name} {
  set is_old [expr {[info exists ::env(STAND_IN_OLD)] && $::env(STAND_IN_OLD) eq "1"}]
  if {$is_old != ($name eq "open_hw")} { error "invalid command name \"$name\"" }
  set ::hardware(open) 1
}
foreach name {open_hw_manager open_hw} { command $name {} "open_manager $name" }
command connect_hw_server args {
  lassign [options connect_hw_server {-url 1} $args] given rest
  count connect_hw_server $rest 0 0
  if {!$::hardware(open)} { error "connect_hw_server: the hardware manager is not open" }
  set ::hardware(connected) 1
  if {[dict exists $given -url]} { done "server [dict get $given -url]" }
}
command get_hw_targets args {
  lassign [options get_hw_targets {-quiet 0} $args] given rest
  count get_hw_targets $rest 0 0
  if {!$::hardware(connected)} { error "get_hw_targets: no server is connected" }
  set found [lmap cable [cables] { string cat localhost:3121/xilinx_tcf/Digilent/ [lindex [split $cable :] 0] }]
  if {$found eq "" && ![dict exists $given -quiet]} { error "get_hw_targets: no hardware targets exist" }
  return $found
}
command open_hw_target {target} {
  if {$::hardware(target) ne ""} { error "open_hw_target: $::hardware(target) is open" }
  if {$target ni [c_get_hw_targets -quiet]} { error "open_hw_target: no target is $target" }
  set ::hardware(target) $target
  if {[chain] eq "busy"} {
    set ::hardware(target) ""
    error "open_hw_target: it is used by another program"
  }
}
command close_hw_target {target} {
  if {$target ne $::hardware(target)} { error "close_hw_target: $target is not open" }
  array set ::hardware {target {} device {}}
}
command get_hw_devices args {
  count get_hw_devices $args 0 1
  if {$::hardware(target) eq ""} { error "get_hw_devices: no target is open" }
  set place -1
  set all [lmap part [chain] { string cat $part _ [incr place] }]
  return [expr {[llength $args] == 0 ? $all : [lsearch -all -inline $all [lindex $args 0]]}]
}
command current_hw_device {device} {
  if {$device ni [c_get_hw_devices]} { error "current_hw_device: no device is $device" }
  set ::hardware(device) $device
}
rename c_get_property c_design_property
command get_property args {
  lassign $args property object
  if {$::hardware(target) eq ""} { return [c_design_property {*}$args] }
  switch $property {
    PART { if {$object ni [c_get_hw_devices]} { error "no device is $object" }; return [regsub {_\d+$} $object {}] }
    PROGRAM.HW_CFGMEM { the_device $object; return $::hardware(memory) }
    PROGRAM.HW_CFGMEM_BITFILE { the_device $object; return bridge.bit }
  }
  error "get_property $property of $object"
}
set memory_properties {
  PROGRAM.BLANK_CHECK {^[01]$} PROGRAM.ERASE ^1$ PROGRAM.CFG_PROGRAM ^1$ PROGRAM.VERIFY ^1$ PROGRAM.CHECKSUM {^[01]$} PROGRAM.ADDRESS_RANGE {^(use_file|entire_device)$}
  PROGRAM.UNUSED_PIN_TERMINATION {^pull-(none|up|down)$} PROGRAM.FILES {.} PROGRAM.BPI_RS_PINS {^(none|[0-9]+:[0-9]+)$}
}
rename c_set_property c_set_design_property
command set_property args {
  if {$::hardware(target) eq ""} { return [c_set_design_property {*}$args] }
  count set_property $args 3 3
  lassign $args name value object
  if {$object eq ""} { error "set_property of nothing" }
  if {$object eq $::hardware(memory)} {
    if {![dict exists $::memory_properties $name] || ![regexp [dict get $::memory_properties $name] $value]} { error "set_property $name $value of a flash" }
  } else {
    the_device $object
    if {$name ne "PROGRAM.FILE" || ![file isfile $value]} { error "set_property $name $value of a device" }
  }
  dict set ::hardware(set) $name $value
}
command program_hw_devices {device} {
  the_device $device
  if {$::hardware(bridge)} { set ::hardware(bridge) 2; return }
  if {![dict exists $::hardware(set) PROGRAM.FILE]} { error "program_hw_devices without PROGRAM.FILE" }
  done "program [lindex [split $::hardware(target) /] end] $device [dict get $::hardware(set) PROGRAM.FILE]"
}

# ---- Flash -----------------------------------------------------------------------------------------

command write_cfgmem args {
  lassign [options write_cfgmem {-force 0 -format 1 -size 1 -interface 1 -loadbit 1} $args] given rest
  count write_cfgmem $rest 1 1
  wants write_cfgmem $given {-force -format -size -interface -loadbit}
  if {[dict get $given -format] ne "mcs" || [dict get $given -interface] ni {SPIx1 SPIx2 SPIx4 SPIx8 BPIx8 BPIx16}} { error "write_cfgmem: $args" }
  lassign [dict get $given -loadbit] up address bitstream
  if {$up ne "up" || $address != 0 || ![file isfile $bitstream]} { error "write_cfgmem: -loadbit [dict get $given -loadbit]" }
  set stem [file rootname [lindex $rest 0]]
  # A pair of chips has a file each.
  set files [expr {[dict get $given -interface] eq "SPIx8" ? [list ${stem}_primary.mcs ${stem}_secondary.mcs] : [list $stem.mcs]}]
  foreach file $files { write_text $file "[dict get $given -interface] [dict get $given -size] of $bitstream\n" }
}
set cfgmem_parts {mt25qu256-spi-x1_x2_x4_x8 mt25qu01g-spi-x1_x2_x4_x8 mt28gu01gaax1e-bpi-x16 s25fl256sxxxxxx0-spi-x1_x2_x4 mt25ql128-spi-x1_x2_x4}
command get_cfgmem_parts args {
  lassign [options get_cfgmem_parts {-quiet 0} $args] given rest
  count get_cfgmem_parts $rest 1 1
  # The same name for several families.
  set found [lsearch -all -inline [concat $::cfgmem_parts $::cfgmem_parts] [lindex $rest 0]]
  if {$found eq "" && ![dict exists $given -quiet]} { error "get_cfgmem_parts: none is [lindex $rest 0]" }
  return $found
}
command create_hw_cfgmem args {
  lassign [options create_hw_cfgmem {-hw_device 1} $args] given rest
  count create_hw_cfgmem $rest 1 1
  wants create_hw_cfgmem $given -hw_device
  the_device [dict get $given -hw_device]
  if {[lindex $rest 0] ni $::cfgmem_parts} { error "create_hw_cfgmem: no part is $rest" }
  set ::hardware(memory) [lindex $rest 0]_0
}
command create_hw_bitstream args {
  lassign [options create_hw_bitstream {-hw_device 1} $args] given rest
  the_device [dict get $given -hw_device]
  if {$rest ne "bridge.bit"} { error "create_hw_bitstream $rest" }
  set ::hardware(bridge) 1
}
command refresh_hw_device {device} {
  the_device $device
  if {$::hardware(bridge) == 2} { set ::hardware(bridge) 3 }
}
command program_hw_cfgmem args {
  lassign [options program_hw_cfgmem {-hw_cfgmem 1} $args] given rest
  count program_hw_cfgmem $rest 0 0
  if {[dict get $given -hw_cfgmem] ne $::hardware(memory)} { error "program_hw_cfgmem: [dict get $given -hw_cfgmem]" }
  # A design in the FPGA, which the manager has seen.
  if {$::hardware(bridge) != 3} { error "program_hw_cfgmem: the FPGA does not reach its flash" }
  foreach name {ERASE CFG_PROGRAM VERIFY ADDRESS_RANGE FILES} { if {![dict exists $::hardware(set) PROGRAM.$name]} { error "program_hw_cfgmem without PROGRAM.$name" } }
  foreach file [dict get $::hardware(set) PROGRAM.FILES] { if {![file isfile $file]} { error "program_hw_cfgmem: no such file: $file" } }
  set pins [expr {[dict exists $::hardware(set) PROGRAM.BPI_RS_PINS] ? " [dict get $::hardware(set) PROGRAM.BPI_RS_PINS]" : ""}]
  done "flash [lindex [split $::hardware(target) /] end] $::hardware(device) $::hardware(memory) [dict get $::hardware(set) PROGRAM.FILES]$pins"
}
