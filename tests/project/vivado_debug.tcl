# Part of vivado_commands.tcl: nets that are kept for debugging, and debug cores (UG835, UG908).
#
# Entries of `facts` for projects with hardware.debug: taps (net without its index -> clock and bits, 0 for a net without an index), kept (those with
# attributes of their own, in the elaborated design). In the design "lost" synthesis loses a bit of the first tap, in "lost_all" every net.

proc has_taps {} { dict exists $::facts taps }
# The nets of a tap, from bit 0 on.
proc tap_nets {net} {
  set bits [lindex [dict get $::facts taps $net] 1]
  if {$bits == 0} { return [list $net] }
  set all {}
  for {set i 0} {$i < $bits} {incr i} { lappend all "$net\[$i\]" }
  return $all
}
# Nets that a script sees: all of the elaborated design, and then those that synthesis keeps.
proc visible_nets {} {
  if {![has_taps]} { return {} }
  set found {}
  dict for {net of} [dict get $::facts taps] {
    if {"synthesised" in $::run(stages) && $net ni [dict get $::facts kept] && $net ni $::run(marked)} continue
    lappend found {*}[tap_nets $net]
  }
  if {"synthesised" in $::run(stages)} {
    if {$::run(design) eq "lost_all"} { return {} }
    if {$::run(design) eq "lost"} { return [lrange $found 1 end] }
  }
  return $found
}
command get_nets args {
  lassign [options get_nets {-quiet 0 -of_objects 1} $args] given rest
  if {[dict exists $given -of_objects]} {
    count get_nets $rest 0 0
    set pin [dict get $given -of_objects]
    if {![string match pin:* $pin]} { error "get_nets of $pin" }
    return net:clock:[dict get $::facts instances [string range $pin 4 end]]
  }
  count get_nets $rest 1 1
  set found {}
  foreach net [visible_nets] { if {[like [lindex $rest 0] $net]} { lappend found net:$net } }
  if {[llength $found] == 0 && ![dict exists $given -quiet]} { error "no net is [lindex $rest 0]" }
  return $found
}
# set_property of a net, a core or a port of one.
proc set_debug {key value object} {
  switch -glob $object {
    net:* {
      if {$key ne "MARK_DEBUG" || $value ne "true"} { error "a net has no property $key $value" }
      set net [regsub {\[\d+\]$} [string range $object 4 end] {}]
      if {$net in [dict get $::facts kept]} { error "$net has an attribute of its own" }
      if {$net ni $::run(marked)} { lappend ::run(marked) $net }
    }
    core:* {
      if {![dict exists {C_DATA_DEPTH {^(1024|2048|4096|8192|16384|32768|65536|131072)$} C_INPUT_PIPE_STAGES {^[0-6]$} C_TRIGIN_EN {^(true|false)$} C_TRIGOUT_EN {^(true|false)$} C_ADV_TRIGGER {^(true|false)$}
        C_EN_STRG_QUAL {^(true|false)$} ALL_PROBE_SAME_MU {^(true|false)$} ALL_PROBE_SAME_MU_CNT {^([1-9]|1[0-6])$} C_CLK_INPUT_FREQ_HZ {^[1-9][0-9]+$}} $key]} { error "a debug core has no property $key" }
      if {($key eq "C_CLK_INPUT_FREQ_HZ") != ($object eq "core:dbg_hub")} { error "$object has no property $key" }
      dict set ::run(cores) [string range $object 5 end] $key $value
    }
    coreport:* {
      if {$key ne "port_width" || ![string is integer -strict $value] || $value < 1} { error "a port of a debug core has no property $key $value" }
      dict set ::run(widths) [string range $object 9 end] $value
    }
  }
}
proc changes_cores {command} {
  needs $command synth_design
  if {"opt_design" in $::run(stages)} { error "$command: the debug cores are made" }
  seen $command
}
command create_debug_core {name type} {
  changes_cores create_debug_core
  if {$type ne "ila" || [dict exists $::run(cores) $name]} { error "create_debug_core $name $type" }
  dict set ::run(cores) $name {}
  dict set ::run(cores) dbg_hub {}
  foreach port {clk probe0} { dict set ::run(widths) $name/$port 1 }
  dict set ::run(widths) dbg_hub/clk 1
}
command get_debug_cores {name} {
  if {![dict exists $::run(cores) $name]} { error "no debug core is $name" }
  return core:$name
}
command create_debug_port {object type} {
  changes_cores create_debug_port
  if {![dict exists $::run(cores) $object] || $type ne "probe"} { error "create_debug_port $object $type" }
  set number 0
  while {[dict exists $::run(widths) $object/probe$number]} { incr number }
  dict set ::run(widths) $object/probe$number 1
}
command get_debug_ports {name} {
  if {![dict exists $::run(widths) $name]} { error "no port of a debug core is $name" }
  return coreport:$name
}
command connect_debug_port {port nets} {
  changes_cores connect_debug_port
  if {![dict exists $::run(widths) $port]} { error "no port of a debug core is $port" }
  if {[dict exists $::run(connected) $port]} { error "connect_debug_port: $port is connected" }
  if {[llength $nets] != [dict get $::run(widths) $port]} { error "connect_debug_port: [llength $nets] nets to $port, which has [dict get $::run(widths) $port]" }
  foreach net $nets { if {![string match net:* $net]} { error "connect_debug_port: not a net: $net" } }
  dict set ::run(connected) $port [lmap net $nets { string range $net 4 end }]
}
# opt_design makes the cores.
proc make_cores {} {
  dict for {port width} $::run(widths) {
    if {![dict exists $::run(connected) $port]} { error "opt_design: $port of a debug core is not connected" }
  }
}
command write_debug_probes args {
  lassign [options write_debug_probes {-force 0} $args] given rest
  count write_debug_probes $rest 1 1
  wants write_debug_probes $given -force
  needs write_debug_probes route_design
  if {$::run(cores) eq ""} { error "write_debug_probes: no debug core" }
  seen write_debug_probes
  lappend ::run(written) [list probes [lindex $rest 0]]
  write_text [lindex $rest 0] "probes\n"
}

# ---- Requirements on a run ---------------------------------------------------------------------------

# Every tap is at one analyser, that of its clock, but those of `missing`.
proc judge_analysers {missing} {
  global run facts
  set seen {}
  dict for {port nets} $run(connected) {
    if {![regexp {^u_ila_(bus|kernel)/probe\d+$} $port all clock]} continue
    set net [regsub {\[0\]$} [lindex $nets 0] {}]
    if {![dict exists $facts taps $net]} { fault "$port sees $nets"; continue }
    if {[lindex [dict get $facts taps $net] 0] ne $clock} { fault "$port sees $net, which is of the other clock" }
    if {$nets ne [tap_nets $net]} { fault "$port sees $nets" }
    if {$net in $seen} { fault "$net is seen twice" }
    lappend seen $net
  }
  dict for {net of} [dict get $facts taps] {
    if {$net ni $seen && $net ni $missing} { fault "no analyser sees $net" }
    if {$net in $seen && $net in $missing} { fault "an analyser sees $net, which is lost" }
  }
  set clocks {}
  dict for {net of} [dict get $facts taps] { if {[lindex $of 0] ni $clocks && $net ni $missing} { lappend clocks [lindex $of 0] } }
  foreach clock $clocks {
    set core u_ila_$clock
    if {![dict exists $run(connected) $core/clk] || [dict get $run(connected) $core/clk] ne "clock:$clock"} { fault "$core has another clock" }
    foreach {key value} {C_DATA_DEPTH 1024 C_INPUT_PIPE_STAGES 1 C_TRIGIN_EN false C_TRIGOUT_EN false C_ADV_TRIGGER false C_EN_STRG_QUAL false ALL_PROBE_SAME_MU true ALL_PROBE_SAME_MU_CNT 1} {
      if {![dict exists $run(cores) $core $key] || [dict get $run(cores) $core $key] ne $value} { fault "$key of $core is not $value" }
    }
    set ports [lsearch -all -inline [dict keys $run(connected)] $core/probe*]
    set bits [llength [concat {*}[lmap port $ports { dict get $run(connected) $port }]]]
    if {![string match "*analyser $core: [llength $ports] taps of $bits bits, 1024 samples\n*" $run(text)]} { fault "the analyser $core is not named: $run(text)" }
  }
  foreach core [dict keys $run(cores)] { if {$core ne "dbg_hub" && $core ni [lmap clock $clocks { string cat u_ila_ $clock }]} { fault "what is $core?" } }
  if {[dict get $run(connected) dbg_hub/clk] ne "clock:bus" || [dict get $run(cores) dbg_hub C_CLK_INPUT_FREQ_HZ] != round([wanted bus] * 1e6)} { fault "the debug hub has another clock" }
}
proc judge_debug {} {
  global run facts
  if {![has_taps]} return
  if {[list probes build/attempt_1/debug.ltx] ni [judged_run good {}]} { fault "missing: debug.ltx" }
  judge_analysers {}
  if {[string match "*WARNING*" $run(text)]} { fault "a good design has the warning: $run(text)" }
  set first [lindex [dict keys [dict get $facts taps]] 0]
  judged_run lost {}
  judge_analysers [list $first]
  if {![like "*WARNING: the analyser does not see *: the synthesised design has no net [lindex [tap_nets $first] 0]\n*" $run(text)]} { fault "a lost net is not named: $run(text)" }
  refused "a design without nets to see" "*nothing to see*" lost_all {}
  # From the checkpoint of a synthesis.
  ends_well synthesis good synthesis
  if {"create_debug_core" in $run(stages)} { fault "synthesis inserts analysers" }
  ends_well "attempt 2" good {attempt 2}
  judge_analysers {}
  if {[list probes build/attempt_2/debug.ltx] ni $run(written)} { fault "attempt 2 writes no probes" }
}
# Files of a run that ends well.
proc judged_run {design arguments} {
  ends_well "the design '$design'" $design $arguments
  return $::run(written)
}
