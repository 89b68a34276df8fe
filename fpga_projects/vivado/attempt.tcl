# One attempt to place and route the synthesised design; after vivado.tcl and timing.tcl, whose checks it uses.
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

# `clocks` is a list of name, pin and MHz. The result has the largest MHz that the design meets in place of pins, last.
proc met_clocks {clocks} {
  set met {}
  foreach {name pin mhz} $clocks { lappend met $name $mhz [met_mhz [get_clocks -of_objects [get_pins $pin]]] }
  return $met
}

# The kernel clock that is met, in the bitstream: the card shows it to the host, which sets no higher one (rtlgen run --clock). "MH", and 0.1 MHz.
proc stamp_met {clocks} {
  foreach {name mhz met} $clocks {
    if {$name ne "kernel"} continue
    set tenths [expr {min(round($met * 10), 0xFFFF)}]
    set_property BITSTREAM.CONFIG.USR_ACCESS [format 0x4D48%04X $tenths] [current_design]
  }
}

# The bitstream.
proc finish {top folder clocks} {
  require_constrained $folder
  set slacks [slacks]
  set met [met_clocks $clocks]
  write_timing $folder $met $slacks
  set name [name_by_timing $top bitstream $slacks "the reports in $folder"]
  stamp_met $met
  write_bitstream -force $folder/$name.bit
  puts "wrote $folder/$name.bit"
}
