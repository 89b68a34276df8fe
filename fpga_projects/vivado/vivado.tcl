# Non-project flow of Vivado, shared by all projects: every stage leaves a checkpoint and reports, every fault ends the build.
#
# Errors are Tcl errors, so that `vivado -mode batch` ends with a status other than 0. Paths are relative to the project.

# At least this version: "2019.1" or newer.
proc require_version {least} {
  set here [version -short]
  if {![regexp {^(\d+)\.(\d+)} $here all year number] || ![regexp {^(\d+)\.(\d+)} $least all least_year least_number]} {
    error "cannot tell the version of this Vivado: '$here'"
  }
  if {$year < $least_year || ($year == $least_year && $number < $least_number)} {
    error "this project needs Vivado $least or newer, and this is $here"
  }
}

# A project in memory, which IP needs.
proc start_design {part} {
  create_project -in_memory -part $part
  set_property target_language Verilog [current_project]
  set_property default_lib work [current_project]
}

proc read_sources {verilog_files vhdl_files} {
  foreach file $verilog_files { read_verilog $file }
  foreach file $vhdl_files { read_vhdl $file }
}

# Creates the IP that `script` describes and synthesises each on its own.
proc make_ip {script ip_folder} {
  file delete -force $ip_folder
  file mkdir $ip_folder
  source $script
  foreach ip [get_ips] {
    generate_target all $ip
    synth_ip $ip
  }
}

# `scoped` is a list of module and file; `late` is read when the clocks of the IP are known.
proc read_constraints {files scoped late} {
  foreach file $files { read_xdc $file }
  foreach {module file} $scoped {
    read_xdc -ref $module $file
    set_property PROCESSING_ORDER LATE [get_files $file]
  }
  foreach file $late {
    read_xdc $file
    set_property PROCESSING_ORDER LATE [get_files $file]
  }
}

# Every port is at a pin, and has a standard unless it is a transceiver's.
proc require_pins {} {
  set missing {}
  foreach port [get_ports] {
    if {[get_property PACKAGE_PIN $port] eq ""} { lappend missing $port }
  }
  if {[llength $missing] > 0} { error "ports without a pin: $missing" }
}

# What check_timing says of a check. Its heading has the number of findings in some versions, "1. checking no_clock (3)", so that
# sentences are counted: "There are 3 register/latch pins with no clock".
proc findings {report check} {
  if {![regexp "\\d+\\. checking $check\[^\n\]*\n-+\n(.*)" $report all section]} { error "check_timing does not report $check" }
  regsub {\n\d+\. checking .*} $section "" section
  set count 0
  set sentences [regexp -all -inline -line {^ *There (?:is|are) \d+ .*$} $section]
  if {[llength $sentences] == 0} { error "check_timing does not count $check" }
  foreach sentence $sentences {
    regexp {\d+} $sentence number
    if {![string match "*due to constant clock*" $sentence]} { incr count $number }
  }
  return [list $count [regexp -all -inline -line {^ *[^\s-]\S*$} $section]]
}

# No register without a clock, no path between registers without a constraint. In vendor IP they are its maker's, and only
# listed; findings without a name count as the design's own.
proc require_constrained {folder} {
  check_timing -verbose -file $folder/check_timing.rpt
  set report [check_timing -verbose -return_string]
  set ip_cells {}
  # The word of the bitstream that the card block shows: a constant, whose primitive has an internal clock pin in UltraScale+.
  foreach cell [get_cells -quiet -filter "REF_NAME == USR_ACCESSE2"] { lappend ip_cells $cell }
  foreach ip [get_ips] { foreach cell [get_cells -quiet -filter "REF_NAME == $ip"] { lappend ip_cells $cell } }
  foreach check {no_clock unconstrained_internal_endpoints loops} {
    lassign [findings $report $check] count names
    set own {}
    set in_ip {}
    foreach name $names {
      set name [string trim $name]
      if {[lindex [split $name /] 0] in $ip_cells} { lappend in_ip $name } else { lappend own $name }
    }
    if {$count > [llength $in_ip]} { error "check_timing: [expr {$count - [llength $in_ip]}] of $check: [lrange $own 0 2]; see $folder/check_timing.rpt" }
    if {$count > 0} { puts "check_timing: $count of $check inside IP: [lrange $in_ip 0 2]" }
  }
}

# Gray pointers cross clocks, so the bits of each arrive close to each other.
proc bus_skew_slack {} {
  set slacks {}
  foreach {all slack} [regexp -all -inline {Slack \((?:MET|VIOLATED)\) *: *(-?[\d.]+)ns} [report_bus_skew -return_string]] { lappend slacks $slack }
  if {[llength $slacks] == 0} { error "report_bus_skew has no slack: no bus skew is constrained" }
  return [lindex [lsort -real $slacks] 0]
}

# Periods and pulses that primitives need of their clocks. A row has a type, pins, and then required, actual and slack.
proc pulse_width_slack {} {
  set slacks {}
  foreach row [split [report_pulse_width -return_string] "\n"] {
    if {![regexp {^(Min Period|Max Period|Low Pulse Width|High Pulse Width|Max Skew) } $row]} continue
    lappend slacks [lindex [regexp -all -inline -- {-?\d+\.\d+} $row] 2]
  }
  if {[llength $slacks] == 0} { error "report_pulse_width checks no clock" }
  return [lindex [lsort -real $slacks] 0]
}

# The worst slack of each kind of check, in ns.
proc slacks {} {
  set worst {}
  foreach kind {setup hold} {
    set paths [get_timing_paths -max_paths 1 -nworst 1 -$kind]
    if {[llength $paths] == 0} { error "no $kind path was found: nothing is constrained" }
    dict set worst $kind [get_property SLACK [lindex $paths 0]]
  }
  dict set worst "bus skew" [bus_skew_slack]
  dict set worst "pulse width" [pulse_width_slack]
  return $worst
}

proc synthesise {top part folder} {
  file mkdir $folder
  synth_design -top $top -part $part
  require_pins
  write_checkpoint -force $folder/synthesised.dcp
  report_utilization -file $folder/utilisation_synthesised.rpt
}
