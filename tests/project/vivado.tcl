# A stand-in for Vivado that runs a project's build.tcl, knows the commands and options that projects may use, and judges.
#
#   tclsh vivado.tcl FACTS     in the project's folder; prints faults, one a line, or "ok" and the number of commands
#
# FACTS is a Tcl script that sets `facts`, made from board data, IP tables and the elaborated top, not from the project's
# files: part, top, version, sources, ports (name -> bits), pins (port or port[bit] -> pin standard pull impedance), clocks (port -> ns),
# ips (module -> name {parameter value ...}), schema (name -> {parameter {kind words}}), properties (of the design), parts (file ->
# text), xmls (file -> {path value ...}: what stands in an XML file), by_ip (ports whose standard an IP's own constraints set; in pins "by_ip PORT" is that of such a port), instances
# (pins that clocks come from -> clock), scoped (module -> file), landing (registers that other clocks write -> clock they are
# read from), words (registers behind distributed RAM -> clock).
#
# The script is run with a good design, and then with designs that a build must refuse: each fault of the flow is one run.
# XDC files: vivado_xdc.tcl.

source [lindex $argv 0]
set project [pwd]
set here [file dirname [file normalize [info script]]]
source $here/mig_xml.tcl
source $here/stand_in.tcl

# ---- What a run has seen ---------------------------------------------------------------------------

proc fresh {name} {
  array unset ::run
  array set ::run {commands 0 part {} sources {} stages {} written {} xdc {} late {} ips {} made {} synthesised {} pins {} clocks {} properties {} delays {} skews {} false {} is_late 0}
  set ::run(design) $name
  set ::run(numbered) [expr {$name ne "good"}]
}
proc readable {file} {
  if {[file pathtype $file] ne "relative"} { error "not a relative path: $file" }
  if {![file isfile $file]} { error "no such file: $file" }
  if {$file in $::run(sources)} { error "read twice: $file" }
  lappend ::run(sources) $file
}

# ---- Commands of the flow --------------------------------------------------------------------------

set commands {}
proc command {name arguments body} {
  lappend ::commands $name
  proc c_$name $arguments $body
}
# A command that only has options and takes `least` to `most` more words.
proc plain {name spec least most} {
  command $name args [format {
    lassign [options %1$s {%2$s} $args] given rest
    count %1$s $rest %3$d %4$d
    seen %1$s
  } $name $spec $least $most]
}
command version args {
  lassign [options version {-short 0} $args] given rest
  wants version $given -short
  seen version
  return [expr {$::run(design) eq "old" ? "2016.4" : "2023.2"}]
}
command create_project args {
  lassign [options create_project {-in_memory 0 -part 1 -force 0} $args] given rest
  wants create_project $given {-in_memory -part}
  seen create_project
  set ::run(part) [dict get $given -part]
}
command read_verilog file { needs read_verilog create_project; seen read_verilog; readable $file }
command read_vhdl file { needs read_vhdl create_project; seen read_vhdl; readable $file }
command read_xdc args {
  lassign [options read_xdc {-ref 1 -unmanaged 0} $args] given rest
  count read_xdc $rest 1 1
  needs read_xdc create_project
  seen read_xdc
  set file [lindex $rest 0]
  readable $file
  if {[dict exists $given -ref]} {
    lappend ::run(written) [list ref [dict get $given -ref] $file]
  } else {
    lappend ::run(xdc) $file
  }
}
command get_files file {
  if {$file ni $::run(sources)} { error "get_files: not read: $file" }
  return file:$file
}
command current_project {} { return project: }
command create_ip args {
  lassign [options create_ip {-name 1 -vendor 1 -library 1 -version 1 -module_name 1 -dir 1} $args] given rest
  count create_ip $rest 0 0
  wants create_ip $given {-name -vendor -library -module_name -dir}
  if {[dict get $given -vendor] ne "xilinx.com" || [dict get $given -library] ne "ip"} { error "create_ip: no such library" }
  if {![file isdirectory [dict get $given -dir]]} { error "create_ip: no such folder" }
  if {![dict exists $::facts schema [dict get $given -name]]} { error "create_ip: no IP is called [dict get $given -name]" }
  seen create_ip
  dict set ::run(ips) [dict get $given -module_name] [list [dict get $given -name] {}]
}
command get_ips args {
  if {[llength $args] == 0} { return [lmap name [dict keys $::run(ips)] { string cat ip: $name }] }
  count get_ips $args 1 1
  if {![dict exists $::run(ips) [lindex $args 0]]} { error "get_ips: no IP [lindex $args 0]" }
  return ip:[lindex $args 0]
}
proc ip_name {object} {
  if {![string match ip:* $object]} { error "not an IP: $object" }
  return [string range $object 3 end]
}
command generate_target {what object} {
  if {$what ne "all"} { error "generate_target: $what" }
  seen generate_target
  lappend ::run(made) [ip_name $object]
}
command synth_ip object {
  seen synth_ip
  if {[ip_name $object] ni $::run(made)} { error "synth_ip before generate_target" }
  lappend ::run(synthesised) [ip_name $object]
}
command synth_design args {
  lassign [options synth_design {-top 1 -part 1} $args] given rest
  count synth_design $rest 0 0
  wants synth_design $given {-top -part}
  if {[dict get $given -top] ne [dict get $::facts top]} { error "synth_design: no module [dict get $given -top]" }
  if {[dict get $given -part] ne $::run(part)} { error "synth_design: another part than the project's" }
  if {[lsort [dict keys $::run(ips)]] ne [lsort $::run(synthesised)]} { error "an IP is not synthesised" }
  if {[lsearch -glob $::run(sources) *.xdc] < 0} { error "synth_design without constraints" }
  seen synth_design
  # As in Vivado: late ones after all others.
  foreach file $::run(xdc) { if {$file ni $::run(late)} { run_xdc $file } }
  set ::run(is_late) 1
  foreach file $::run(xdc) { if {$file in $::run(late)} { run_xdc $file } }
}
foreach {name before} {opt_design synth_design place_design opt_design phys_opt_design place_design route_design place_design} {
  command $name {} [format {needs %1$s %2$s; seen %1$s} $name $before]
}
command write_checkpoint args {
  lassign [options write_checkpoint {-force 0} $args] given rest
  count write_checkpoint $rest 1 1
  wants write_checkpoint $given -force
  needs write_checkpoint synth_design
  seen write_checkpoint
  lappend ::run(written) [list checkpoint [file tail [lindex $rest 0]] [lindex [lsearch -all -inline -glob $::run(stages) *_design] end]]
}
foreach {name spec} {report_utilization {-file 1 -return_string 0} report_timing_summary {-file 1 -check_timing_verbose 0} report_cdc {-file 1} report_drc {-file 1}
                     report_bus_skew {-file 1 -return_string 0} report_pulse_width {-file 1 -return_string 0}} {
  command $name args [format {
    lassign [options %1$s {%2$s} $args] given rest
    count %1$s $rest 0 0
    if {[llength $given] == 0} { error "%1$s goes nowhere" }
    needs %1$s synth_design
    seen %1$s
    lappend ::run(written) [list report %1$s [expr {[dict exists $given -return_string] ? "printed" : [file tail [dict get $given -file]]}]]
    return [expr {[dict exists $given -return_string] ? [text_of %1$s] : "report"}]
  } $name $spec]
}
# Texts as Vivado 2019.2 and later ones write them.
proc text_of {command} {
  set low [expr {$::run(design) eq $command ? "-0.012" : "3.034"}]
  if {$::run(design) eq "no_$command"} { return "\n" }
  set header "| Tool Version : Vivado v.2019.2\n"
  switch $command {
    report_utilization { return "report" }
    report_bus_skew {
      return "${header}Bus Skew Report\n\nId: 1\nset_bus_skew -from a -to b 4.000\nRequirement: 4.000ns\n\nSlack (MET) :             12.250ns  (requirement - actual skew)\n
Id: 2\nset_bus_skew -from b -to a 4.000\nRequirement: 4.000ns\n\nSlack ([expr {$low < 0 ? "VIOLATED" : "MET"}]) :             ${low}ns  (requirement - actual skew)\n"
    }
    report_pulse_width {
      return "${header}Check Type        Corner  Lib Pin     Reference Pin  Required(ns)  Actual(ns)  Slack(ns)  Location       Pin
Min Period        n/a     BUFG/I      n/a            1.592         15.000      13.408      BUFGCTRL_X0Y0  u_clock/I
Low Pulse Width   Slow    RAMS32/CLK  n/a            1.130         12.500      11.370      SLICE_X2Y94    u_shell/a/CLK
High Pulse Width  Fast    RAMS32/CLK  n/a            1.130         2.500       $low      SLICE_X2Y94    u_shell/b/CLK\n"
    }
  }
}
# Findings: of a check, at once or once routed, in the design or in IP, with names of all of them or of some. Older versions have
# no number in a heading.
command check_timing args {
  lassign [options check_timing {-return_string 0 -file 1 -verbose 0} $args] given rest
  wants check_timing $given -verbose
  needs check_timing opt_design
  seen check_timing
  if {[dict exists $given -file]} { lappend ::run(written) [list report check_timing [file tail [dict get $given -file]]]; return }
  wants check_timing $given -return_string
  lassign $::run(design) fault check
  set names {}
  if {$fault in {early in_ip unnamed}} { set names [lmap module [lrange [dict keys $::run(ips)] 0 1] { string cat [string map {card_ u_} $module] /inst/a_reg/C }] }
  if {$fault eq "early" || ($fault eq "late" && "route_design" in $::run(stages))} { lappend names u_shell/c_reg/C }
  set all [expr {[llength $names] + ($fault eq "unnamed")}]
  set report "check_timing report\n\nTable of Contents\n-----------------\n"
  set checks {no_clock constant_clock pulse_width_clock unconstrained_internal_endpoints no_input_delay no_output_delay multiple_clock generated_clocks loops partial_input_delay partial_output_delay latch_loops}
  foreach part {contents sections} {
    set number 0
    foreach one $checks {
      if {$one eq "loops" && $::run(design) eq "no_loops"} continue
      set count [expr {$one eq $check ? $all : [string match no_*put_delay $one] ? 1 : 0}]
      set heading "[incr number]. checking $one[expr {$::run(numbered) ? " ($count)" : ""}]\n"
      append report $heading
      if {$part eq "contents"} continue
      append report "[string repeat - [expr {[string length $heading] - 1}]]\n"
      if {$::run(design) eq "no_count"} continue
      # One sentence for each root of the clocks.
      append report " There is [expr {min($count, 1)}] pin of $one. (HIGH)\n\n There are [expr {max($count - 1, 0)}] pins of $one. (HIGH)\n\n"
      if {$one eq $check} { foreach name $names { append report " $name\n" } }
      append report " There are 5 pins of $one due to constant clock. (MEDIUM)\n\n"
    }
  }
  return $report
}
command get_timing_paths args {
  lassign [options get_timing_paths {-max_paths 1 -nworst 1 -setup 0 -hold 0} $args] given rest
  count get_timing_paths $rest 0 0
  if {[dict exists $given -setup] == [dict exists $given -hold]} { error "get_timing_paths: -setup or -hold" }
  foreach option {-max_paths -nworst} { if {![string is integer -strict [dict get $given $option]] || [dict get $given $option] < 1} { error "get_timing_paths: $option" } }
  needs get_timing_paths route_design
  seen get_timing_paths
  if {$::run(design) eq "no_paths"} { return {} }
  return path:[expr {[dict exists $given -setup] ? "setup" : "hold"}]
}
command write_bitstream args {
  lassign [options write_bitstream {-force 0} $args] given rest
  count write_bitstream $rest 1 1
  wants write_bitstream $given -force
  needs write_bitstream route_design
  seen write_bitstream
  lappend ::run(written) [list bitstream [lindex $rest 0]]
}
command get_property args {
  lassign [options get_property {-min 0} $args] given rest
  count get_property $rest 2 2
  lassign $rest property objects
  if {[llength $objects] != 1} { error "get_property of [llength $objects] objects" }
  set object [lindex $objects 0]
  if {$property eq "SLACK" && [string match path:* $object]} {
    return [expr {$object eq "path:$::run(design)" ? -0.012 : 0.034}]
  }
  if {$property eq "PACKAGE_PIN" && [string match port:* $object]} {
    set port [string range $object 5 end]
    if {$::run(design) eq "no_pin" && $port eq [lindex [all_bits] 0]} { return "" }
    return [expr {[dict exists $::run(pins) $port] ? [lindex [dict get $::run(pins) $port] 0] : ""}]
  }
  if {$property in {IOSTANDARD OUTPUT_IMPEDANCE} && [string match port:* $object]} {
    set port [string range $object 5 end]
    if {$port ni [dict get $::facts by_ip]} { error "nobody sets $property of $port but its own line" }
    if {!$::run(is_late)} { error "$property of $port is asked for before the IP has set it" }
    return "by_ip $port"
  }
  if {$property eq "PERIOD" && [dict exists $given -min]} { return [string map {clock:bus 4.0 clock:kernel 5.0} [regsub {clock:memory_\d+} $object 3.3]] }
  error "get_property $property of $object"
}
command set_property args {
  if {[lindex $args 0] eq "-dict"} {
    count set_property $args 3 3
    lassign $args dash pairs object
    if {[llength $pairs] % 2} { error "set_property -dict: an odd list" }
  } else {
    count set_property $args 3 3
    lassign $args key value object
    set pairs [list $key $value]
  }
  seen set_property
  if {$object eq ""} { error "set_property of nothing" }
  foreach one $object { foreach {key value} $pairs { set_one $key $value $one } }
}
proc set_one {key value object} {
  switch -glob $object {
    ip:* {
      if {![string match CONFIG.* $key]} { error "an IP has no property $key" }
      lassign [dict get $::run(ips) [ip_name $object]] name parameters
      set parameter [string range $key 7 end]
      if {![dict exists $::facts schema $name $parameter]} { error "$name has no parameter $parameter" }
      lassign [dict get $::facts schema $name $parameter] kind words
      set good [switch $kind {
        integer { string is integer -strict $value }
        number { string is double -strict $value }
        text { expr {$value ne ""} }
        words { expr {$value in $words} }
        file { expr {[string match $::project/* $value] && [file isfile $value]} }
      }]
      if {$kind eq "file" && $good} { set value [string range $value [string length $::project/] end] }
      if {!$good} { error "$parameter of $name cannot be '$value'" }
      if {[dict exists $parameters $parameter]} { error "$parameter of $name is set twice" }
      dict set parameters $parameter $value
      dict set ::run(ips) [ip_name $object] [list $name $parameters]
    }
    port:* {
      set port [string range $object 5 end]
      set had [expr {[dict exists $::run(pins) $port] ? [dict get $::run(pins) $port] : [list {} {} {} {}]}]
      set place [lsearch -exact {PACKAGE_PIN IOSTANDARD PULLUP OUTPUT_IMPEDANCE} $key]
      if {$place < 0} { error "a port has no property $key" }
      if {[lindex $had $place] ne ""} { error "$key of $port is set twice" }
      dict set ::run(pins) $port [lreplace $had $place $place $value]
    }
    file:* {
      if {$key ne "PROCESSING_ORDER" || $value ne "LATE"} { error "a file has no property $key $value" }
      lappend ::run(late) [string range $object 5 end]
    }
    project: { if {$key ni {target_language default_lib}} { error "a project has no property $key" }; lappend ::run(written) [list project $key $value] }
    design: { dict set ::run(properties) $key $value }
    default { error "set_property $key of $object" }
  }
}
command get_ports args {
  if {[llength $args] == 0} { return [lmap bit [all_bits] { string cat port: $bit }] }
  count get_ports $args 1 1
  if {[dict exists [bit_names] [lindex $args 0]]} { return [list port:[lindex $args 0]] }
  set found {}
  foreach bit [all_bits] { if {[like [lindex $args 0] $bit]} { lappend found port:$bit } }
  if {[llength $found] == 0} { error "no port is [lindex $args 0]" }
  return $found
}
# Made once: every pin asks.
proc bit_names {} {
  if {[info exists ::bit_names]} { return $::bit_names }
  set ::bit_names {}
  dict for {port bits} [dict get $::facts ports] {
    if {$bits == 1} { dict set ::bit_names $port 1; continue }
    for {set i 0} {$i < $bits} {incr i} { dict set ::bit_names "$port\[$i\]" 1 }
  }
  return $::bit_names
}
proc all_bits {} { dict keys [bit_names] }

source $here/vivado_xdc.tcl

# ---- A run, and what is expected of it -------------------------------------------------------------

proc build {design} {
  fresh $design
  set tcl {set list expr proc if foreach error regexp regsub source cd file info lindex llength lappend lassign lrange incr string return for while continue catch dict lmap lsort split}
  set box [sandbox $tcl $::commands]
  interp alias $box puts {} printed
  # Whoever calls it may be anywhere.
  cd /
  set failed [catch {interp eval $box [list source $::project/build.tcl]} message]
  interp delete $box
  return [list $failed $message]
}
proc printed {args} { append ::run(text) [lindex $args end] "\n" }

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
  same properties [dict get $facts properties] $run(properties)
  foreach needed [dict get $facts written] { if {$needed ni $run(written)} { fault "missing: $needed" } }
  judge_crossings
  foreach stage {version opt_design place_design phys_opt_design route_design check_timing get_timing_paths write_bitstream} { if {$stage ni $run(stages)} { fault "$stage is not run" } }
  if {[lindex $run(stages) end] ne "write_bitstream"} { fault "something is done after the bitstream: [lindex $run(stages) end]" }
  foreach {kind slack} {setup 0.034 hold 0.034 "bus skew" 3.034 "pulse width" 3.034} {
    if {![info exists run(text)] || ![string match "*worst $kind slack: $slack ns*" $run(text)]} { fault "worst $kind slack is not printed" }
  }
  if {![string match "*report\n*" $run(text)] || ![string match "*wrote *" $run(text)]} { fault "utilisation or result is not printed" }
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

lassign [build good] failed message
if {$failed} { fault "the build fails: $message" } else { judge_good }
set total $run(commands)
if {[llength $faults] == 0} {
  # What a design is like, and what the build must say then.
  set refused {old *needs* no_pin *without* no_paths *nothing* setup *setup* hold *hold* report_bus_skew {*bus skew slack -0.012*} no_report_bus_skew *constrained* report_pulse_width {*pulse width slack -0.012*}
    no_report_pulse_width {*checks no clock*} no_loops {*does not report loops*} no_count {*does not count*} {unnamed no_clock} {*1 of no_clock*}}
  foreach check {no_clock unconstrained_internal_endpoints loops} { foreach when {early late} { dict set refused "$when $check" "*1 of $check: u_shell/c_reg/C;*" } }
  dict for {design words} $refused {
    lassign [build $design] failed message
    if {!$failed} { fault "a build ends well though the design has the fault '$design'" }
    if {$failed && ![string match $words $message]} { fault "a build with the fault '$design' says: $message" }
    if {"write_bitstream" in $run(stages)} { fault "a bitstream is written though the design has the fault '$design'" }
    if {[string match early* $design] && "place_design" in $run(stages)} { fault "a design with the fault '$design' is placed" }
  }
  # What is wrong inside IP costs no bitstream, and is told.
  lassign [build {in_ip no_clock}] failed message
  if {$failed} { fault "a build fails for what is inside IP: $message" }
  if {!$failed && ![string match "*2 of no_clock inside IP: u_*/inst/a_reg/C u_*/inst/a_reg/C*" $run(text)]} { fault "what is inside IP is not printed" }
}
foreach text $faults { puts $text }
if {[llength $faults] == 0} { puts "ok $total" }
exit [expr {[llength $faults] > 0}]
