# Part of quartus.tcl: quartus_sh, its reports, and the programs that a build starts.

set commands {}
proc command {name arguments body} {
  lappend ::commands $name
  proc c_$name $arguments "incr ::run(commands)\n$body"
}
proc is_open {} { if {!$::run(open)} { error "no project is open" } }

# Is it the project's name, in a folder that the build may use? The caller sets `place`.
proc is_ours {name} { string match $::place/[dict get $::facts top] [inside $name] }

# Constraints are the same in all runs of a project, and take the longest.
set reads_sdc 1

command load_package {name} {
  if {$name ni {flow report device}} { error "no package is called $name" }
  lappend ::run(loaded) $name
}
# Newer versions have another name for a family, and other panels.
proc family_here {} {
  set family [dict get $::facts family]
  return [expr {$::run(version) eq "newer" && $family eq "Agilex" ? "Agilex 7" : $family}]
}
command get_part_info args {
  if {"device" ni $::run(loaded)} { error "get_part_info: the package device is not loaded" }
  lassign [options get_part_info {-family 0 -speed_grade 0} $args] given rest
  count get_part_info $rest 1 1
  if {[dict keys $given] ne "-family"} { error "get_part_info: $args" }
  if {[lindex $rest 0] ne [dict get $::facts part] || $::run(design) eq "no_part"} { error "get_part_info: illegal part [lindex $rest 0]" }
  return [expr {$::run(design) eq "empty_part" ? "" : [list [family_here]]}]
}
command project_new args {
  lassign [options project_new {-overwrite 0 -revision 1 -family 1 -part 1} $args] given rest
  count project_new $rest 1 1
  wants project_new $given -overwrite
  if {![is_ours [lindex $rest 0]]} { error "project_new: [lindex $rest 0]" }
  set ::run(open) 1
  seen project
}
command project_open args {
  lassign [options project_open {-revision 1} $args] given rest
  count project_open $rest 1 1
  needs project_open project
  if {$::run(open)} { error "a project is open" }
  if {![is_ours [lindex $rest 0]]} { error "project_open: [lindex $rest 0]" }
  set ::run(open) 1
}
command project_close {} { is_open; set ::run(open) 0; seen close }
command export_assignments {} { is_open; seen export }
command set_global_assignment args {
  is_open
  lassign [options set_global_assignment {-name 1 -section_id 1} $args] given rest
  count set_global_assignment $rest 1 1
  wants set_global_assignment $given -name
  set name [dict get $given -name]
  set value [lindex $rest 0]
  if {$name in {VERILOG_FILE VHDL_FILE SDC_FILE QIP_FILE QSYS_FILE}} {
    if {![file isfile $value]} { error "no such file: $value" }
    set file [inside $value]
    if {[dict exists $::run(files) $name] && $file in [dict get $::run(files) $name]} { error "read twice: $file" }
    dict lappend ::run(files) $name $file
    # One list of what has constraints, as their order counts.
    if {$name in {SDC_FILE QIP_FILE}} { lappend ::run(constraint_order) $name }
    return
  }
  if {$name ni [concat {FAMILY DEVICE TOP_LEVEL_ENTITY PROJECT_OUTPUT_DIRECTORY SEED NUM_PARALLEL_PROCESSORS TIMEQUEST_MULTICORNER_ANALYSIS} [dict keys [dict get $::facts settings]]]} { error "no assignment is called $name" }
  if {[dict exists $::run(assignments) $name]} { error "$name is assigned twice" }
  dict set ::run(assignments) $name $value
}
proc a_port {name} {
  if {![dict exists $::facts pins $name]} { error "no port is $name" }
  return $name
}
command set_location_assignment {location args} {
  is_open
  lassign [options set_location_assignment {-to 1} $args] given rest
  count set_location_assignment $rest 0 0
  wants set_location_assignment $given -to
  if {![regexp {^PIN_([A-Z]+[0-9]+)$} $location all pin]} { error "no pin is $location" }
  set port [a_port [dict get $given -to]]
  if {[dict exists $::run(pins) $port]} { error "$port is placed twice" }
  dict set ::run(pins) $port $pin
}
command set_instance_assignment args {
  is_open
  lassign [options set_instance_assignment {-name 1 -to 1 -from 1 -entity 1} $args] given rest
  count set_instance_assignment $rest 1 1
  wants set_instance_assignment $given {-name -to}
  if {[dict get $given -name] eq [expr {[dict get $::facts edition] eq "Pro" ? "PRESERVE_REGISTER_SYN_ONLY" : "PRESERVE_REGISTER"}] && $rest eq "ON"} {
    keep_register [dict get $given -to]
    return
  }
  if {[dict get $given -name] ne "IO_STANDARD"} { error "no assignment is called [dict get $given -name]" }
  set port [a_port [dict get $given -to]]
  if {[dict exists $::run(standards) $port]} { error "$port has two standards" }
  dict set ::run(standards) $port [lindex $rest 0]
}
# Entries of `facts` for projects with hardware.debug: taps (register without its index -> clock and bits, 0 for one without an index), kept (those with
# attributes of their own).
proc has_taps {} { dict exists $::facts taps }
proc keep_register {name} {
  set register [regsub {\[\*\]$} $name {}]
  if {![has_taps] || ![dict exists $::facts taps $register]} { error "no register is $name" }
  if {($register ne $name) != ([lindex [dict get $::facts taps $register] 1] > 0)} { error "$name has another width" }
  if {$register in $::run(marked)} { error "$name is kept twice" }
  lappend ::run(marked) $register
}
proc judge_debug_good {} {
  global run facts
  if {![has_taps]} return
  dict for {register of} [dict get $facts taps] {
    if {($register in $run(marked)) == ($register in [dict get $facts kept])} { fault "$register is [expr {$register in $run(marked) ? "kept twice" : "not kept"}]" }
  }
  if {"analyser" ni $run(stages)} { fault "Signal Tap is not in the project" }
}
command execute_module args {
  is_open
  if {"flow" ni $::run(loaded)} { error "execute_module: the package flow is not loaded" }
  lassign [options execute_module {-tool 1 -args 1} $args] given rest
  count execute_module $rest 0 0
  wants execute_module $given -tool
  set tool [dict get $given -tool]
  # The first stage is called otherwise in Pro.
  set first [expr {[dict get $::facts edition] eq "Pro" ? "syn" : "map"}]
  set before [list $first export fit $first sta fit asm sta]
  if {![dict exists $before $tool]} { error "no module is called $tool" }
  needs $tool [dict get $before $tool]
  if {$tool eq $first && [has_taps]} { needs $tool analyser }
  if {$::run(design) eq ($tool eq $first ? "map" : $tool)} { error "execute_module: $tool failed" }
  if {$tool eq "fit"} {
    foreach memory [dict get $::facts memory] { if {"assign $memory" ni $::run(stages)} { error "fit: no pin assignments of $memory" } }
  }
  seen $tool
  if {$tool eq "asm"} {
    file mkdir [dict get $::run(assignments) PROJECT_OUTPUT_DIRECTORY]
    write_text [dict get $::run(assignments) PROJECT_OUTPUT_DIRECTORY]/[dict get $::facts top].sof "[dict get $::run(assignments) DEVICE], seed [dict get $::run(assignments) SEED]\n"
  }
  if {$tool ne "sta" || !$::reads_sdc} return
  foreach file [dict get $::run(files) SDC_FILE] { run_sdc $::project/$file }
}
# Files of the build: only in the project; only what crossings.tcl has left is read.
command open {file {mode r}} {
  if {$mode eq "r" && [string match build/attempt_*/crossings.txt [inside $file]]} { return [::open $file] }
  if {$mode ne "w"} { error "open: $file to read" }
  inside $file
  return [::open $file w]
}
command read {channel} { return [::read $channel] }
command close {channel} { ::close $channel }
command puts args {
  count puts $args 1 2
  if {[llength $args] == 2} { ::puts {*}$args; return }
  append ::run(text) [lindex $args 0] "\n"
}

# ---- Reports: a panel is a list of rows ------------------------------------------------------------

command load_report {} {
  is_open
  if {"report" ni $::run(loaded)} { error "load_report: the package report is not loaded" }
  needs load_report fit
  set ::run(panels) [panels]
}
command unload_report {} { set ::run(panels) {} }
proc panels {} {
  set design $::run(design)
  set all [dict create "Fitter||Fitter Summary" {{{Fitter Status} Successful} {{Logic utilization (in ALMs)} "12 / 234,720 ( < 1 % )"}}]
  set pins [dict keys [dict get $::facts pins]]
  if {$design eq "no_pins"} { set pins {} }
  foreach {kind share} {Input 0 Output 1 Bidir 2} {
    set rows {{Name {Pin #} {I/O Bank} {I/O Standard} {Location assigned by} {Slew Rate}}}
    set i 0
    foreach port $pins {
      if {[incr i] % 3 != $share} continue
      lappend rows [list $port AA1 7A {2.5 V} [expr {$design eq "no_pin" && $i == 3 ? "Fitter" : "User"}] 1]
    }
    if {$pins ne ""} { lappend rows {pcie_refclk(n) AA2 7A HCSL Fitter 1} }
    dict set all "Fitter||[expr {[dict get $::facts edition] eq "Pro" ? "Plan Stage" : "Resource Section"}]||$kind Pins" $rows
  }
  if {"sta" ni $::run(stages)} { return $all }
  # A slack of the setup paths, or that of a fault.
  set setup [expr {[string is double -strict $design] ? $design : 0.034}]
  set slack [dict create Setup $setup Hold 0.021 Recovery 2.2 Removal N/A {Minimum Pulse Width} 0.5]
  foreach {fault kind} {setup Setup hold Hold recovery Recovery pulse {Minimum Pulse Width}} { if {$design eq $fault} { dict set slack $kind -0.012 } }
  if {$design eq "no_paths"} { dict set slack Hold N/A }
  set values [dict values $slack]
  if {$::run(version) eq "newer"} {
    # A panel for each kind instead of one for all; none where there is no path.
    dict for {kind worst} $slack {
      if {$worst eq "N/A"} { continue }
      set rows [list {Clock Slack {End Point TNS}} [list clk_50 12.5 0.0] [list bus_clk $worst 0.0]]
      dict set all "Timing Analyzer||$kind Summary" [expr {$design eq "empty_panel" ? [lrange $rows 0 0] : $rows}]
    }
  } else {
    dict set all "Timing Analyzer||Multicorner Timing Analysis Summary" [list [concat Clock [dict keys $slack]] [concat {{Worst-case Slack}} $values] [concat { clk_50} $values] {{Design-wide TNS} 0.0 0.0 0.0 0.0 0.0}]
  }
  # The kernel clock has a period of 5 ns in these designs, and a slack of its own where nothing is wrong.
  set met [format %.2f [expr {[string is double -strict $design] ? 1e3 / (5 - $design) : 209.87}]]
  foreach {model more} {{Slow 900mV 85C Model} 3.5 {Slow 900mV 0C Model} 0} {
    set row [list "[expr {$met + 50}] MHz" "[format %.2f [expr {$met + $more}]] MHz" {u_clock|pll|altera_pll_i|general[0].gpll~PLL_OUTPUT_COUNTER|divclk} {}]
    if {$design eq "no_kernel"} { set row {{400.0 MHz} {400.0 MHz} clk_50 {}} }
    if {$design eq "no_mhz"} { lset row 1 N/A }
    dict set all "Timing Analyzer||$model||$model Fmax Summary" [list {Fmax {Restricted Fmax} {Clock Name} Note} {{160.0 MHz} {150.0 MHz} u_pcie|pcie|coreclkout {}} $row]
  }
  if {$design ne "no_summary"} {
    dict set all "Timing Analyzer||Unconstrained Paths||Unconstrained Paths Summary" [list {Property Setup Hold} {{Illegal Clocks} 0 0} [list {Unconstrained Clocks} [expr {$design eq "clock" ? 2 : 0}] 0] \
      [list {Unconstrained Input Ports} 0 [expr {$design eq "port" ? 1 : 0}]] {{Unconstrained Input Port Paths} 0 0}]
  }
  return $all
}
command get_report_panel_id {pattern} {
  set names [lsearch -all -glob [dict keys $::run(panels)] $pattern]
  if {[llength $names] > 1} { error "several panels are $pattern" }
  return [expr {$names eq "" ? -1 : $names}]
}
proc panel {given} {
  set names [dict keys $::run(panels)]
  if {[dict get $given -id] < 0 || [dict get $given -id] >= [llength $names]} { error "no panel is [dict get $given -id]" }
  return [dict get $::run(panels) [lindex $names [dict get $given -id]]]
}
command get_report_panel_names {} { dict keys $::run(panels) }
command get_number_of_rows args {
  lassign [options get_number_of_rows {-id 1} $args] given rest
  count get_number_of_rows $rest 0 0
  wants get_number_of_rows $given -id
  return [llength [panel $given]]
}
command get_report_panel_row args {
  lassign [options get_report_panel_row {-id 1 -row 1} $args] given rest
  count get_report_panel_row $rest 0 0
  wants get_report_panel_row $given {-id -row}
  set rows [panel $given]
  if {[dict get $given -row] < 0 || [dict get $given -row] >= [llength $rows]} { error "no row is [dict get $given -row]" }
  set row [lindex $rows [dict get $given -row]]
  if {[lindex $row 0] eq "Name"} { seen pins }
  return $row
}

# ---- Programs --------------------------------------------------------------------------------------

proc value_of {arguments option} {
  set found [lsearch -all -inline -glob $arguments $option=*]
  if {[llength $found] != 1} { error "[llength $found] times $option" }
  return [string range [lindex $found 0] [string length $option]+1 end]
}
# Pro takes a folder's project where it is not told that there is none; Standard does not know the option.
proc alone {program arguments others} {
  if {[dict get $::facts edition] ne "Pro"} { count $program $arguments $others $others; return }
  count $program $arguments [expr {$others + 1}] [expr {$others + 1}]
  if {[value_of $arguments --quartus-project] ne "none"} { error "$program: --quartus-project" }
}
command exec {program args} {
  if {[lrange $args end-1 end] ne {>@stdout 2>@stderr}} { error "what $program says is lost" }
  set args [lrange $args 0 end-2]
  switch $program {
    /quartus/sopc_builder/bin/qsys-script {
      if {$::run(design) eq "qsys"} { error "qsys-script: child process exited abnormally" }
      alone qsys-script $args [expr {[dict get $::facts edition] eq "Pro" ? 2 : 1}]
      run_qsys [value_of $args --script] [expr {[dict get $::facts edition] eq "Pro" ? [value_of $args --cmd] : ""}]
    }
    /quartus/sopc_builder/bin/qsys-generate {
      alone qsys-generate $args 5
      set file [lindex $args 0]
      if {![file isfile $file]} { error "qsys-generate: no such file: $file" }
      set name [file rootname $file]
      foreach {option value} [list --synthesis VERILOG --output-directory $name --family [family_here] --part [dict get $::facts part]] {
        if {[value_of $args $option] ne $value} { error "qsys-generate: $option is [value_of $args $option]" }
      }
      file mkdir $name/synthesis/submodules
      close [open $name/[expr {[dict get $::facts edition] eq "Pro" ? "" : "synthesis/"}]$name.qip w]
      if {$name in [dict get $::facts memory]} {
        close [open $name/synthesis/submodules/${name}_emif_p0_pin_assignments.tcl w]
        if {$::run(design) eq "pin_scripts"} { close [open $name/synthesis/submodules/other_p0_pin_assignments.tcl w] }
      }
    }
    /quartus/bin/quartus_sta {
      count quartus_sta $args 3 3
      lassign $args option script top
      if {$option ne "-t" || $top ne [dict get $::facts top]} { error "quartus_sta $args" }
      if {![file isfile $script]} { error "quartus_sta: no such file: $script" }
      if {$::run(open)} { error "quartus_sta: the project is open, and would overwrite the assignments" }
      if {[inside $script] eq "tcl/crossings.tcl"} {
        needs quartus_sta sta
        run_crossings $script
        seen crossings
        return
      }
      needs quartus_sta map
      seen "assign [lindex [file split [inside $script]] 2]"
    }
    /quartus/bin/quartus_stp {
      lassign [options quartus_stp {--stp_file 1 --enable 0} $args] given rest
      wants quartus_stp $given {--stp_file --enable}
      set file [dict get $given --stp_file]
      if {$rest ne [dict get $::facts top] || ![string match */attempt_*/debug.stp [file normalize $file]] || ![file isfile $file]} { error "quartus_stp $args" }
      if {$::run(design) eq "stp"} { error "quartus_stp: child process exited abnormally" }
      if {$::run(open)} { error "quartus_stp: the project is open, and would overwrite the assignments" }
      needs quartus_stp export
      seen analyser
    }
    default { error "couldn't execute \"$program\"" }
  }
}
proc version_of {design} {
  set editions {Standard Pro}
  set edition [dict get $::facts edition]
  if {$design eq "edition"} { set edition [lindex $editions [expr {$edition eq "Standard"}]] }
  return "Version [expr {$design eq "old" ? "17.0.2" : $::run(version) eq "newer" ? "24.1.0" : $edition eq "Pro" ? "22.4.0" : "21.1.0"}] Build 842 10/21/2021 SJ $edition Edition"
}

proc write_text {file text} {
  set channel [open $file w]
  puts -nonewline $channel $text
  close $channel
}
# Runs a script of the project with `arguments`. A list of whether it failed, and its message.
proc run_script {script arguments} {
  set tcl {set list expr proc if foreach error regexp source cd file info lindex llength lappend lassign lrange lsearch incr string return for while catch dict lmap lsort glob join continue pwd format}
  set box [interp create]
  foreach name [interp eval $box {info commands}] { if {$name ni $tcl} { interp hide $box $name } }
  foreach name $::commands { interp alias $box $name {} c_$name }
  interp eval $box [list set quartus(version) [version_of $::run(design)]]
  interp eval $box {set quartus(quartus_rootpath) /quartus}
  interp eval $box [list set quartus(args) $arguments]
  set failed [catch {interp eval $box [list source $script]} message]
  interp delete $box
  return [list $failed $message]
}
proc build {design {arguments {}}} {
  fresh $design
  # A step finds what earlier ones have left.
  if {$arguments eq ""} { file delete -force $::project/build }
  # Whoever calls it may be anywhere.
  cd /
  return [run_script $::project/build.tcl $arguments]
}
