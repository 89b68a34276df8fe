# One attempt to compile a card, with a seed of its own; after quartus.tcl and timing.tcl, whose checks it uses.
#
# An attempt works in a folder of its own, so that several can run at the same time: tcl/explore.sh starts them and keeps the best. Each compiles from
# the beginning, as Quartus does not say that a project may be copied between its stages.

# The largest MHz of all corners at which the paths and blocks of the kernel clock meet timing, rounded down; "?" if no report names its PLL.
proc met_mhz {} {
  set least ?
  foreach name [get_report_panel_names] {
    if {![string match "*Timing Analyzer||*Fmax Summary" $name]} continue
    set rows [table $name]
    set clock [column $rows "Clock Name"]
    set fmax [column $rows "Restricted Fmax"]
    foreach row [lrange $rows 1 end] {
      if {![string match "*u_clock|*" [lindex $row $clock]]} continue
      if {![regexp {^([0-9.]+) MHz$} [lindex $row $fmax] all mhz]} { error "cannot tell the MHz in '[lindex $row $fmax]'" }
      if {$least eq "?" || $mhz < $least} { set least $mhz }
    }
  }
  return [expr {$least eq "?" ? $least : [format %.1f [expr {floor($least * 10) / 10}]]}]
}

# The project is open, in the folder of its attempt.
proc compile {top memory_systems edition kernel_mhz} {
  execute_module -tool [expr {$edition eq "Pro" ? "syn" : "map"}]
  if {[llength $memory_systems] > 0} { assign_memory_pins $top $memory_systems }
  execute_module -tool fit
  execute_module -tool sta
  load_report
  require_pins
  foreach row [table "Fitter||Fitter Summary"] { puts [join $row ": "] }
  require_constrained
  set slacks [slacks]
  set met [met_mhz]
  unload_report
  set slacks [dict merge $slacks [crossing_slacks $top ../../tcl]]
  write_timing . [list kernel $kernel_mhz $met] $slacks
  set name [name_by_timing $top "programming file" $slacks build/[file tail [pwd]]/output_files]
  execute_module -tool asm
  project_close
  file copy -force output_files/$top.sof $name.sof
  puts "wrote build/[file tail [pwd]]/$name.sof"
}
