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

# The numbers behind a check of check_timing: "1. checking no_clock (3)" is 3.
proc timing_faults {report check} {
  if {![regexp "checking $check \\((\\d+)\\)" $report all count]} { error "check_timing does not report $check" }
  return $count
}

# No register without a clock, no path between registers without a constraint.
proc require_constrained {} {
  set report [check_timing -return_string]
  foreach check {no_clock unconstrained_internal_endpoints loops} {
    set count [timing_faults $report $check]
    if {$count > 0} { error "check_timing: $count of $check; see build/timing.rpt" }
  }
}

proc require_slack {} {
  foreach kind {setup hold} {
    set paths [get_timing_paths -max_paths 1 -nworst 1 -$kind]
    if {[llength $paths] == 0} { error "no $kind path was found: nothing is constrained" }
    set slack [get_property SLACK [lindex $paths 0]]
    puts "worst $kind slack: $slack ns"
    if {$slack < 0} { error "timing is not met: worst $kind slack $slack ns; see build/timing.rpt" }
  }
}

proc implement {top part folder} {
  file mkdir $folder
  synth_design -top $top -part $part
  require_pins
  write_checkpoint -force $folder/synthesised.dcp
  report_utilization -file $folder/utilisation_synthesised.rpt
  opt_design
  place_design
  write_checkpoint -force $folder/placed.dcp
  phys_opt_design
  route_design
  write_checkpoint -force $folder/routed.dcp
  report_utilization -file $folder/utilisation.rpt
  report_timing_summary -check_timing_verbose -file $folder/timing.rpt
  report_cdc -file $folder/cdc.rpt
  report_drc -file $folder/drc.rpt
  puts [report_utilization -return_string]
  require_constrained
  require_slack
  write_bitstream -force $folder/$top.bit
  puts "wrote $folder/$top.bit"
}
