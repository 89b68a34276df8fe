# Flow of Quartus, shared by all projects: systems, project, map, pin scripts, fit, timing, programming file.
#
# What differs between the editions, "Standard" and "Pro", is set by the caller: programs' names, options and folders.
# Errors are Tcl errors, so that `quartus_sh -t` ends with a status other than 0. Paths are relative to the project's folder;
# Quartus' own files are in the folder where make_project goes: build/attempt_K, so that several attempts can run at the same time.

load_package flow
load_package report
load_package device

# At least this version, "18.1", of this edition, "Standard" or "Pro": the other one does not know the device.
proc require_quartus {least edition} {
  set here $::quartus(version)
  if {![regexp {(\d+)\.(\d+)} $here all major minor] || ![regexp {^(\d+)\.(\d+)$} $least all least_major least_minor]} {
    error "cannot tell the version of this Quartus: '$here'"
  }
  if {![string match "* $edition Edition*" $here]} { error "this project needs Quartus Prime $edition Edition, and this is $here" }
  if {$major < $least_major || ($major == $least_major && $minor < $least_minor)} {
    error "this project needs Quartus Prime $edition Edition $least or newer, and this is $here"
  }
}

# The part's family by the name that this version has for it: Agilex is Agilex 7 from 23.1 on.
proc family_of {part} {
  if {[catch {get_part_info -family $part} family] || $family eq ""} { error "this Quartus does not know $part: install the support of its family" }
  return [lindex $family 0]
}

# A program of Quartus, its output shown; one that fails ends the build.
proc run {folder program args} {
  exec [file join $::quartus(quartus_rootpath) $folder $program] {*}$args >@stdout 2>@stderr
}

# Platform Designer: each system from its script, below build/ip. Pro looks for a project unless told that there is none.
proc make_systems {systems family part edition} {
  set alone [expr {$edition eq "Pro" ? "--quartus-project=none" : {}}]
  set named [expr {$edition eq "Pro" ? [list "--cmd=set family {$family}"] : {}}]
  file delete -force build/ip
  file mkdir build/ip
  cd build/ip
  foreach system $systems {
    run sopc_builder/bin qsys-script --script=../../ip/$system.tcl {*}$named {*}$alone
    run sopc_builder/bin qsys-generate $system.qsys --synthesis=VERILOG --output-directory=$system --family=$family --part=$part {*}$alone
  }
  cd ../..
}

# Ends in `folder`, where the project is. The seed decides where the fitter begins. THREADS is an attempt's share of the processors.
proc make_project {top family part edition {folder build} {seed 1}} {
  file mkdir $folder
  cd $folder
  project_new $top -overwrite
  set_global_assignment -name FAMILY $family
  set_global_assignment -name DEVICE $part
  set_global_assignment -name TOP_LEVEL_ENTITY $top
  set_global_assignment -name PROJECT_OUTPUT_DIRECTORY output_files
  set_global_assignment -name SEED $seed
  set threads [expr {[info exists ::env(THREADS)] ? $::env(THREADS) : ""}]
  set_global_assignment -name NUM_PARALLEL_PROCESSORS [expr {$threads eq "" ? "ALL" : $threads}]
  # Pro analyses all corners anyway.
  if {$edition eq "Standard"} { set_global_assignment -name TIMEQUEST_MULTICORNER_ANALYSIS ON }
}

# From the folder of an attempt.
proc read_files {verilog vhdl early systems late assignments edition} {
  set folder [expr {$edition eq "Pro" ? "" : "synthesis/"}]
  foreach file $verilog { set_global_assignment -name VERILOG_FILE ../../$file }
  foreach file $vhdl { set_global_assignment -name VHDL_FILE ../../$file }
  # In this order: the board's clocks, the systems' own constraints, crossings between their clocks.
  foreach file $early { set_global_assignment -name SDC_FILE ../../$file }
  foreach system $systems { set_global_assignment -name QIP_FILE ../ip/$system/$folder$system.qip }
  foreach file $late { set_global_assignment -name SDC_FILE ../../$file }
  foreach file $assignments { source ../../$file }
  export_assignments
}

# The memory controllers' scripts of I/O standards and groups. They want a mapped design, and write to the project's file,
# which is therefore closed meanwhile.
proc assign_memory_pins {top systems} {
  project_close
  foreach system $systems {
    set scripts [glob ../ip/$system/synthesis/submodules/*_p0_pin_assignments.tcl]
    if {[llength $scripts] != 1} { error "$system has [llength $scripts] scripts of pin assignments, not one" }
    run bin quartus_sta -t [lindex $scripts 0] $top
  }
  project_open $top
}

# A report's table as a list of rows, the first of which has the titles.
proc table {name} {
  set id [get_report_panel_id $name]
  if {$id == -1} { error "there is no report '$name'" }
  set rows {}
  for {set i 0} {$i < [get_number_of_rows -id $id]} {incr i} { lappend rows [get_report_panel_row -id $id -row $i] }
  return $rows
}

proc column {rows title} {
  set place [lsearch -exact -nocase [lindex $rows 0] $title]
  if {$place < 0} { error "a report has no column '$title'" }
  return $place
}

# Every port is where the project put it. The other half of a differential pin has no assignment of its own.
proc require_pins {} {
  set missing {}
  set seen 0
  foreach kind {Input Output Bidir} {
    set rows [table "Fitter||*||$kind Pins"]
    set by [column $rows "Location assigned by"]
    foreach row [lrange $rows 1 end] {
      incr seen
      set port [lindex $row 0]
      if {![string match "*(n)" $port] && [lindex $row $by] ne "User"} { lappend missing $port }
    }
  }
  if {$seen == 0} { error "the fitter reports no pins" }
  if {[llength $missing] > 0} { error "ports without a pin: $missing" }
}

# No clock without a period, no port or path without a constraint.
proc require_constrained {} {
  foreach row [lrange [table "*Timing Analyzer||Unconstrained Paths||Unconstrained Paths Summary"] 1 end] {
    lassign $row what setup hold
    if {$setup > 0 || $hold > 0} { error "$what: $setup for setup, $hold for hold; see output_files/*.sta.rpt" }
  }
}

# The worst slack of a kind in all corners, or something that is no number. Newer versions of Pro have a panel for each kind in
# place of one for all.
proc worst_slack {kind} {
  set all "*Timing Analyzer||Multicorner Timing Analysis Summary"
  if {[get_report_panel_id $all] != -1} {
    set rows [table $all]
    return [lindex [lsearch -inline -index 0 $rows "Worst-case Slack"] [column $rows $kind]]
  }
  set panel "*Timing Analyzer||$kind Summary"
  if {[get_report_panel_id $panel] == -1} { return "N/A" }
  set rows [table $panel]
  set slacks {}
  foreach row [lrange $rows 1 end] { lappend slacks [lindex $row [column $rows Slack]] }
  return [lindex [lsort -real $slacks] 0]
}

# The worst slack of each kind of check, in ns, of all corners.
proc slacks {} {
  set worst {}
  foreach kind {Setup Hold Recovery Removal "Minimum Pulse Width"} {
    set slack [worst_slack $kind]
    if {[string is double -strict $slack]} {
      dict set worst [string tolower $kind] $slack
    } elseif {$kind in {Setup Hold}} {
      error "no [string tolower $kind] path was found: nothing is constrained"
    }
  }
  return $worst
}

# The worst slack of skew and net delay, which the report of a compilation does not have; `scripts` is the folder of crossings.tcl. The program opens
# the project itself.
proc crossing_slacks {top scripts} {
  file delete -force crossings.txt
  project_close
  run bin quartus_sta -t $scripts/crossings.tcl $top
  project_open $top
  set file [open crossings.txt]
  set worst [read $file]
  close $file
  foreach kind {"bus skew" "net delay"} {
    if {![dict exists $worst $kind] || ![string is double -strict [dict get $worst $kind]]} { error "crossings.tcl has left no slack of $kind" }
  }
  return $worst
}
