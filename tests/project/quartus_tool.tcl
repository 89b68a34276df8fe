# A stand-in for the program `quartus_sh`, for Makefiles: tclsh quartus_tool.tcl -t SCRIPT [WORD...]
#
# In the project's folder. Its design is that of STAND_IN_DESIGN (quartus_flow.tcl; default: good), or in attempt K the K-th word of
# STAND_IN_SLACKS. STAND_IN_FACTS names the file of `facts`. Appends its arguments to the file `calls`.

set project [pwd]
set here [file dirname [file normalize [info script]]]
source $::env(STAND_IN_FACTS)
source $here/stand_in.tcl
source $here/quartus_start.tcl

set calls [open calls a]
puts $calls $argv
close $calls
if {[lindex $argv 0] ne "-t" || [llength $argv] < 2} { error "quartus_sh $argv" }
set words [lrange $argv 2 end]
set design [expr {[info exists env(STAND_IN_DESIGN)] ? $env(STAND_IN_DESIGN) : "good"}]
if {[info exists env(STAND_IN_SLACKS)] && [lindex $words 0] eq "attempt"} { set design [lindex $env(STAND_IN_SLACKS) [lindex $words 1]-1] }
fresh $design
set reads_sdc 0
lassign [run_script [lindex $argv 1] $words] failed message
puts -nonewline $run(text)
puts "Info: Peak virtual memory: 1234 megabytes"
if {$failed} { puts "Error: $message" }
exit $failed
