# Part of quartus.tcl: crossings.tcl in quartus_sta, with the commands that it may use and reports as Quartus writes them.

set sta {}
proc sta_command {name arguments body} {
  lappend ::sta $name
  proc a_$name $arguments $body
}
# The order of steps in a run: project, netlist, sdc, corner, update.
proc after {name before} {
  if {$before ni $::run(sta)} { error "$name before $before" }
  lappend ::run(sta) $name
}
sta_command project_open name {
  if {$name ne [dict get $::facts top]} { error "project_open: $name" }
  lappend ::run(sta) project
}
sta_command create_timing_netlist {} { after netlist project }
sta_command read_sdc {} { after sdc netlist }
sta_command get_available_operating_conditions {} { return [expr {$::run(design) eq "no_corner" ? {} : {slow_hot slow_cold fast}}] }
sta_command set_operating_conditions corner {
  after corner sdc
  set ::run(corner) $corner
  set ::run(sta) [lsearch -all -inline -not $::run(sta) update]
}
sta_command update_timing_netlist {} { after update corner }
sta_command delete_timing_netlist {} { after delete update }
sta_command project_close {} { after close delete }
proc written_report {given text} {
  if {![string match output_files/* [dict get $given -file]]} { error "a report outside output_files" }
  if {[dict get $given -file] in $::run(reports)} { error "a report twice: [dict get $given -file]" }
  lappend ::run(reports) [dict get $given -file]
  file mkdir output_files
  set channel [open [dict get $given -file] w]
  puts $channel $text
  close $channel
}
# The fault is in the last corner alone.
proc slack_of {fault} { expr {$::run(design) eq $fault && $::run(corner) eq "fast" ? "-0.012" : "3.034"} }
sta_command report_max_skew args {
  lassign [options report_max_skew {-npaths 1 -detail 1 -file 1} $args] given rest
  count report_max_skew $rest 0 0
  wants report_max_skew $given -file
  if {[dict get $given -detail] ni {summary path_only path_and_clock full_path} || [dict get $given -npaths] < 1} { error "report_max_skew: $args" }
  after report_max_skew update
  written_report $given "; set_max_skew ; [slack_of skew] ; 8.000 ; 4.966 ; from ; to ;"
  lappend ::run(stages) "skew $::run(corner)"
  return [expr {$::run(design) eq "no_skew" ? {0 0.000} : [list 2 [expr {$::run(design) eq "skew_unknown" ? "N/A" : [slack_of skew]}]]}]
}
sta_command report_net_delay args {
  lassign [options report_net_delay {-nworst 1 -file 1} $args] given rest
  count report_net_delay $rest 0 0
  wants report_net_delay $given -file
  after report_net_delay update
  set rows "; Net Delay ;\n; Name ; Slack ; Required ; Actual ; From ; To ; Type ;\n"
  if {$::run(design) ne "no_net_delay"} {
    append rows "; set_net_delay ; 12.250 ; 13.200 ; 0.950 ; registers a ; registers b ; max ;\n; -- ; 12.250 ; 13.200 ; 0.950 ; a ; b ; max ;\n"
    append rows "; set_net_delay ; [slack_of net_delay] ; 3.200 ; 0.166 ; registers c ; registers d ; max ;\n; -- ; 3.034 ; 3.200 ; 0.166 ; c ; d ; max ;\n"
  }
  if {$::run(design) eq "net_delay_unknown"} { append rows "; set_net_delay ;  ;  ; 0.166 ; registers e ; registers f ; max ;\n" }
  written_report $given $rows
  lappend ::run(stages) "net delay $::run(corner)"
}

proc run_crossings {script} {
  set ::run(sta) {}
  set ::run(reports) {}
  set box [interp create]
  set tcl {set list expr proc if foreach error regexp open read close incr string dict llength lappend lassign lindex lsort return}
  foreach name [interp eval $box {info commands}] { if {$name ni $tcl} { interp hide $box $name } }
  foreach name $::sta { interp alias $box $name {} a_$name }
  interp alias $box foreach_in_collection {} foreach_in $box
  interp alias $box puts {} sta_puts $box
  interp eval $box [list set quartus(args) [list [dict get $::facts top]]]
  set channel [open $script]
  set text [read $channel]
  close $channel
  set failed [catch {interp eval $box $text} message]
  interp delete $box
  if {$failed} { error "quartus_sta: $message" }
  if {"close" ni $::run(sta)} { error "quartus_sta: the project is left open" }
}
# To a file, which is the interpreter's own, or to the log.
proc sta_puts {box args} {
  if {[llength $args] == 1} { c_puts {*}$args } else { interp invokehidden $box puts {*}$args }
}
proc foreach_in {box name collection body} {
  foreach one $collection { interp eval $box "set $name $one\n$body" }
}
