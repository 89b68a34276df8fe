# A stand-in for the program `vivado`, for Makefiles: tclsh vivado_tool.tcl -mode batch [-nojournal] [-nolog | -log FILE] -source SCRIPT [-tclargs WORD...]
#
# In the project's folder. Its design is that of STAND_IN_DESIGN (vivado_commands.tcl; default: good), or in attempt K the K-th word of
# STAND_IN_SLACKS. STAND_IN_FACTS names the file of `facts`. Appends its arguments to the file `calls`.

set project [pwd]
set here [file dirname [file normalize [info script]]]
source $::env(STAND_IN_FACTS)
source $here/stand_in.tcl
source $here/vivado_commands.tcl
source $here/vivado_hardware.tcl
source $here/vivado_cores.tcl

set calls [open calls a]
puts $calls $argv
close $calls
set words {}
set at [lsearch -exact $argv -tclargs]
if {$at >= 0} {
  set words [lrange $argv $at+1 end]
  set argv [lrange $argv 0 $at-1]
}
lassign [options vivado {-mode 1 -nojournal 0 -nolog 0 -log 1 -source 1} $argv] given rest
count vivado $rest 0 0
wants vivado $given {-mode -nojournal -source}
if {[dict get $given -mode] ne "batch"} { error "vivado: -mode [dict get $given -mode]" }
set design [expr {[info exists env(STAND_IN_DESIGN)] ? $env(STAND_IN_DESIGN) : "good"}]
if {[info exists env(STAND_IN_SLACKS)] && [lindex $words 0] eq "attempt"} { set design [lindex $env(STAND_IN_SLACKS) [lindex $words 1]-1] }
fresh $design
lassign [run_script [dict get $given -source] $words] failed message
set text "${run(text)}place_design: Time (s): cpu = 00:01:42 ; elapsed = 00:00:52 . Memory (MB): peak = 1234.5 ; gain = 12.0\n"
if {$failed} { append text "ERROR: $message\n" }
puts -nonewline $text
if {[dict exists $given -log]} {
  set log [open [dict get $given -log] w]
  puts -nonewline $log $text
  close $log
}
exit $failed
