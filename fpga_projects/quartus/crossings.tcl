# Skew and net delay of the clock crossings, in every corner: quartus_sta -t crossings.tcl PROJECT, in the project's folder
#
# The summary of a compilation does not have them. The worst slack of each kind, in ns, goes into crossings.txt. Ends with an error if a constraint
# has no result, as where its clock is not found.

set worst {}
proc note_slack {what corner slack} {
  if {![string is double -strict $slack]} { error "$what has no slack in $corner" }
  puts "worst $what slack, $corner: $slack ns"
  if {![dict exists $::worst $what] || $slack < [dict get $::worst $what]} { dict set ::worst $what $slack }
}

# A table's rows of constraints: name, slack, required, actual.
proc net_delay_slacks {file} {
  set channel [open $file]
  set text [read $channel]
  close $channel
  set slacks {}
  foreach {row slack} [regexp -all -inline -line {^; *set_net_delay *; *([^;]*?) *;.*$} $text] { lappend slacks $slack }
  return $slacks
}

project_open [lindex $quartus(args) 0]
create_timing_netlist
read_sdc
set number 0
foreach_in_collection corner [get_available_operating_conditions] {
  set_operating_conditions $corner
  update_timing_netlist
  incr number
  lassign [report_max_skew -npaths 1 -detail summary -file output_files/max_skew_$number.txt] paths slack
  if {$paths < 1} { error "report_max_skew has no path: no skew is constrained" }
  note_slack "bus skew" $corner $slack
  report_net_delay -nworst 1 -file output_files/net_delay_$number.txt
  set slacks [net_delay_slacks output_files/net_delay_$number.txt]
  if {[llength $slacks] == 0} { error "report_net_delay has no constraint: no net delay is constrained" }
  foreach slack $slacks { if {![string is double -strict $slack]} { note_slack "net delay" $corner $slack } }
  note_slack "net delay" $corner [lindex [lsort -real $slacks] 0]
}
if {$number == 0} { error "there is no corner" }
delete_timing_netlist
project_close
set channel [open crossings.txt w]
puts $channel $worst
close $channel
