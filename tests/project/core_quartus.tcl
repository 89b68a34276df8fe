# A stand-in for Quartus that compiles the project of an accelerator alone: as quartus.tcl, without Platform Designer and pins.
#
#   tclsh core_quartus.tcl FACTS     in the project's folder; prints faults, one a line, or "ok" and the number of commands
#
# FACTS sets `facts`: top, family, part, edition, synthesis (its name in execute_module), pins (all ports of the top), virtual (ports without a
# pin), clocks (port -> ns), sources, registers and landing as in quartus.tcl, least (registers that the build must insist on).

source [lindex $argv 0]
set project [pwd]
set here [file dirname [file normalize [info script]]]
foreach {key none} {memory {} settings {} inner_clocks {}} { dict set facts $key $none }
source $here/stand_in.tcl
source $here/quartus_timing.tcl
source $here/quartus_flow.tcl
source $here/quartus_crossings.tcl
set place build

proc fresh {design} {
  array unset ::run
  array set ::run {commands 0 stages {} open 0 loaded {} assignments {} files {} pins {} standards {} virtual {} clocks {} delays {} skews {} nets {} false {} text {} panels {} constraint_order {} reading {}}
  set ::run(design) [lindex $design 0]
  set ::run(version) [expr {"newer" in $design ? "newer" : ""}]
}

# ---- Commands that differ from a card's build ------------------------------------------------------

command set_instance_assignment args {
  is_open
  lassign [options set_instance_assignment {-name 1 -to 1 -from 1 -entity 1} $args] given rest
  count set_instance_assignment $rest 1 1
  wants set_instance_assignment $given {-name -to}
  if {[dict get $given -name] ne "VIRTUAL_PIN"} { error "no assignment is called [dict get $given -name]" }
  if {[lindex $rest 0] ne "ON"} { error "VIRTUAL_PIN [lindex $rest 0]" }
  dict set ::run(virtual) [a_port [dict get $given -to]] 1
}
command execute_module args {
  is_open
  if {"flow" ni $::run(loaded)} { error "execute_module: the package flow is not loaded" }
  lassign [options execute_module {-tool 1 -args 1} $args] given rest
  count execute_module $rest 0 0
  wants execute_module $given -tool
  set tool [dict get $given -tool]
  set synthesis [dict get $::facts synthesis]
  set before [list $synthesis export fit $synthesis sta fit]
  if {![dict exists $before $tool]} { error "no module is called $tool" }
  needs $tool [dict get $before $tool]
  if {$::run(design) eq $tool || ($::run(design) eq "synthesis" && $tool eq $synthesis)} { error "execute_module: $tool failed" }
  seen $tool
  if {$tool ne "sta"} return
  foreach file [dict get $::run(files) SDC_FILE] { run_sdc $::project/$file }
}
sdc_command derive_clock_uncertainty args {
  count derive_clock_uncertainty $args 0 0
  seen derive_clock_uncertainty
}
rename panels card_panels
proc panels {} {
  set all [card_panels]
  set least [dict get $::facts least]
  set registers [dict create removed [expr {$least - 1}] no_number "a few"]
  set number [expr {[dict exists $registers $::run(design)] ? [dict get $registers $::run(design)] : $least}]
  # With commas, as in reports.
  while {[regsub {^([0-9]+)([0-9]{3})} $number {\1,\2} number]} {}
  set title [expr {[dict get $::facts edition] eq "Pro" ? "Total dedicated logic registers" : "Total registers"}]
  set rows [list {{Fitter Status} Successful} {{Logic utilization (in ALMs)} "12 / 234,720 ( < 1 % )"}]
  if {$::run(design) ne "no_registers"} { lappend rows [list $title $number] }
  dict set all "Fitter||Fitter Summary" $rows
  return $all
}
command open {name {mode r}} {
  if {[inside $name] eq "build/crossings.txt" && $mode eq "r"} { return [open $name] }
  if {[inside $name] ne "build/report.txt" || $mode ne "w"} { error "open $name $mode" }
  seen report
  return [open $name $mode]
}
command read {channel} { set ::run(reading) $channel; return [read $channel] }
command close {channel} {
  close $channel
  if {$channel eq $::run(reading)} { set ::run(reading) {} } else { seen closed }
}
command file args {
  if {[lindex $args 0] eq "mkdir"} { foreach name [lrange $args 1 end] { inside $name } }
  return [uplevel #0 [list file {*}$args]]
}

proc build {design} {
  fresh $design
  file delete -force $::project/build
  set tcl {set list expr proc if foreach error regexp source cd info lindex llength lappend lassign lrange lsearch incr string return for while catch dict lmap lsort glob join continue}
  set box [interp create]
  foreach name [interp eval $box {info commands}] { if {$name ni $tcl} { interp hide $box $name } }
  foreach name [lsort -unique $::commands] { interp alias $box $name {} c_$name }
  interp eval $box [list set quartus(version) [version_of $design]]
  interp eval $box {set quartus(quartus_rootpath) /quartus}
  # Whoever calls it may be anywhere.
  cd /
  set failed [catch {interp eval $box [list source $::project/build.tcl]} message]
  interp delete $box
  return [list $failed $message]
}
# ---- A run, and what is expected of it -------------------------------------------------------------

proc report {} {
  if {![file isfile $::project/build/report.txt]} { return "" }
  set channel [open $::project/build/report.txt]
  set text [read $channel]
  close $channel
  return $text
}
proc judge_good {} {
  global run facts
  set assignments [dict create FAMILY [dict get $facts family] DEVICE [dict get $facts part] TOP_LEVEL_ENTITY [dict get $facts top] PROJECT_OUTPUT_DIRECTORY output_files SEED 1 NUM_PARALLEL_PROCESSORS ALL]
  # Pro analyses all corners anyway.
  if {[dict get $facts edition] eq "Standard"} { dict set assignments TIMEQUEST_MULTICORNER_ANALYSIS ON }
  same assignments $assignments $run(assignments)
  dict for {kind files} [dict get $facts sources] {
    set found [expr {[dict exists $run(files) $kind] ? [dict get $run(files) $kind] : {}}]
    if {$kind eq "SDC_FILE"} { if {$found ne $files} { fault "$kind: $found" }; continue }
    if {[lsort $found] ne [lsort $files]} { fault "$kind: [lsort $found], not [lsort $files]" }
  }
  if {[lsort [dict keys $run(virtual)]] ne [lsort [dict get $facts virtual]]} { fault "ports without a pin: [dict keys $run(virtual)]" }
  if {$run(pins) ne ""} { fault "a pin is given: $run(pins)" }
  same clocks [dict map {port ns} [dict get $facts clocks] { expr {$ns + 0.0} }] $run(clocks)
  if {[lsort $run(false)] ne [lsort {{port:ring_in {}} {{} port:ring_out}}]} { fault "false paths: $run(false)" }
  judge_landing
  set crossings {}
  if {[dict get $facts landing] ne ""} {
    set crossings close
    foreach corner {slow_hot slow_cold fast} { lappend crossings "skew $corner" "net delay $corner" }
    lappend crossings crossings
  }
  set stages [list project export [dict get $facts synthesis] fit sta derive_clock_uncertainty {*}$crossings close report closed]
  if {$run(stages) ne $stages} { fault "the build runs $run(stages), not $stages" }
  foreach words {"worst setup slack: 0.034" "worst hold slack: 0.021" "worst minimum pulse width slack: 0.5" "Logic utilization (in ALMs): 12" "wrote build/report.txt" "no bitstream"} {
    if {![string match "*$words*" $run(text)]} { fault "not printed: $words" }
  }
  foreach words {"Logic utilization (in ALMs): 12" "registers: " "timing is met"} { if {![string match "*$words*" [report]]} { fault "not in the report: $words" } }
}
proc judge_landing {} {
  global run facts
  dict for {register writer} [dict get $facts landing] {
    foreach kind {set_max_delay set_min_delay} {
      if {![covered [dict filter $run(delays) script {key value} { expr {[lindex $key 0] eq $kind} }] $register $writer]} { fault "no $kind to $register" }
    }
    if {![covered $run(nets) $register $writer]} { fault "no net delay to $register" }
    if {$writer ne "*" && ![covered $run(skews) $register $writer]} { fault "no skew to $register" }
  }
}

lassign [build good] failed message
if {$failed} { fault "the build fails: $message" } else { judge_good }
set total $run(commands)
# Properties of a design or tool, and what the build must say then.
set refused {old *needs* edition *needs* synthesis *failed* fit *failed* sta *failed* setup *setup* hold *hold* recovery *recovery* pulse *pulse* no_paths *nothing* clock *Unconstrained* port *Unconstrained*
  no_summary *Unconstrained* removed *removed* no_registers *registers* no_number *number*}
if {[dict get $facts landing] ne ""} { lappend refused skew {*bus skew slack -0.012 ns*} net_delay {*net delay slack -0.012 ns*} }
if {[llength $faults] == 0} {
  dict for {design words} $refused {
    lassign [build $design] failed message
    if {!$failed} { fault "a build ends well though it has the fault '$design'" }
    if {$failed && ![string match $words $message]} { fault "a build with the fault '$design' says: $message" }
    if {[report] ne ""} { fault "a report is written though the build has the fault '$design'" }
  }
}
file delete -force $project/build
foreach text $faults { puts $text }
if {[llength $faults] == 0} { puts "ok $total" }
exit [expr {[llength $faults] > 0}]
