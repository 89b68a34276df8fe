# Part of vivado.tcl: the commands of Vivado that a build may use, and a run of build.tcl with nothing but these and Tcl's.
#
# `facts` and `project` are those of vivado.tcl. A run's design is "good", a fault that it has, or the slack of its setup paths in ns.

# ---- Observations of a run -------------------------------------------------------------------------

proc write_text {file text} {
  inside $file
  set channel [open $file w]
  puts -nonewline $channel $text
  close $channel
}
proc fresh {name} {
  array unset ::run
  array set ::run {commands 0 part {} sources {} stages {} written {} xdc {} late {} ips {} directives {} text {} made {} synthesised {} pins {} clocks {} properties {} delays {} skews {} false {} is_late 0 marked {} cores {} widths {} connected {}}
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
command open_checkpoint file {
  inside $file
  if {![file isfile $file]} { error "open_checkpoint: no such file: $file" }
  set design $::run(design)
  array set ::run [read_text $file]
  # Steps of this run itself.
  array set ::run [list design $design written {} text {}]
  seen open_checkpoint
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
  seen synthesised
}
# Directives of each stage: UG835, opt_design, place_design, phys_opt_design, route_design.
foreach {name before known} {
  opt_design synth_design {Default Explore ExploreArea ExploreWithRemap ExploreSequentialArea AddRemap RuntimeOptimized}
  place_design opt_design {Default Explore WLDrivenBlockPlacement EarlyBlockPlacement ExtraNetDelay_high ExtraNetDelay_low AltSpreadLogic_high AltSpreadLogic_medium AltSpreadLogic_low ExtraPostPlacementOpt ExtraTimingOpt RuntimeOptimized Quick}
  phys_opt_design place_design {Default Explore ExploreWithHoldFix AggressiveExplore AlternateReplication AggressiveFanoutOpt AddRetime AlternateFlowWithRetiming RuntimeOptimized}
  route_design phys_opt_design {Default Explore AggressiveExplore NoTimingRelaxation MoreGlobalIterations HigherDelayCost AdvancedSkewModeling AlternateCLBRouting RuntimeOptimized Quick}
} {
  command $name args [format {
    lassign [options %1$s {-directive 1} $args] given rest
    count %1$s $rest 0 0
    set directive [expr {[dict exists $given -directive] ? [dict get $given -directive] : "Default"}]
    if {$directive ni {%3$s}} { error "%1$s: no directive is called $directive" }
    needs %1$s %2$s
    if {"%1$s" eq "opt_design"} { make_cores }
    seen %1$s
    lappend ::run(directives) $directive
  } $name $before $known]
}
command set_param {name value} {
  if {$name ne "general.maxThreads" || ![string is integer -strict $value] || $value < 1 || $value > 8} { error "set_param $name $value" }
  seen set_param
}
command write_checkpoint args {
  lassign [options write_checkpoint {-force 0} $args] given rest
  count write_checkpoint $rest 1 1
  wants write_checkpoint $given -force
  needs write_checkpoint synth_design
  seen write_checkpoint
  lappend ::run(written) [list checkpoint [lindex $rest 0] [lindex [lsearch -all -inline -glob $::run(stages) *_design] end]]
  write_text [lindex $rest 0] [array get ::run]
}
foreach {name spec} {report_utilization {-file 1 -return_string 0} report_timing_summary {-file 1 -check_timing_verbose 0} report_cdc {-file 1} report_drc {-file 1}
                     report_bus_skew {-file 1 -return_string 0} report_pulse_width {-file 1 -return_string 0 -min_period 0 -clocks 1}} {
  command $name args [format {
    lassign [options %1$s {%2$s} $args] given rest
    count %1$s $rest 0 0
    if {[llength $given] == 0} { error "%1$s goes nowhere" }
    needs %1$s synth_design
    seen %1$s
    lappend ::run(written) [list report %1$s [expr {[dict exists $given -return_string] ? "printed" : [dict get $given -file]}]]
    return [expr {[dict exists $given -return_string] ? [text_of %1$s $given] : "report"}]
  } $name $spec]
}
# Texts as Vivado 2019.2 and later ones write them.
proc text_of {command given} {
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
      if {[dict exists $given -clocks] != [dict exists $given -min_period]} { error "report_pulse_width: $given" }
      if {[dict exists $given -clocks]} { return [min_period_of [dict get $given -clocks]] }
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
  if {[dict exists $given -file]} { lappend ::run(written) [list report check_timing [dict get $given -file]]; return }
  wants check_timing $given -return_string
  lassign $::run(design) fault check
  set names {}
  if {$fault in {early in_ip unnamed}} { set names [lmap module [lrange [dict keys $::run(ips)] 0 1] { string cat [string map {card_ u_} $module] /inst/a_reg/C }] }
  if {$fault eq "word"} { set names u_bitstream/CCLK }
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
  lassign [options get_timing_paths {-max_paths 1 -nworst 1 -setup 0 -hold 0 -from 1 -to 1} $args] given rest
  count get_timing_paths $rest 0 0
  if {[dict exists $given -setup] == [dict exists $given -hold]} { error "get_timing_paths: -setup or -hold" }
  foreach option {-max_paths -nworst} { if {![string is integer -strict [dict get $given $option]] || [dict get $given $option] < 1} { error "get_timing_paths: $option" } }
  needs get_timing_paths route_design
  seen get_timing_paths
  if {$::run(design) eq "no_paths"} { return {} }
  set kind [expr {[dict exists $given -setup] ? "setup" : "hold"}]
  if {![dict exists $given -from] && ![dict exists $given -to]} { return path:$kind }
  # Within one clock.
  wants get_timing_paths $given {-from -to}
  if {[dict get $given -from] ne [dict get $given -to] || ![string match clock:* [dict get $given -from]]} { error "get_timing_paths from [dict get $given -from] to [dict get $given -to]" }
  return path:${kind}:[dict get $given -from]
}
# As in the section "Pulse Width Checks" of a timing summary (UG906).
proc min_period_of {clock} {
  set period [period_of $clock]
  set least [expr {$::run(design) eq "blocks" && $clock eq "clock:kernel" ? 6.0 : 1.499}]
  return "Clock Name:         x\nPeriod(ns):         $period\n\nCheck Type        Corner  Lib Pin             Reference Pin  Required(ns)  Actual(ns)  Slack(ns)  Location          Pin\n[format "Min Period        n/a     RAMB36E2/CLKARDCLK  n/a            %.3f         %.3f       %.3f      RAMB36_X1Y2       u/clk" $least $period [expr {$period - $least}]]\n"
}
proc period_of {clock} { return [string map {clock:bus 4.0 clock:kernel 5.0} [regsub {clock:memory_\d+} $clock 3.3]] }
command write_bitstream args {
  lassign [options write_bitstream {-force 0} $args] given rest
  count write_bitstream $rest 1 1
  wants write_bitstream $given -force
  needs write_bitstream route_design
  seen write_bitstream
  lappend ::run(written) [list bitstream [lindex $rest 0]]
  write_text [lindex $rest 0] "bitstream of [dict get $::facts part], $::run(directives)\n"
}
# The slack of setup, hold, setup:clock:kernel...; a design may have a setup of its own, in ns.
proc slack_of {kind} {
  set design $::run(design)
  if {[string is double -strict $design] && $kind ne "hold"} { return $design }
  if {$kind eq $design} { return -0.012 }
  return [dict get {setup 0.034 hold 0.021 setup:clock:kernel 0.234 setup:clock:bus 0.034} $kind]
}
command get_property args {
  lassign [options get_property {-min 0} $args] given rest
  count get_property $rest 2 2
  lassign $rest property objects
  if {[llength $objects] != 1} { error "get_property of [llength $objects] objects" }
  set object [lindex $objects 0]
  if {$property eq "SLACK" && [string match path:* $object]} { return [slack_of [string range $object 5 end]] }
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
  if {$property eq "PERIOD" && [dict exists $given -min]} { return [period_of $object] }
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
    net:* - core:* - coreport:* { set_debug $key $value $object }
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

source $here/vivado_debug.tcl
source $here/vivado_xdc.tcl

# ---- A run of a script ------------------------------------------------------------------------------

# Files of the build: only to write, only in the project.
command open {file {mode r}} {
  if {$mode ne "w"} { error "open: $file to read" }
  inside $file
  return [::open $file w]
}
command close {channel} { ::close $channel }
# To a file, or to the log.
command puts args {
  count puts $args 1 2
  if {[llength $args] == 2} { ::puts {*}$args; return }
  append ::run(text) [lindex $args 0] "\n"
}

# Runs a script of the project with `arguments`, as -tclargs has them. A list of whether it failed, and its message.
proc run_script {script arguments} {
  set tcl {set list expr proc if foreach error regexp regsub source cd file info lindex llength lappend incr string return for while catch dict lmap lsort lassign lsearch switch split join format concat array lrange unset continue}
  set box [sandbox $tcl $::commands]
  interp eval $box [list set argv $arguments]
  set failed [catch {interp eval $box [list source $script]} message]
  interp delete $box
  return [list $failed $message]
}
proc build {design {arguments {}}} {
  fresh $design
  # Whoever calls it may be anywhere.
  cd /
  return [run_script $::project/build.tcl $arguments]
}
