# Attempts of all tools: which one build.tcl is asked for, timing.txt, and what becomes of a design that misses timing.

# The step and the attempt that the arguments of build.tcl request: all without arguments, `early` (the step before attempts), or `attempt NUMBER`.
proc asked {arguments early} {
  if {$arguments eq ""} { return {all 1} }
  if {$arguments eq $early} { return [list $early 0] }
  if {![regexp {^attempt [1-9][0-9]*$} $arguments]} { error "build.tcl takes `$early`, `attempt NUMBER` or nothing, and not '$arguments'" }
  return $arguments
}

# Writes timing.txt, which explore.sh and clock.sh read: the worst slack of all; per clock its name, the MHz of the project, and the largest MHz that
# the design meets. `clocks` is a list of these three.
proc write_timing {folder clocks slacks} {
  set file [open $folder/timing.txt w]
  puts $file "slack [lindex [lsort -real [dict values $slacks]] 0]"
  foreach {name mhz met} $clocks {
    puts "$name clock: meets $met MHz, and the project has $mhz MHz"
    puts $file "$name $mhz $met"
  }
  close $file
}

# The violations of timing, as a list of sentences; empty if timing is met.
proc timing_violations {slacks} {
  set violations {}
  dict for {kind slack} $slacks {
    puts "worst $kind slack: $slack ns"
    if {$slack < 0} { lappend violations "worst $kind slack $slack ns" }
  }
  return $violations
}

# The name of the file for the card, `what`. One that misses timing needs ALLOW_TIMING=1, and has a name that says so. `reports`: where to look.
proc name_by_timing {top what slacks reports} {
  set violations [timing_violations $slacks]
  if {[llength $violations] == 0} { return $top }
  set said "timing is not met: [join $violations {, }]; see $reports"
  if {![info exists ::env(ALLOW_TIMING)] || $::env(ALLOW_TIMING) ne "1"} { error $said }
  puts "WARNING: $said. With ALLOW_TIMING=1 the $what is written, and may compute wrong bits"
  return ${top}_untimed
}
