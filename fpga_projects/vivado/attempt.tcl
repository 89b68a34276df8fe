# One attempt to place and route the synthesised design; after vivado.tcl, whose checks it uses.
#
# An attempt works in a folder of its own, so that several can run at the same time: tcl/explore.sh starts them and keeps the best.

# Ways to place and route, numbered from 1: a name, and the directives of opt_design, place_design, phys_opt_design and route_design. These are
# AMD's strategies of the same names (UG904, Implementation Strategies); 1 is what Vivado does without directives.
set strategies {
  {Defaults Default Default Default Default}
  {Performance_ExtraTimingOpt Default ExtraTimingOpt Explore NoTimingRelaxation}
  {Performance_Explore Explore Explore Explore Explore}
  {Performance_NetDelay_high Default ExtraNetDelay_high AggressiveExplore NoTimingRelaxation}
  {Performance_RefinePlacement Default ExtraPostPlacementOpt Default NoTimingRelaxation}
  {Performance_EarlyBlockPlacement Explore EarlyBlockPlacement Explore Explore}
  {Performance_WLBlockPlacement Default WLDrivenBlockPlacement Explore Explore}
  {Performance_NetDelay_low Explore ExtraNetDelay_low AggressiveExplore NoTimingRelaxation}
  {Congestion_SpreadLogic_high Default AltSpreadLogic_high AggressiveExplore AlternateCLBRouting}
  {Congestion_SpreadLogic_medium Default AltSpreadLogic_medium Explore AlternateCLBRouting}
}

proc strategy {number} {
  set count [llength $::strategies]
  if {$number > $count} { error "there is no attempt $number: there are 1 to $count" }
  return [lindex $::strategies $number-1]
}

# The step and the attempt that the arguments of build.tcl request: all without arguments, `synthesis`, or `attempt NUMBER`.
proc asked {arguments} {
  if {$arguments eq ""} { return {all 1} }
  if {$arguments eq "synthesis"} { return {synthesis 0} }
  if {![regexp {^attempt [1-9][0-9]*$} $arguments]} { error "build.tcl takes `synthesis`, `attempt NUMBER` or nothing, and not '$arguments'" }
  return $arguments
}

proc place_and_route {folder number} {
  lassign [strategy $number] name opt place physical route
  puts "attempt $number: $name"
  if {[info exists ::env(THREADS)] && $::env(THREADS) ne ""} { set_param general.maxThreads $::env(THREADS) }
  file mkdir $folder
  opt_design -directive $opt
  # Before hours of placement and routing, which a fault found afterwards would cost.
  require_constrained $folder
  place_design -directive $place
  write_checkpoint -force $folder/placed.dcp
  phys_opt_design -directive $physical
  route_design -directive $route
  write_checkpoint -force $folder/routed.dcp
  report_utilization -file $folder/utilisation.rpt
  report_timing_summary -file $folder/timing.rpt
  report_cdc -file $folder/cdc.rpt
  report_drc -file $folder/drc.rpt
  report_bus_skew -file $folder/bus_skew.rpt
  report_pulse_width -file $folder/pulse_width.rpt
  puts [report_utilization -return_string]
}

# The largest MHz at which the paths of a clock meet timing, rounded down; its blocks and buffers have a least period too.
proc met_mhz {clock} {
  set period [get_property -min PERIOD $clock]
  set needed 0.001
  set paths [get_timing_paths -from $clock -to $clock -max_paths 1 -nworst 1 -setup]
  if {[llength $paths] > 0} { set needed [expr {$period - [get_property SLACK [lindex $paths 0]]}] }
  foreach line [split [report_pulse_width -min_period -clocks $clock -return_string] "\n"] {
    # Check type, corner, library pin, reference pin, required, actual, slack, location, pin.
    if {[regexp {^Min Period +\S+ +\S+ +\S+ +([0-9.]+) } $line all required] && $required > $needed} { set needed $required }
  }
  return [format %.1f [expr {floor(1e4 / $needed) / 10}]]
}

# timing.txt: the worst slack of all, and of each clock its name, the MHz of the project, and the largest MHz that the design meets. `clocks` is a
# list of name, pin and MHz.
proc write_timing {folder clocks slacks} {
  set file [open $folder/timing.txt w]
  puts $file "slack [lindex [lsort -real [dict values $slacks]] 0]"
  foreach {name pin mhz} $clocks {
    set met [met_mhz [get_clocks -of_objects [get_pins $pin]]]
    puts "$name clock: meets $met MHz, and the project has $mhz MHz"
    puts $file "$name $mhz $met"
  }
  close $file
}

# The kernel clock that is met, in the bitstream: the card shows it to the host, which sets no higher one (rtlgen run --clock). "MH", and 0.1 MHz.
proc stamp_met {clocks} {
  foreach {name pin mhz} $clocks {
    if {$name ne "kernel"} continue
    set tenths [expr {min(round([met_mhz [get_clocks -of_objects [get_pins $pin]]] * 10), 0xFFFF)}]
    set_property BITSTREAM.CONFIG.USR_ACCESS [format 0x4D48%04X $tenths] [current_design]
  }
}

# The bitstream. One that misses timing needs ALLOW_TIMING=1, and has a name that says so.
proc finish {top folder clocks} {
  require_constrained $folder
  set slacks [slacks]
  write_timing $folder $clocks $slacks
  set violations [timing_violations $slacks]
  set name $top
  if {[llength $violations] > 0} {
    set said "timing is not met: [join $violations {, }]; see the reports in $folder"
    if {![info exists ::env(ALLOW_TIMING)] || $::env(ALLOW_TIMING) ne "1"} { error $said }
    puts "WARNING: $said. With ALLOW_TIMING=1 the bitstream is written, and may compute wrong bits"
    set name ${top}_untimed
  }
  stamp_met $clocks
  write_bitstream -force $folder/$name.bit
  puts "wrote $folder/$name.bit"
}
