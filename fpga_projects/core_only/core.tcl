# Flow of Quartus for an accelerator alone: after quartus.tcl and timing.tcl, whose checks it uses. No programming file.

# The project is open, in build. Ports other than clocks need no pin of the package.
proc read_core {verilog vhdl constraints virtual_pins} {
  foreach file $verilog { set_global_assignment -name VERILOG_FILE ../$file }
  foreach file $vhdl { set_global_assignment -name VHDL_FILE ../$file }
  foreach file $constraints { set_global_assignment -name SDC_FILE ../$file }
  foreach port $virtual_pins { set_instance_assignment -name VIRTUAL_PIN ON -to $port }
  export_assignments
}

# A design that a tool has emptied meets any clock.
proc require_registers {rows least} {
  foreach row $rows {
    if {![regexp {^Total (dedicated logic )?registers$} [lindex $row 0]]} continue
    if {![regexp {^[0-9,]+} [lindex $row 1] number]} { error "cannot tell the number of registers: '[lindex $row 1]'" }
    set registers [string map {, ""} $number]
    if {$registers < $least} { error "$registers registers are left, and $least is the least that can be right: the accelerator has been removed" }
    return
  }
  error "the fitter does not report registers"
}

# `crosses_clocks`: whether the shell with its two clocks is there.
proc compile_core {top synthesis least_registers crosses_clocks} {
  execute_module -tool $synthesis
  execute_module -tool fit
  execute_module -tool sta
  load_report
  set rows [table "Fitter||Fitter Summary"]
  require_registers $rows $least_registers
  require_constrained
  set slacks [slacks]
  unload_report
  if {$crosses_clocks} { set slacks [dict merge $slacks [crossing_slacks $top ../tcl]] }
  set violations [timing_violations $slacks]
  if {[llength $violations] > 0} { error "timing is not met: [join $violations {, }]; see output_files" }
  project_close
  # Last, as make takes it for a build that went well.
  set report [open report.txt w]
  foreach row $rows {
    puts [join $row ": "]
    puts $report [join $row ": "]
  }
  puts $report "timing is met in all corners; slack: output_files/*.sta.rpt"
  close $report
  puts "timing is met; wrote build/report.txt. This is no bitstream: make bitstream says what is missing for one"
}
