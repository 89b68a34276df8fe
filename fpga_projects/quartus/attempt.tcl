# One attempt to compile a card, with a seed of its own; after quartus.tcl, whose checks it uses.
#
# An attempt works in a folder of its own, so that several can run at the same time: tcl/explore.sh starts them and keeps the best. Each compiles from
# the beginning, as Quartus does not say that a project may be copied between its stages.

# The step and the attempt that the arguments of build.tcl request: all without arguments, `systems`, or `attempt NUMBER`.
proc asked {arguments} {
  if {$arguments eq ""} { return {all 1} }
  if {$arguments eq "systems"} { return {systems 0} }
  if {![regexp {^attempt [1-9][0-9]*$} $arguments]} { error "build.tcl takes `systems`, `attempt NUMBER` or nothing, and not '$arguments'" }
  return $arguments
}

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

# timing.txt: the worst slack of all, and the kernel clock, the MHz of the project, and the largest MHz that the design meets.
proc write_timing {mhz met slacks} {
  puts "kernel clock: meets $met MHz, and the project has $mhz MHz"
  set file [open timing.txt w]
  puts $file "slack [lindex [lsort -real [dict values $slacks]] 0]"
  puts $file "kernel $mhz $met"
  close $file
}

# The project is open, in the folder of its attempt. A programming file that misses timing needs ALLOW_TIMING=1, and has a name that says so.
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
  write_timing $kernel_mhz $met $slacks
  set violations [timing_violations $slacks]
  set name $top
  if {[llength $violations] > 0} {
    set said "timing is not met: [join $violations {, }]; see build/[file tail [pwd]]/output_files"
    if {![info exists ::env(ALLOW_TIMING)] || $::env(ALLOW_TIMING) ne "1"} { error $said }
    puts "WARNING: $said. With ALLOW_TIMING=1 the programming file is written, and may compute wrong bits"
    set name ${top}_untimed
  }
  execute_module -tool asm
  project_close
  file copy -force output_files/$top.sof $name.sof
  puts "wrote build/[file tail [pwd]]/$name.sof"
}
