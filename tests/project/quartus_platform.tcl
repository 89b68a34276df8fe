# Part of quartus.tcl: Platform Designer. Components, interfaces and parameters are those of the facts.

set qsys {}
proc qsys_command {name arguments body} {
  lappend ::qsys $name
  proc q_$name $arguments "incr ::run(commands)\n$body"
}
proc component_of {instance} {
  if {![dict exists $::run(system) instances $instance]} { error "no instance is called $instance" }
  return [lindex [dict get $::run(system) instances $instance] 0]
}
# The kind of "instance.interface".
proc kind_of {endpoint} {
  if {![regexp {^(\w+)\.(\w+)$} $endpoint all instance interface]} { error "not an interface: $endpoint" }
  set interfaces [dict get $::facts components [component_of $instance] interfaces]
  if {![dict exists $interfaces $interface]} { error "$instance has no interface $interface" }
  return [dict get $interfaces $interface]
}
proc in_system {} { if {$::run(system) eq ""} { error "no system is created yet" } }

qsys_command package args {
  if {[lindex $args 0] ne "require" || "qsys" ni $args} { error "package $args" }
  lassign [options package {-exact 0} [lrange $args 1 end]] given rest
  count package $rest 1 2
  if {[llength $rest] == 2 && ![regexp {^\d+\.\d+$} [lindex $rest 1]]} { error "package: version [lindex $rest 1]" }
  set ::run(qsys_package) 1
}
qsys_command create_system {{name system}} {
  if {![info exists ::run(qsys_package)]} { error "create_system before package require qsys" }
  if {$::run(system) ne ""} { error "create_system twice" }
  set ::run(system) [dict create name $name properties {} instances {} links {} kinds {} exports {}]
}
qsys_command set_project_property {name value} {
  in_system
  if {$name ni {DEVICE DEVICE_FAMILY HIDE_FROM_IP_CATALOG}} { error "no project property is called $name" }
  dict set ::run(system) properties $name $value
}
qsys_command add_instance {name component {version ""}} {
  in_system
  if {[dict exists $::run(system) instances $name]} { error "two instances are called $name" }
  if {![dict exists $::facts components $component]} { error "no component is called $component" }
  dict set ::run(system) instances $name [list $component {}]
}
qsys_command set_instance_parameter_value {instance name value} {
  set component [component_of $instance]
  if {![dict exists $::facts components $component parameters $name]} { error "$component has no parameter $name" }
  lassign [dict get $::facts components $component parameters $name] kind words
  set good [switch $kind {
    integer { string is integer -strict $value }
    number { string is double -strict $value }
    text { expr {$value ne ""} }
    words { expr {$value in $words} }
  }]
  if {!$good} { error "$name of $component cannot be '$value'" }
  set had [lindex [dict get $::run(system) instances $instance] 1]
  if {[dict exists $had $name]} { error "$name of $instance is set twice" }
  dict set ::run(system) instances $instance [list $component [dict set had $name $value]]
}
qsys_command add_connection {from {to ""}} {
  if {$to eq ""} { lassign [split $from /] from to }
  set kinds [list [kind_of $from] [kind_of $to]]
  if {$kinds ni {{{clock source} {clock sink}} {{reset source} {reset sink}} {{conduit end} {conduit end}} {{avalon master} {avalon slave}}}} { error "$from ([lindex $kinds 0]) and $to ([lindex $kinds 1]) cannot be connected" }
  if {[dict exists $::run(system) links $from/$to]} { error "$from and $to are connected twice" }
  dict set ::run(system) links $from/$to ""
}
qsys_command set_connection_parameter_value {connection name value} {
  if {![dict exists $::run(system) links $connection]} { error "no connection is $connection" }
  if {[kind_of [lindex [split $connection /] 0]] ne "avalon master"} { error "$connection has no parameter $name" }
  if {$name ni {baseAddress arbitrationPriority defaultConnection}} { error "a connection has no parameter $name" }
  if {![string is wideinteger -strict $value]} { error "$name cannot be '$value'" }
  if {$name eq "baseAddress"} { dict set ::run(system) links $connection [format %llx $value] }
}
qsys_command add_interface {name type direction} {
  in_system
  if {"$type $direction" ni {{clock sink} {clock source} {reset sink} {reset source} {conduit end} {avalon master} {avalon slave} {avalon_streaming sink}}} { error "add_interface $name $type $direction" }
  dict set ::run(system) kinds $name "$type $direction"
}
qsys_command set_interface_property {name property of} {
  in_system
  if {$property ne "EXPORT_OF"} { error "an interface has no property $property" }
  set kind [kind_of $of]
  # An interface that was not added takes the kind of what is behind it.
  if {[dict exists $::run(system) kinds $name] && [dict get $::run(system) kinds $name] ne $kind} { error "$name is no $kind as $of is" }
  if {$of in [dict values [dict get $::run(system) exports]]} { error "$of is exported twice" }
  if {[dict exists $::run(system) exports $name]} { error "$name is exported twice" }
  dict set ::run(system) exports $name $of
}
qsys_command set_interconnect_requirement {system name value} {
  if {![string match qsys_mm.* $name]} { error "no requirement is called $name" }
}
qsys_command save_system {file} {
  in_system
  set name [dict get $::run(system) name]
  if {$file ne "$name.qsys"} { error "system $name is saved as $file" }
  # Exported interfaces are not connected inside, and every reset and clock input has a source.
  set ends {}
  foreach link [dict keys [dict get $::run(system) links]] { lappend ends {*}[split $link /] }
  dict for {export of} [dict get $::run(system) exports] { if {$of in $ends} { error "$of is connected and exported" } }
  dict for {instance about} [dict get $::run(system) instances] {
    dict for {interface kind} [dict get $::facts components [lindex $about 0] interfaces] {
      set end $instance.$interface
      if {$kind in {{clock sink} {reset sink}} && $end ni $ends && $end ni [dict values [dict get $::run(system) exports]]} { error "$end is not connected" }
    }
  }
  close [open $file w]
  dict set ::run(systems) $name $::run(system)
}

# `before` is what --cmd has.
proc run_qsys {file before} {
  inside $file
  set ::run(system) ""
  array unset ::run qsys_package
  set box [interp create]
  foreach name [interp eval $box {info commands}] { if {$name ni {set list expr foreach if info}} { interp hide $box $name } }
  foreach name $::qsys { interp alias $box $name {} q_$name }
  set channel [open $file]
  set text [read $channel]
  close $channel
  set failed [catch {interp invokehidden $box eval "$before\n$text"} message]
  interp delete $box
  if {$failed} { error "$file: $message" }
  if {$::run(system) eq "" || ![dict exists $::run(systems) [dict get $::run(system) name]]} { error "$file saves no system" }
}

proc judge_system {name expected found} {
  global facts
  same "$name properties" [dict create DEVICE_FAMILY [family_here] DEVICE [dict get $facts part]] [dict get $found properties]
  same "$name instances" [dict map {instance about} [dict get $expected instances] { lindex $about 0 }] [dict map {instance about} [dict get $found instances] { lindex $about 0 }]
  dict for {instance about} [dict get $expected instances] {
    if {[dict exists $found instances $instance]} { same "$name $instance" [lindex $about 1] [lindex [dict get $found instances $instance] 1] }
  }
  same "$name connections" [dict get $expected links] [dict get $found links]
  same "$name exports" [dict get $expected exports] [dict get $found exports]
}
