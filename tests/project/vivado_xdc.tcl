# Part of vivado.tcl: XDC files, read in an interpreter with the commands that XDC has: set, list, expr, and constraints.

set xdc_commands {set_property get_ports get_property create_clock get_clocks get_pins get_cells get_nets set_max_delay set_bus_skew set_false_path current_design}
command current_design {} { return design: }
command create_clock args {
  lassign [options create_clock {-name 1 -period 1} $args] given rest
  count create_clock $rest 1 1
  wants create_clock $given {-name -period}
  if {![string is double -strict [dict get $given -period]] || [dict get $given -period] <= 0} { error "create_clock: -period [dict get $given -period]" }
  set port [string range [lindex $rest 0] 5 end]
  if {[dict exists $::run(clocks) $port] || [dict get $given -name] ne $port} { error "create_clock: $port" }
  dict set ::run(clocks) $port [expr {[dict get $given -period] + 0.0}]
}
command get_pins name {
  if {![dict exists $::facts instances $name]} { error "no pin is $name" }
  return pin:$name
}
command get_clocks args {
  lassign [options get_clocks {-of_objects 1} $args] given rest
  if {[dict exists $given -of_objects]} {
    set pin [dict get $given -of_objects]
    if {![string match pin:* $pin]} { error "get_clocks of $pin" }
    return clock:[dict get $::facts instances [string range $pin 4 end]]
  }
  count get_clocks $rest 1 1
  if {[lindex $rest 0] ne "*"} { error "no clock is [lindex $rest 0]" }
  return clock:*
}
command get_cells args {
  lassign [options get_cells {-hierarchical 0 -filter 1 -quiet 0} $args] given rest
  count get_cells $rest 0 0
  wants get_cells $given -filter
  # Objects of build.tcl: the instance of an IP.
  if {![dict exists $given -hierarchical] && [regexp {^REF_NAME == ip:(\w+)$} [dict get $given -filter] all module]} {
    if {![dict exists $::run(ips) $module]} { error "get_cells: no module $module" }
    return [string map {card_ u_} $module]
  }
  if {$given eq {-quiet 1 -filter {REF_NAME == USR_ACCESSE2}}} { return u_bitstream }
  wants get_cells $given -hierarchical
  if {![regexp {^NAME =~ (\*\S+)$} [dict get $given -filter] all pattern]} { error "get_cells: -filter [dict get $given -filter]" }
  set found {}
  foreach cell [concat [dict keys [dict get $::facts landing]] [dict keys [dict get $::facts words]]] { if {[like $pattern $cell]} { lappend found $cell } }
  if {[llength $found] == 0} { error "no register is $pattern" }
  return $found
}
proc ends {command spec arguments} {
  lassign [options $command $spec $arguments] given rest
  if {![dict exists $given -from] && ![dict exists $given -to]} { error "$command has no end" }
  foreach option {-from -to} { if {[dict exists $given $option] && [dict get $given $option] eq ""} { error "$command: $option nothing" } }
  return [list $given $rest]
}
foreach {name list spec} {set_max_delay delays {-datapath_only 0 -from 1 -to 1} set_bus_skew skews {-from 1 -to 1}} {
  command $name args [format {
    lassign [ends %1$s {%3$s} $args] given rest
    count %1$s $rest 1 1
    if {"%1$s" eq "set_max_delay"} { wants set_max_delay $given -datapath_only }
    wants %1$s $given {-from -to}
    foreach to [dict get $given -to] {
      # The faster one of the two clocks: that of the memory here.
      if {[lindex $rest 0] != [expr {[regexp {u_cross_|u_bus_rst_at_|u_reset_} $to] ? 3.3 : 4.0}]} { error "%1$s to $to of [lindex $rest 0]: not the shorter period" }
      dict set ::run(%2$s) $to [dict get $given -from]
    }
  } $name $list $spec]
}
command set_false_path args {
  lassign [ends set_false_path {-quiet 0 -from 1 -to 1} $args] given rest
  count set_false_path $rest 0 0
  lappend ::run(false) [list [expr {[dict exists $given -from] ? [dict get $given -from] : ""}] [expr {[dict exists $given -to] ? [dict get $given -to] : ""}]]
}

proc read_text {file} {
  set channel [open $file]
  set text [read $channel]
  close $channel
  return $text
}
# An interpreter with nothing but `allowed` of Tcl's own, and the stand-in's commands.
proc sandbox {allowed known} {
  set box [interp create]
  foreach name [interp eval $box {info commands}] { if {$name ni $allowed} { interp hide $box $name } }
  foreach name $known { interp alias $box $name {} c_$name }
  return $box
}
proc bit {args} {
  if {[llength $args] == 1 && [regexp {^(\d+|\*)$} $args]} { return "\[$args\]" }
  error "no command [lindex $args 0]"
}
proc run_xdc {file} {
  set box [sandbox {set list expr} $::xdc_commands]
  # In Vivado "led[3]" is a bit even where Tcl takes [3] for a command.
  interp alias $box unknown {} bit
  # expr of XDC has min.
  interp alias $box tcl::mathfunc::min {} tcl::mathfunc::min
  set failed [catch {interp invokehidden $box eval [read_text $file]} message]
  interp delete $box
  if {$failed} { error "$file: $message" }
}
