# A stand-in for the program `quartus_stp`, for captures: tclsh quartus_stp.tcl -t SCRIPT [WORD...]
#
# In the project's folder. The chains of cables are those of STAND_IN_CHAINS, a dict of cable -> names of devices. The analyser of STAND_IN_DEAD is
# never triggered. The session has the analysers, sets of signals and triggers of build/best/debug.stp. What is done goes to the file `captures`.

set project [pwd]
set here [file dirname [file normalize [info script]]]
source $here/stand_in.tcl

set ::run(commands) 0
set ::run(stages) {}
proc note {line} {
  set file [open captures a]
  puts $file $line
  close $file
}
set session {}
proc attributes {given} {
  wants run $given {-instance -signal_set -trigger -data_log}
  set line "<display_branch instance=\"[dict get $given -instance]\" signal_set=\"[dict get $given -signal_set]\" trigger=\"[dict get $given -trigger]\"/>"
  if {[string first $line $::session] < 0} { error "the session has no $line" }
}
set box [interp create]
foreach package {::quartus::stp ::quartus::jtag} { interp eval $box [list package provide $package 1.0] }
interp eval $box [list set quartus(args) [lrange $argv 2 end]]
proc command {name arguments body} {
  proc c_$name $arguments $body
  interp alias $::box $name {} c_$name
}
command get_device_names args {
  lassign [options get_device_names {-hardware_name 1} $args] given rest
  count get_device_names $rest 0 0
  return [dict get $::env(STAND_IN_CHAINS) [dict get $given -hardware_name]]
}
command open_session args {
  lassign [options open_session {-name 1} $args] given rest
  count open_session $rest 0 0
  set file [open [dict get $given -name]]
  set ::session [read $file]
  close $file
}
command close_session {} { set ::session {}; note "closed" }
command run args {
  lassign [options run {-hardware_name 1 -device_name 1 -instance 1 -signal_set 1 -trigger 1 -data_log 1 -timeout 1 -check 0} $args] given rest
  count run $rest 0 0
  wants run $given {-hardware_name -device_name -timeout}
  attributes $given
  if {[dict get $given -device_name] ni [dict get $::env(STAND_IN_CHAINS) [dict get $given -hardware_name]]} { error "run: no device is [dict get $given -device_name]" }
  note "run [dict get $given -instance] [dict get $given -hardware_name] [dict get $given -device_name] [dict get $given -timeout]"
  if {[info exists ::env(STAND_IN_DEAD)] && $::env(STAND_IN_DEAD) eq [dict get $given -signal_set]} { error "ERROR: timeout" }
  set ::run([dict get $given -instance]) [dict get $given -data_log]
}
command export_data_log args {
  lassign [options export_data_log {-instance 1 -signal_set 1 -trigger 1 -data_log 1 -filename 1 -format 1 -clock_period 1} $args] given rest
  count export_data_log $rest 0 0
  wants export_data_log $given {-filename -format}
  attributes $given
  if {$::run([dict get $given -instance]) ne [dict get $given -data_log]} { error "export_data_log: no log is [dict get $given -data_log]" }
  if {[file extension [dict get $given -filename]] ne ".[dict get $given -format]" || [dict get $given -format] ni {csv vcd}} { error "export_data_log $args" }
  set file [open [dict get $given -filename] w]
  puts $file [dict get $given -instance]
  close $file
}

if {[lindex $argv 0] ne "-t" || [llength $argv] < 2} { error "quartus_stp $argv" }
set failed [catch {interp eval $box [list source [lindex $argv 1]]} message]
if {$failed} { puts "Error: $message" }
exit $failed
