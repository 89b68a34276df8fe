# A stand-in for Vivado that runs a project's build.tcl, knows the commands and options that projects may use, and judges.
#
#   tclsh vivado.tcl FACTS [debug|good]     in the project's folder; prints faults, one a line, or "ok" and the number of commands; with `debug`, only
#                                           what hardware.debug adds is tried beside the good design, and with `good`, nothing
#
# FACTS is a Tcl script that sets `facts`, made from board data, IP tables and the elaborated top, not from the project's
# files: part, top, version, sources, ports (name -> bits), pins (port or port[bit] -> pin standard pull impedance), clocks (port -> ns),
# ips (module -> name {parameter value ...}), schema (name -> {parameter {kind words}}), properties (of the design), parts (file ->
# text), xmls (file -> {path value ...}: what stands in an XML file), by_ip (ports whose standard an IP's own constraints set; in pins "by_ip PORT" is that of such a port), instances
# (pins that clocks come from -> clock), scoped (module -> file), landing (registers that other clocks write -> clock they are
# read from), words (registers behind distributed RAM -> clock); taps and kept, for vivado_debug.tcl.
#
# The script is run with a good design, and then with designs that a build must refuse: each fault of the flow is one run.
# Commands: vivado_commands.tcl; those of XDC files: vivado_xdc.tcl.

source [lindex $argv 0]
set project [pwd]
set here [file dirname [file normalize [info script]]]
source $here/mig_xml.tcl
source $here/stand_in.tcl
source $here/vivado_commands.tcl

# ---- A run, and what is expected of it -------------------------------------------------------------

proc judge_good {} {
  global run facts
  if {$run(part) ne [dict get $facts part]} { fault "part: $run(part)" }
  foreach file [dict get $facts sources] { if {$file ni $run(sources)} { fault "not read: $file" } }
  foreach file $run(sources) { if {$file ni [dict get $facts sources]} { fault "read and not the project's: $file" } }
  same pins [dict get $facts pins] $run(pins)
  set used {}
  dict for {port pin} $run(pins) {
    if {[lindex $pin 0] in $used} { fault "pin [lindex $pin 0] is used twice" }
    lappend used [lindex $pin 0]
  }
  dict for {file text} [dict get $facts parts] {
    if {![file isfile $::project/$file]} { fault "missing: $file"; continue }
    if {[read_text $::project/$file] ne $text} { fault "$file is not what the board's wiring has" }
  }
  dict for {file values} [dict get $facts xmls] {
    if {![file isfile $::project/$file]} { fault "missing: $file"; continue }
    if {[catch {flattened [read_text $::project/$file]} found]} { fault "$file: $found" } else { same $file $values $found }
  }
  same clocks [dict map {port ns} [dict get $facts clocks] { expr {$ns + 0.0} }] $run(clocks)
  # IP's clocks are there when these are read.
  foreach file [dict get $facts late] { if {$file ni $run(late)} { fault "not read late: $file" } }
  same ips [dict map {module ip} [dict get $facts ips] { lindex $ip 0 }] [dict map {module ip} $run(ips) { lindex $ip 0 }]
  dict for {module ip} [dict get $facts ips] {
    if {[dict exists $run(ips) $module]} { same $module [lindex $ip 1] [lindex [dict get $run(ips) $module] 1] }
  }
  # The clock that the kernel meets is in the bitstream: "MH", and 2098 tenths of a MHz.
  same properties [dict merge [dict get $facts properties] {BITSTREAM.CONFIG.USR_ACCESS 0x4D480832}] $run(properties)
  foreach needed [dict get $facts written] { if {$needed ni $run(written)} { fault "missing: $needed" } }
  judge_crossings
  foreach stage {version opt_design place_design phys_opt_design route_design check_timing get_timing_paths write_bitstream} { if {$stage ni $run(stages)} { fault "$stage is not run" } }
  if {[lindex $run(stages) end] ne "write_bitstream"} { fault "something is done after the bitstream: [lindex $run(stages) end]" }
  set top [dict get $facts top]
  foreach words [list "worst setup slack: 0.034" "worst hold slack: 0.021" "worst bus skew slack: 3.034 ns" "worst pulse width slack: 3.034 ns" "report\n" "wrote build/attempt_1/$top.bit\n" "attempt 1: Defaults" "kernel clock: meets 209.8 MHz, and the project has [wanted kernel] MHz"] {
    if {![string match "*$words*" $run(text)]} { fault "not printed: $words" }
  }
  judge_timing 1 0.021 209.8
}

# MHz of a clock of the project, from the wizard that makes the kernel's of the bus's.
proc wanted {clock} {
  set parameters [lindex [dict get $::facts ips card_clock] 1]
  return [dict get $parameters [expr {$clock eq "kernel" ? "CLKOUT1_REQUESTED_OUT_FREQ" : "PRIM_IN_FREQ"}]]
}
proc judge_timing {number slack kernel {bus 252.1}} {
  set file $::project/build/attempt_$number/timing.txt
  if {![file isfile $file]} { fault "missing: $file"; return }
  set expected "slack $slack\nkernel [wanted kernel] $kernel\nbus [wanted bus] $bus\n"
  if {[read_text $file] ne $expected} { fault "timing.txt is: [read_text $file]" }
}

# ---- Steps and attempts: build.tcl with arguments ---------------------------------------------------

# UG904, Implementation Strategies: directives of opt_design, place_design, phys_opt_design and route_design.
set strategies {
  Defaults {Default Default Default Default} Performance_ExtraTimingOpt {Default ExtraTimingOpt Explore NoTimingRelaxation}
  Performance_Explore {Explore Explore Explore Explore} Performance_NetDelay_high {Default ExtraNetDelay_high AggressiveExplore NoTimingRelaxation}
  Performance_RefinePlacement {Default ExtraPostPlacementOpt Default NoTimingRelaxation} Performance_EarlyBlockPlacement {Explore EarlyBlockPlacement Explore Explore}
  Performance_WLBlockPlacement {Default WLDrivenBlockPlacement Explore Explore} Performance_NetDelay_low {Explore ExtraNetDelay_low AggressiveExplore NoTimingRelaxation}
  Congestion_SpreadLogic_high {Default AltSpreadLogic_high AggressiveExplore AlternateCLBRouting} Congestion_SpreadLogic_medium {Default AltSpreadLogic_medium Explore AlternateCLBRouting}
}
# Messages of a run that ends well, or "" and a fault.
proc ends_well {what design arguments} {
  lassign [build $design $arguments] failed message
  if {$failed} { fault "$what fails: $message"; return "" }
  return $::run(text)
}
proc refused {what pattern design arguments} {
  lassign [build $design $arguments] failed message
  if {!$failed} { fault "a build ends well though it has the fault '$what'"; return }
  if {![string match $pattern $message]} { fault "a build with the fault '$what' says: $message" }
  if {"write_bitstream" in $::run(stages)} { fault "a bitstream is written though the build has the fault '$what'" }
}

proc judge_steps {} {
  global run facts strategies
  set top [dict get $facts top]
  file delete -force $::project/build
  refused "an attempt without synthesis" "*no such file*" good {attempt 1}
  ends_well synthesis good synthesis
  foreach stage {opt_design write_bitstream} { if {$stage in $run(stages)} { fault "synthesis runs $stage" } }
  set number 0
  dict for {name directives} $strategies {
    incr number
    set text [ends_well "attempt $number" good [list attempt $number]]
    if {$run(directives) ne $directives} { fault "attempt $number has the directives $run(directives)" }
    if {![string match "*attempt $number: $name\n*" $text]} { fault "the name of attempt $number is not printed" }
    if {[list bitstream build/attempt_$number/$top.bit] ni $run(written)} { fault "attempt $number writes $run(written)" }
    if {"set_param" in $run(stages)} { fault "threads are set" }
    foreach stage {synth_design read_verilog} { if {[llength [lsearch -all $run(stages) $stage]] > [expr {$stage eq "synth_design" ? 1 : [llength [dict get $facts sources]]}]} { fault "an attempt runs $stage" } }
  }
  foreach {arguments words} [list [list attempt [incr number]] "*there are 1 to [dict size $strategies]" {attempt 0} "*build.tcl takes*" attempt "*build.tcl takes*" {attempt 1 2} "*build.tcl takes*" place "*build.tcl takes*"] {
    refused "arguments $arguments" $words good $arguments
  }
  ends_well "a design whose blocks limit the clock" blocks {attempt 2}
  judge_timing 2 0.021 166.6
  if {[dict get $run(properties) BITSTREAM.CONFIG.USR_ACCESS] ne "0x4D480682"} { fault "the bitstream meets [dict get $run(properties) BITSTREAM.CONFIG.USR_ACCESS]" }
  ends_well "an attempt with much slack" 1.0 {attempt 2}
  judge_timing 2 0.021 250.0 333.3
  set ::env(THREADS) 3
  ends_well "an attempt with three threads" good {attempt 1}
  if {"set_param" ni $run(stages)} { fault "threads are not set" }
  unset ::env(THREADS)
}

# Only timing may be missed, and only where the user says so.
proc judge_allowed {} {
  global run facts
  set top [dict get $facts top]
  set ::env(ALLOW_TIMING) 0
  refused "timing that ALLOW_TIMING=0 does not allow" "timing is not met: worst setup slack -0.012 ns; see the reports in build/attempt_2" setup {attempt 2}
  set ::env(ALLOW_TIMING) 1
  foreach {design name} [list setup ${top}_untimed hold ${top}_untimed report_bus_skew ${top}_untimed report_pulse_width ${top}_untimed good $top] {
    set text [ends_well "ALLOW_TIMING=1 with the design '$design'" $design {attempt 2}]
    if {[lsearch -all -inline -index 0 $run(written) bitstream] ne [list [list bitstream build/attempt_2/$name.bit]]} { fault "ALLOW_TIMING=1 and '$design': $run(written)" }
    if {[string match "*WARNING: timing is not met: worst [string map {report_ {} _ { }} $design] slack -0.012 ns; see the reports in build/attempt_2. With ALLOW_TIMING=1*" $text] == ($design eq "good")} { fault "ALLOW_TIMING=1 and '$design' say: $text" }
  }
  foreach {design words} {no_paths *nothing* {late no_clock} *no_clock* {late unconstrained_internal_endpoints} *unconstrained* {late loops} *loops* no_report_bus_skew *constrained*} { refused "$design with ALLOW_TIMING=1" $words $design {attempt 2} }
  unset ::env(ALLOW_TIMING)
}

proc judge_crossings {} {
  global run facts
  dict for {register clock} [dict get $facts landing] {
    if {![dict exists $run(delays) $register]} { fault "no delay to $register"; continue }
    if {[dict get $run(delays) $register] ne "clock:$clock"} { fault "delay to $register is from [dict get $run(delays) $register], not $clock" }
    if {$clock eq "*"} continue
    if {![dict exists $run(skews) $register] || [dict get $run(skews) $register] ne "clock:$clock"} { fault "no skew to $register from $clock" }
  }
  dict for {register clock} [dict get $facts words] {
    set found 0
    foreach path $run(false) { if {[lindex $path 0] eq "clock:$clock" && $register in [lindex $path 1]} { set found 1 } }
    if {!$found} { fault "no false path to $register from $clock" }
  }
  foreach path [dict get $facts false] { if {$path ni $run(false)} { fault "no false path $path" } }
  set known [dict get $facts false]
  foreach path $run(false) {
    set cells [lsearch -all -inline [lindex $path 1] u_*]
    if {$path ni $known && ([lindex $path 0] eq "" || [llength $cells] == 0)} { fault "a false path too wide: $path" }
  }
}

file delete -force $project/build
array unset ::env ALLOW_TIMING
array unset ::env THREADS
lassign [build good] failed message
if {$failed} { fault "the build fails: $message" } else { judge_good }
set total $run(commands)
if {[llength $faults] == 0 && [lindex $argv 1] ni {debug good}} {
  # Properties of a design, and what the build must say then.
  set refused {old *needs* no_pin *without* no_paths *nothing* setup *setup* hold *hold* report_bus_skew {*bus skew slack -0.012*} no_report_bus_skew *constrained* report_pulse_width {*pulse width slack -0.012*}
    no_report_pulse_width {*checks no clock*} no_loops {*does not report loops*} no_count {*does not count*} {unnamed no_clock} {*1 of no_clock*}}
  foreach check {no_clock unconstrained_internal_endpoints loops} { foreach when {early late} { dict set refused "$when $check" "*1 of $check: u_shell/c_reg/C;*" } }
  dict for {design words} $refused {
    refused $design $words $design {}
    if {[string match early* $design] && "place_design" in $run(stages)} { fault "a design with the fault '$design' is placed" }
  }
  # A fault inside IP costs no bitstream, and is reported.
  set text [ends_well "what is wrong inside IP" {in_ip no_clock} {}]
  if {![string match "*2 of no_clock inside IP: u_*/inst/a_reg/C u_*/inst/a_reg/C*" $text]} { fault "what is inside IP is not printed" }
  # Nor what is wrong with the word of the bitstream, a constant.
  set text [ends_well "a word of the bitstream without a clock" {word no_clock} {}]
  if {![string match "*1 of no_clock inside IP: u_bitstream/CCLK*" $text]} { fault "the word of the bitstream is not printed" }
  judge_steps
  judge_allowed
}
if {[llength $faults] == 0 && [lindex $argv 1] ne "good"} { judge_debug }
file delete -force $project/build
foreach text $faults { puts $text }
if {[llength $faults] == 0} { puts "ok $total" }
exit [expr {[llength $faults] > 0}]
