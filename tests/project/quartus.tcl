# A stand-in for Quartus and Platform Designer that runs a project's build.tcl, knows the commands and options that projects may
# use, and judges.
#
#   tclsh quartus.tcl FACTS [debug|good]     in the project's folder; prints faults, one a line, or "ok" and the number of commands; with `debug`, only
#                                            what hardware.debug adds is tried beside the good design, and with `good`, nothing
#
# FACTS is a Tcl script that sets `facts`, made from board data, IP tables and the elaborated top, not from the project's files:
# top, family, part, edition, ports (name -> bits), pins (port or port[bit] -> pin standard), clocks (port -> ns), settings,
# components (name -> {interfaces {name kind} parameters {name {kind words}}}), systems (name -> {instances {name {component
# {parameter value}}} links {{from to base}} exports {name of}}), sources (of each kind, in order), registers (as Quartus calls
# them), landing (registers that other clocks write -> what writes them, or *), false (pairs of ends), memory (systems with a script of pins),
# taps and kept (quartus_flow.tcl).
#
# The script is run with a good design, and then with designs and tools that a build must refuse. SDC files are read in an
# interpreter with nothing but constraints, systems' scripts in one with nothing but Platform Designer's commands.

source [lindex $argv 0]
set project [pwd]
set here [file dirname [file normalize [info script]]]
source $here/stand_in.tcl

source $here/quartus_start.tcl

# ---- A run, and what is expected of it -------------------------------------------------------------

proc judge_good {} {
  global run facts
  foreach {name value} [list FAMILY [family_here] DEVICE [dict get $facts part] TOP_LEVEL_ENTITY [dict get $facts top] PROJECT_OUTPUT_DIRECTORY output_files SEED 1 \
                          NUM_PARALLEL_PROCESSORS ALL {*}[expr {[dict get $facts edition] eq "Pro" ? {} : {TIMEQUEST_MULTICORNER_ANALYSIS ON}}]] {
    if {![dict exists $run(assignments) $name] || [dict get $run(assignments) $name] ne $value} { fault "$name is not $value" }
  }
  dict for {name value} [dict get $facts settings] {
    if {![dict exists $run(assignments) $name] || [dict get $run(assignments) $name] ne $value} { fault "$name is not $value" }
  }
  dict for {kind files} [dict get $facts sources] {
    set found [expr {[dict exists $run(files) $kind] ? [dict get $run(files) $kind] : {}}]
    if {$kind in {SDC_FILE QIP_FILE}} { if {$found ne $files} { fault "$kind: $found" }; continue }
    foreach file $files { if {$file ni $found} { fault "not read: $file" } }
    foreach file $found { if {$file ni $files} { fault "read and not the project's: $file" } }
  }
  same pins [dict get $facts pins] [dict map {port pin} $run(pins) { list $pin [expr {[dict exists $run(standards) $port] ? [dict get $run(standards) $port] : ""}] }]
  foreach port [dict keys $run(standards)] { if {![dict exists $run(pins) $port]} { fault "a standard and no pin: $port" } }
  if {$run(constraint_order) ne [dict get $facts constraint_order]} { fault "constraints are read in another order: $run(constraint_order)" }
  set used {}
  dict for {port pin} $run(pins) { if {$pin in $used} { fault "pin $pin is used twice" }; lappend used $pin }
  same clocks [dict map {port ns} [dict get $facts clocks] { expr {$ns + 0.0} }] $run(clocks)
  same systems [dict map {name system} [dict get $facts systems] { list }] [dict map {name system} $run(systems) { list }]
  dict for {name expected} [dict get $facts systems] {
    if {[dict exists $run(systems) $name]} { judge_system $name $expected [dict get $run(systems) $name] }
  }
  judge_crossings
  judge_debug_good
  foreach stage [list project export [expr {[dict get $facts edition] eq "Pro" ? "syn" : "map"}] fit sta asm pins crossings] { if {$stage ni $run(stages)} { fault "$stage is not run" } }
  foreach memory [dict get $facts memory] { if {"assign $memory" ni $run(stages)} { fault "the pins of $memory are not assigned" } }
  if {[lindex $run(stages) end-1] ne "asm" || [lindex $run(stages) end] ne "close"} { fault "the build ends with [lrange $run(stages) end-1 end]" }
  foreach corner {slow_hot slow_cold fast} { foreach what {skew "net delay"} { if {"$what $corner" ni $run(stages)} { fault "$what is not looked at in $corner" } } }
  foreach words [list "worst bus skew slack, fast: 3.034" "worst net delay slack, slow_hot: 3.034" "worst bus skew slack: 3.034" "worst net delay slack: 3.034" "worst setup slack: 0.034" "worst hold slack: 0.021" "worst recovery slack: 2.2" "worst minimum pulse width slack: 0.5" "Logic utilization (in ALMs): 12" "kernel clock: meets 209.8 MHz, and the project has [dict get $facts kernel_mhz] MHz" "wrote build/attempt_1/[dict get $facts top].sof"] {
    if {![string match "*$words*" $run(text)]} { fault "not printed: $words" }
  }
  judge_result 1 0.021 209.8 [dict get $facts top]
}
proc judge_result {number slack met name} {
  foreach {file expected} [list timing.txt "slack $slack\nkernel [dict get $::facts kernel_mhz] $met\n" $name.sof "[dict get $::facts part], seed $number\n"] {
    set path $::project/build/attempt_$number/$file
    if {![file isfile $path]} { fault "missing: $path"; continue }
    set channel [open $path]
    set text [read $channel]
    close $channel
    if {$text ne $expected} { fault "$file is: $text" }
  }
}

# ---- Steps and attempts: build.tcl with arguments ---------------------------------------------------

proc ends_well {what design arguments} {
  lassign [build $design $arguments] failed message
  if {$failed} { fault "$what fails: $message" }
}
proc refused {what words design arguments} {
  lassign [build $design $arguments] failed message
  if {!$failed} { fault "a build ends well though it has the fault '$what'"; return }
  if {![string match $words $message]} { fault "a build with the fault '$what' says: $message" }
  if {"asm" in $::run(stages)} { fault "a programming file is written though the build has the fault '$what'" }
}
proc judge_steps {} {
  global run facts
  set top [dict get $facts top]
  file delete -force $::project/build
  ends_well systems good systems
  if {$run(systems) eq "" || "project" in $run(stages)} { fault "the step systems runs $run(stages)" }
  ends_well "attempt 3" good {attempt 3}
  if {$run(systems) ne ""} { fault "an attempt makes systems" }
  judge_result 3 0.021 209.8 $top
  ends_well "a good deal of slack" 1.0 {attempt 2}
  judge_result 2 0.021 250.0 $top
  ends_well "reports without the kernel clock" no_kernel {attempt 2}
  judge_result 2 0.021 ? $top
  set ::env(THREADS) 3
  ends_well "an attempt with three threads" good {attempt 2}
  if {[dict get $run(assignments) NUM_PARALLEL_PROCESSORS] != 3} { fault "NUM_PARALLEL_PROCESSORS is [dict get $run(assignments) NUM_PARALLEL_PROCESSORS]" }
  unset ::env(THREADS)
  foreach arguments {attempt {attempt 0} {attempt 1 2} fit} { refused "arguments $arguments" "*build.tcl takes*" good $arguments }
}
# Only timing may be missed, and only where the user says so.
proc judge_allowed {} {
  global run facts
  set top [dict get $facts top]
  set ::env(ALLOW_TIMING) 0
  refused "timing that ALLOW_TIMING=0 does not allow" "timing is not met: worst setup slack -0.012 ns; see build/attempt_2/output_files" setup {attempt 2}
  set ::env(ALLOW_TIMING) 1
  foreach {design kind name slack} [list setup setup ${top}_untimed -0.012 pulse "minimum pulse width" ${top}_untimed -0.012 skew "bus skew" ${top}_untimed -0.012 good {} $top 0.021] {
    file delete -force $::project/build/attempt_2
    ends_well "ALLOW_TIMING=1 with the design '$design'" $design {attempt 2}
    judge_result 2 $slack 209.8 $name
    if {[glob -tails -directory $::project/build/attempt_2 *.sof] ne "$name.sof"} { fault "ALLOW_TIMING=1 and '$design' make [glob -directory $::project/build/attempt_2 *.sof]" }
    if {[string match "*WARNING: timing is not met: worst $kind slack -0.012 ns; see*With ALLOW_TIMING=1*" $run(text)] == ($design eq "good")} { fault "ALLOW_TIMING=1 and '$design' say: $run(text)" }
  }
  foreach {design words} {no_pin *without* no_paths *nothing* clock *Unconstrained* port *Unconstrained* no_mhz *MHz* no_skew {*no skew is constrained*}} { refused "$design with ALLOW_TIMING=1" $words $design {attempt 2} }
  unset ::env(ALLOW_TIMING)
}

array unset ::env ALLOW_TIMING
array unset ::env THREADS
lassign [build good] failed message
if {$failed} { fault "the build fails: $message" } else { judge_good }
set total $run(commands)
# Another name of the family, everywhere, and other panels.
set is_whole [expr {[lindex $argv 1] ni {debug good}}]
if {[llength $faults] == 0 && $is_whole} {
  lassign [build newer] failed message
  if {$failed} { fault "the build fails with a newer version: $message" } else { judge_good }
}
# Properties of a design or tool, and what the build must say then.
set refused {old *needs* edition *needs* no_part *install* empty_part *install* qsys *qsys-script* no_pin *without* no_pins *no?pins* setup *setup* hold *hold* recovery *recovery* pulse *pulse* no_paths *nothing* clock *Unconstrained* port *Unconstrained*
  no_summary *Unconstrained* skew {*bus skew slack -0.012 ns*} skew_unknown {*bus skew has no slack*} no_skew {*no skew is constrained*} net_delay {*net delay slack -0.012 ns*}
  net_delay_unknown {*net delay has no slack*}
  {setup newer} *setup* {hold newer} *hold* {pulse newer} *pulse* {no_paths newer} *nothing* {empty_panel newer} *nothing* no_net_delay {*no net delay is constrained*} no_corner *corner* map *execute_module* fit *fit*}
if {!$is_whole} { set refused {} }
if {[has_taps] && [lindex $argv 1] ne "good"} { lappend refused stp *quartus_stp* }
if {$is_whole && [llength [dict get $facts memory]] > 0} { lappend refused pin_scripts *scripts* }
if {[llength $faults] == 0} {
  set reads_sdc 0
  dict for {design words} $refused { refused $design $words $design {} }
  if {$is_whole} {
    judge_steps
    judge_allowed
  }
}
file delete -force $project/build
foreach text $faults { puts $text }
if {[llength $faults] == 0} { puts "ok $total" }
exit [expr {[llength $faults] > 0}]
