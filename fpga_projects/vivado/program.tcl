# Loads a card over JTAG: vivado -mode batch -source program.tcl -tclargs STEP FILE.bit [SERIAL], in the project's folder.
#
#   program   loads the FPGA with a bitstream
#   image     writes the image of its flash beside the bitstream; no card is needed
#   flash     writes that image and programs the flash with it. The FPGA loads it when the power comes back
#   capture, peek, poke   look inside the card, with hardware.debug: see capture.tcl
#
# The card is the one whose JTAG cable has SERIAL, or the only one with the project's FPGA. With several of them, or with one that
# another program has, nothing is loaded.
# card.tcl has the facts about the board. In the environment, FLASH_PART chooses another flash, and HW_SERVER another machine (HOST:3121).

source card.tcl

# Is a device of a JTAG chain, such as xcku040, the FPGA of the part xcku040-ffva1156-2-e?
proc is_of {device part} { string equal -nocase $device [string range $part 0 [string length $device]-1] }

# "localhost:3121/xilinx_tcf/Digilent/210308A11B9C" has the serial number 210308A11B9C.
proc serial_of {target} { lindex [split $target /] end }

# Cables that another program has: their cards are not known.
set unread {}

# Connects to the hardware server and finds the cards: a list of target, device and FPGA, for the chains of all cables.
proc connect {} {
  # It was called open_hw before 2019.2.
  if {[catch open_hw_manager]} { open_hw }
  set server [expr {[info exists ::env(HW_SERVER)] ? $::env(HW_SERVER) : ""}]
  if {$server eq ""} { connect_hw_server } else { connect_hw_server -url $server }
  set found {}
  foreach target [get_hw_targets -quiet] {
    if {[catch {open_hw_target $target} fault]} {
      puts "the cable [serial_of $target] cannot be opened: $fault"
      lappend ::unread [serial_of $target]
      continue
    }
    foreach device [get_hw_devices] { lappend found [list $target $device [get_property PART $device]] }
    close_hw_target $target
  }
  return $found
}

proc described {cards} { join [lmap card $cards { string cat "[serial_of [lindex $card 0]] ([lindex $card 2])" }] {, } }

# The one card that is meant: its target and device.
proc chosen {cards part serial} {
  set with_part [lmap card $cards { if {![is_of [lindex $card 2] $part]} continue; set card }]
  set there [expr {[llength $cards] == 0 ? "no cable has a device" : "JTAG shows [described $cards]"}]
  if {$serial ne ""} {
    set here [lmap card $cards { if {[serial_of [lindex $card 0]] ne $serial} continue; set card }]
    if {[llength $here] == 0} { error "no cable has the serial number $serial: $there" }
    set fitting [lmap card $here { if {$card ni $with_part} continue; set card }]
    if {[llength $fitting] == 0} { error "the card $serial has another FPGA than $part: it is [described $here]" }
    if {[llength $fitting] > 1} { error "the chain of $serial has [llength $fitting] devices of the project's kind, and nothing says which" }
    return [lrange [lindex $fitting 0] 0 1]
  }
  if {[llength $with_part] == 0} { error "no card with the FPGA $part is connected: $there" }
  if {[llength $with_part] > 1} {
    error "[llength $with_part] cards are connected: [described $with_part]. Name one: SERIAL=[serial_of [lindex $with_part 0 0]]"
  }
  if {[llength $::unread] > 0} { error "another card may be behind the cable [join $::unread {, }], which another program has. Name the one you mean: SERIAL=[serial_of [lindex $with_part 0 0]]" }
  return [lrange [lindex $with_part 0] 0 1]
}

# Opens the card; its device is the current one.
proc open_card {card} {
  lassign $card target name
  open_hw_target $target
  set device [lindex [get_hw_devices $name] 0]
  current_hw_device $device
  return $device
}

proc program {bitstream serial} {
  set card [chosen [connect] $::part $serial]
  set device [open_card $card]
  set_property PROGRAM.FILE $bitstream $device
  program_hw_devices $device
  puts "loaded $bitstream into $device of the card [serial_of [lindex $card 0]]"
}

# The files of the image; two for a pair of flashes.
proc image_files {bitstream} {
  set stem [file rootname $bitstream]
  if {[string equal -nocase $::flash(interface) SPIx8]} { return [list ${stem}_primary.mcs ${stem}_secondary.mcs] }
  return [list $stem.mcs]
}

proc write_image {bitstream} {
  require_flash
  write_cfgmem -force -format mcs -size $::flash(megabytes) -interface $::flash(interface) -loadbit "up 0x0 $bitstream" [file rootname $bitstream].mcs
  puts "wrote [join [image_files $bitstream]]"
}

proc require_flash {} {
  if {![info exists ::flash]} { error "nothing is known about the flash of this board, so only `make program` loads it" }
}

# The first of the board's flashes that this Vivado knows.
proc flash_part {} {
  set names $::flash(parts)
  if {[info exists ::env(FLASH_PART)] && $::env(FLASH_PART) ne ""} { set names [list $::env(FLASH_PART)] }
  foreach name $names {
    set known [get_cfgmem_parts -quiet $name]
    if {[llength $known] > 0} { return [lindex $known 0] }
  }
  error "this Vivado knows no flash [join $names { or }]; FLASH_PART=NAME names another one"
}

proc program_flash {bitstream serial} {
  write_image $bitstream
  set card [chosen [connect] $::part $serial]
  set device [open_card $card]
  set memory_part [flash_part]
  create_hw_cfgmem -hw_device $device $memory_part
  set memory [get_property PROGRAM.HW_CFGMEM $device]
  foreach {property value} [list PROGRAM.BLANK_CHECK 0 PROGRAM.ERASE 1 PROGRAM.CFG_PROGRAM 1 PROGRAM.VERIFY 1 PROGRAM.CHECKSUM 0 PROGRAM.ADDRESS_RANGE use_file PROGRAM.UNUSED_PIN_TERMINATION pull-none PROGRAM.FILES [image_files $bitstream]] {
    set_property $property $value $memory
  }
  if {[info exists ::flash(rs_pins)]} { set_property PROGRAM.BPI_RS_PINS $::flash(rs_pins) $memory }
  # The FPGA gets a design that reaches its flash.
  create_hw_bitstream -hw_device $device [get_property PROGRAM.HW_CFGMEM_BITFILE $device]
  program_hw_devices $device
  refresh_hw_device $device
  program_hw_cfgmem -hw_cfgmem $memory
  puts "programmed the flash $memory_part of the card [serial_of [lindex $card 0]]. The FPGA loads it when the power comes back"
}

lassign $argv step bitstream serial
set steps {program image flash}
if {[file isfile tcl/capture.tcl]} {
  source tcl/capture.tcl
  lappend steps capture peek poke
}
if {$step ni $steps || [llength $argv] ni {2 3}} { error "program.tcl takes a step ([join $steps {, }]), a bitstream, and the serial number of a JTAG cable" }
switch $step {
  program { program $bitstream $serial }
  image { write_image $bitstream }
  flash { program_flash $bitstream $serial }
  default { $step $serial }
}
