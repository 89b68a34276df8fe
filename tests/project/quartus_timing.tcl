# Part of quartus.tcl: SDC files, as the timing analyser reads them.

set sdc {}
proc sdc_command {name arguments body} {
  lappend ::sdc $name
  proc s_$name $arguments "incr ::run(commands)\n$body"
}
sdc_command get_ports {pattern} {
  set found {}
  foreach port [dict keys [dict get $::facts pins]] { if {[like $pattern $port]} { lappend found port:$port } }
  if {[llength $found] == 0} { error "no port is $pattern" }
  return $found
}
# A collection of registers keeps its pattern; one that finds nothing is a warning in Quartus and a fault here.
sdc_command get_registers args {
  lassign [options get_registers {-nowarn 0 -no_duplicates 0} $args] given rest
  count get_registers $rest 1 1
  set pattern [lindex $rest 0]
  if {![dict exists $given -nowarn] && [llength [registers $pattern]] == 0} { error "no register is $pattern" }
  return [list registers $pattern]
}
set register_cache {}
proc registers {pattern} {
  if {![dict exists $::register_cache $pattern]} {
    dict set ::register_cache $pattern [lmap name [dict get $::facts registers] { if {![like $pattern $name]} continue; set name }]
  }
  return [dict get $::register_cache $pattern]
}
sdc_command get_clocks {pattern} {
  foreach clock [concat [dict keys $::run(clocks)] [dict get $::facts inner_clocks]] { if {[like $pattern $clock]} { return [list clocks $pattern] } }
  error "no clock is $pattern"
}
sdc_command create_clock args {
  lassign [options create_clock {-name 1 -period 1 -waveform 1} $args] given rest
  count create_clock $rest 1 1
  wants create_clock $given {-name -period}
  set period [dict get $given -period]
  if {![string is double -strict $period] || $period <= 0} { error "create_clock: -period $period" }
  set port [lindex $rest 0]
  if {[llength $port] != 1 || $port ne "port:[dict get $given -name]"} { error "create_clock: $port" }
  set port [dict get $given -name]
  if {[dict exists $::run(clocks) $port]} { error "create_clock: $port twice" }
  dict set ::run(clocks) $port [expr {$period + 0.0}]
}
sdc_command derive_pll_clocks args {
  lassign [options derive_pll_clocks {-create_base_clocks 0 -use_net_name 0} $args] given rest
  count derive_pll_clocks $rest 0 0
  wants derive_pll_clocks $given -create_base_clocks
  seen derive_pll_clocks
}
sdc_command derive_clock_uncertainty args {
  count derive_clock_uncertainty $args 0 0
  if {[dict get $::facts pll_clocks]} { needs derive_clock_uncertainty derive_pll_clocks }
  seen derive_clock_uncertainty
}
proc ends {command spec arguments} {
  lassign [options $command "-from 1 -to 1 $spec" $arguments] given rest
  set from [expr {[dict exists $given -from] ? [dict get $given -from] : ""}]
  set to [expr {[dict exists $given -to] ? [dict get $given -to] : ""}]
  if {$from eq "" && $to eq ""} { error "$command has no end" }
  return [list $given $rest $from $to]
}
foreach {name number} {set_max_delay 100 set_min_delay -100} {
  sdc_command $name args [format {
    lassign [ends %1$s "" $args] given rest from to
    count %1$s $rest 1 1
    if {[lindex $rest 0] != %2$d} { error "%1$s of [lindex $rest 0]" }
    dict set ::run(delays) [list %1$s $from $to] 1
  } $name $number]
}
foreach {name list spec value} {set_max_skew skews "-get_skew_value_from_clock_period 1 -skew_value_multiplier 1" -get_skew_value_from_clock_period set_net_delay nets "-max 0 -get_value_from_clock_period 1 -value_multiplier 1" -get_value_from_clock_period} {
  sdc_command $name args [format {
    lassign [ends %1$s {%3$s} $args] given rest from to
    count %1$s $rest 0 0
    wants %1$s $given [dict keys {%3$s}]
    if {[dict get $given %4$s] ne "min_clock_period"} { error "%1$s: [dict get $given %4$s]" }
    foreach option {-skew_value_multiplier -value_multiplier} {
      if {[dict exists $given $option] && !([dict get $given $option] > 0 && [dict get $given $option] < 1)} { error "%1$s: $option [dict get $given $option]" }
    }
    dict set ::run(%2$s) [list $from $to] 1
  } $name $list $spec $value]
}
sdc_command set_false_path args {
  lassign [ends set_false_path "" $args] given rest from to
  count set_false_path $rest 0 0
  # The shell's own file is the business of constraints_test.
  if {!$::run(in_shell)} { lappend ::run(false) [list $from $to] }
}

proc run_sdc {file} {
  set ::run(in_shell) [string match */rtl/shell/* $file]
  set box [interp create]
  foreach name [interp eval $box {info commands}] { if {$name ni {set list expr foreach if}} { interp hide $box $name } }
  foreach name $::sdc { interp alias $box $name {} s_$name }
  set channel [open $file]
  set text [read $channel]
  close $channel
  set failed [catch {interp invokehidden $box eval $text} message]
  interp delete $box
  if {$failed} { error "$file: $message" }
}

# A register is covered if a constraint's `to` finds it, and its `from` is the writer's, or all.
proc covered {constraints register writer} {
  foreach ends [dict keys $constraints] {
    lassign [lrange $ends end-1 end] from to
    if {[lindex $to 0] ne "registers" || $register ni [registers [lindex $to 1]]} continue
    if {$writer eq "*"} { return [expr {$from eq "" || $from eq "registers *"}] }
    if {[lindex $from 0] eq "registers" && $writer in [registers [lindex $from 1]] && $register ni [registers [lindex $from 1]]} { return 1 }
  }
  return 0
}
proc judge_crossings {} {
  global run facts
  # PLLs of newer families bring their clocks themselves, and the command is not for them.
  if {![dict get $facts pll_clocks] && "derive_pll_clocks" in $run(stages)} { fault "derive_pll_clocks is too much" }
  foreach stage [concat [expr {[dict get $facts pll_clocks] ? "derive_pll_clocks" : ""}] derive_clock_uncertainty] { if {$stage ni $run(stages)} { fault "$stage is missing" } }
  dict for {register writer} [dict get $facts landing] {
    foreach kind {set_max_delay set_min_delay} {
      if {![covered [dict filter $run(delays) script {key value} { expr {[lindex $key 0] eq $kind} }] $register $writer]} { fault "no $kind to $register" }
    }
    if {![covered $run(nets) $register $writer]} { fault "no net delay to $register" }
    if {$writer ne "*" && ![covered $run(skews) $register $writer]} { fault "no skew to $register" }
  }
  foreach path [dict get $facts false] { if {$path ni $run(false)} { fault "no false path $path" } }
  foreach path $run(false) { if {$path ni [dict get $facts false]} { fault "a false path too much: $path" } }
}
