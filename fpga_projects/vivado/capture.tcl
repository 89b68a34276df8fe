# Looks inside a card over JTAG; only with hardware.debug. tcl/program.tcl runs it, as step `capture`, `peek` or `poke`.
#
#   capture   the analysers' samples, as build/debug/CLOCK.csv and .vcd: now, or with TRIGGER when it is met
#   peek      prints COUNT registers (default: 1) of the card from the byte address ADDRESS on
#   poke      writes VALUE to the register at ADDRESS
#
# TRIGGER is a list of comparisons of taps of one clock, which all have to hold in the same cycle: "core_in.valid=1 core_in.ready=0". The
# analyser waits for it WAIT minutes (default: 1). debug.tcl lists the taps. The samples before the trigger are half of all.

source debug.tcl

set comparisons {= eq != neq < lt > gt <= lteq >= gteq}

proc given {name default} {
  if {[info exists ::env($name)] && $::env($name) ne ""} { return $::env($name) }
  return $default
}

# A whole number, decimal or hexadecimal, below 2^bits.
proc number {name text bits} {
  if {![regexp {^(0|[1-9][0-9]*|0x[0-9a-fA-F]+)$} $text]} { error "$name is '$text', which is not a whole number" }
  if {$text >= (1 << $bits)} { error "$name is $text, which has more than $bits bits" }
  return [expr {$text + 0}]
}

# TRIGGER as a list of net and value to compare with; `clock` is that of its taps, or empty without TRIGGER.
proc trigger {} {
  set clock {}
  set terms {}
  foreach term [given TRIGGER {}] {
    if {![regexp {^([^=!<>]+)(<=|>=|!=|=|<|>)(.+)$} $term all name comparison text]} { error "TRIGGER has '$term', which is not like core_in.valid=1" }
    set tap [lsearch -inline -exact -index 1 $::taps $name]
    if {$tap eq ""} { error "TRIGGER has '$name', and debug.tcl has no such tap" }
    lassign $tap of all net bits
    if {$clock ni [list {} $of]} { error "TRIGGER has taps of two clocks, $clock and $of" }
    if {[dict exists $terms $net]} { error "TRIGGER has '$name' twice, and the analyser compares a tap once" }
    set clock $of
    set width [expr {max($bits, 1)}]
    dict set terms $net [format "%s%d'h%x" [dict get $::comparisons $comparison] $width [number $name $text $width]]
  }
  return [list $clock $terms]
}

# Opens the card, whose device then knows its debug cores.
proc open_cores {serial} {
  set probes build/best/debug.ltx
  if {![file isfile $probes]} { error "there is no $probes: run make" }
  set device [open_card [chosen [connect] $::part $serial]]
  set_property PROBES.FILE $probes $device
  set_property FULL_PROBES.FILE $probes $device
  refresh_hw_device $device
  return $device
}

# The terms are joined by AND, which is what a reset leaves.
proc arm {analyser terms} {
  reset_hw_ila $analyser
  if {[llength $terms] == 0} { run_hw_ila -trigger_now $analyser; return }
  set_property CONTROL.TRIGGER_POSITION [expr {[get_property CONTROL.DATA_DEPTH $analyser] / 2}] $analyser
  dict for {net value} $terms {
    set probe [get_hw_probes -quiet $net -of_objects $analyser]
    if {[llength $probe] != 1} { error "the analyser of this bitstream does not see $net" }
    set_property TRIGGER_COMPARE_VALUE $value $probe
  }
  run_hw_ila $analyser
}

proc capture {serial} {
  lassign [trigger] clock terms
  set minutes [given WAIT 1]
  set device [open_cores $serial]
  set analysers [get_hw_ilas -quiet -of_objects $device]
  if {[llength $analysers] == 0} { error "the card has no analyser: it has another bitstream than build/best, or its bus clock has stopped. Load it: make program" }
  file mkdir build/debug
  foreach analyser $analysers {
    set name [regsub {^.*u_ila_} [get_property CELL_NAME $analyser] {}]
    if {$clock ni [list {} $name]} continue
    arm $analyser $terms
    set failed [catch {wait_on_hw_ila -timeout $minutes $analyser} fault]
    if {$failed || [regexp -nocase {^(wait|pre)} [get_property STATUS.CORE_STATUS $analyser]]} {
      error "the analyser of the $name clock has no samples after $minutes min: [expr {$clock eq "" ? "the clock has stopped" : "TRIGGER was not met, or the clock has stopped"}]"
    }
    set data [upload_hw_ila_data $analyser]
    write_hw_ila_data -force -csv_file build/debug/$name.csv $data
    write_hw_ila_data -force -vcd_file build/debug/$name.vcd $data
    puts "wrote build/debug/$name.csv and build/debug/$name.vcd"
  }
}

# The JTAG to AXI master of the card.
proc registers {serial} {
  set device [open_cores $serial]
  set masters [get_hw_axis -quiet -of_objects $device]
  if {[llength $masters] != 1} { error "the card shows no access to its registers: it has another bitstream than build/best. Load it: make program" }
  reset_hw_axi [lindex $masters 0]
  return [lindex $masters 0]
}
proc address {} {
  set address [number ADDRESS [given ADDRESS {}] 32]
  if {$address % 4 != 0} { error "ADDRESS is [given ADDRESS {}], which is not a multiple of 4" }
  return $address
}
proc transfer {master address args} {
  create_hw_axi_txn -force access $master -address [format %08x $address] -len 1 {*}$args
  run_hw_axi [get_hw_axi_txns access]
  return [get_property DATA [get_hw_axi_txns access]]
}
proc peek {serial} {
  set address [address]
  set count [number COUNT [given COUNT 1] 16]
  set master [registers $serial]
  for {set i 0} {$i < $count} {incr i} {
    set at [expr {$address + 4 * $i}]
    puts [format "0x%04x: 0x%s" $at [transfer $master $at -type read]]
  }
}
proc poke {serial} {
  set address [address]
  set value [number VALUE [given VALUE {}] 32]
  transfer [registers $serial] $address -type write -data [format %08x $value]
  puts [format "0x%04x: wrote 0x%08x" $address $value]
}
