# A stand-in for the programs of ISE 14.7 as the project of an accelerator alone calls them.
#
#   tclsh ise.tcl FACTS PROGRAM ARGUMENT...     in the project's folder or below; status 1 and a message where a call is wrong
#
# FACTS sets `facts`: project (its folder), top, part, sources ({language path} in compile order), clock, ns, ports (of the top), least.
# The environment's ISE_DESIGN is the fault of the design or tool: what the reports say, or the program that fails. A program leaves the
# files that the next one wants. Options and their words are those of public build scripts, which follow Xilinx UG627 (XST) and UG628
# (command line tools); words of reports are those of public ones.

set arguments [lassign $argv facts_file program]
source $facts_file
set here [file dirname [file normalize [info script]]]
set run(commands) 0
set project [dict get $facts project]
source $here/stand_in.tcl
set design [expr {[info exists env(ISE_DESIGN)] ? $env(ISE_DESIGN) : "good"}]
set top [dict get $facts top]

proc text_of {file} {
  if {![file isfile $file]} { error "$::program: no such file: $file" }
  inside $file
  set channel [open $file]
  set text [read $channel]
  close $channel
  return $text
}
proc put {file text} {
  inside $file
  set channel [open $file w]
  puts $channel $text
  close $channel
}
proc is {what found wanted} { if {$found ne $wanted} { error "$::program: $what is '$found', not '$wanted'" } }
# Options and the rest; those of `wanted` have these values.
proc called {spec wanted least most} {
  lassign [options $::program $spec $::arguments] given rest
  count $::program $rest $least $most
  wants $::program $given [dict keys $wanted]
  dict for {name value} $wanted { is $name [dict get $given $name] $value }
  return [list $given $rest]
}

# The constraints' clocks, as {port ns}, and the ports without timing.
proc constraints {file} {
  set groups {}
  set clocks {}
  set ignored {}
  foreach line [split [text_of $file] \n] {
    if {[regexp {^\s*(#.*)?$} $line]} continue
    if {[regexp {^NET "(\w+)" TNM_NET = "(\w+)";$} $line all net group]} {
      if {$net ni [dict get $::facts ports]} { error "$file: no net is $net" }
      dict set groups $group $net
    } elseif {[regexp {^TIMESPEC "TS_\w+" = PERIOD "(\w+)" ([0-9.]+) ns HIGH 50%;$} $line all group ns]} {
      if {![dict exists $groups $group]} { error "$file: no group is $group" }
      dict set clocks [dict get $groups $group] [expr {$ns + 0.0}]
    } elseif {[regexp {^NET "(\w+)" TIG;$} $line all net]} {
      if {$net ni [dict get $::facts ports]} { error "$file: no net is $net" }
      lappend ignored $net
    } else {
      error "$file: not understood: $line"
    }
  }
  return [list $clocks $ignored]
}
proc right_clock {file clocks} {
  if {$clocks ne [dict create [dict get $::facts clock] [expr {[dict get $::facts ns] + 0.0}]]} { error "$file: the clocks are $clocks" }
}

proc run_xst {} {
  lassign [called {-intstyle 1 -ifn 1 -ofn 1} [list -ofn $::top.srp] 0 0] given
  set words {-ifmt {mixed verilog vhdl} -ofmt {NGC} -use_new_parser {yes no} -opt_mode {speed area} -opt_level {1 2} -iobuf {yes no} -iob {auto true false} -keep_hierarchy {yes no soft}
    -netlist_hierarchy {as_optimized rebuilt} -register_balancing {yes no forward backward} -equivalent_register_removal {yes no}}
  set chosen {}
  set places 0
  set state set
  foreach line [split [string trim [text_of [dict get $given -ifn]]] \n] {
    if {$state eq "set"} {
      if {$line eq "run"} { set state run; continue }
      # Without them its files lie outside build/xst.
      if {$line ni {"set -tmpdir xst" "set -xsthdpdir xst"}} { error "xst: not understood: $line" }
      incr places
      continue
    }
    if {[llength $line] != 2} { error "xst: not understood: $line" }
    lassign $line option value
    if {[dict exists $chosen $option]} { error "xst: $option twice" }
    if {[dict exists $words $option] ? $value ni [dict get $words $option] : $option ni {-ifn -ofn -p -top -uc}} { error "xst: not understood: $line" }
    dict set chosen $option $value
  }
  foreach {option value} [list -ofn $::top -top $::top -p [dict get $::facts part] -ifmt mixed -use_new_parser yes -iobuf yes -opt_mode speed -register_balancing no -equivalent_register_removal no \
                            -netlist_hierarchy rebuilt] {
    wants xst $chosen $option
    is $option [dict get $chosen $option] $value
  }
  wants xst $chosen {-ifn -uc}
  is "number of places" $places 2
  set sources {}
  foreach line [split [string trim [text_of [dict get $chosen -ifn]]] \n] {
    if {![regexp {^(verilog|vhdl) work "(.*)"$} $line all language file]} { error "xst: not understood: $line" }
    text_of $file
    lappend sources $language [inside $file]
  }
  is sources $sources [dict get $::facts sources]
  lassign [constraints [dict get $chosen -uc]] clocks ignored
  right_clock [dict get $chosen -uc] $clocks
  if {$ignored ne ""} { error "xst: TIG is no constraint of synthesis" }
  put $::top.ngc ngc
}
proc run_ngdbuild {} {
  lassign [called {-intstyle 1 -dd 1 -nt 1 -uc 1 -p 1} [list -p [dict get $::facts part]] 2 2] given rest
  if {[dict exists $given -nt] && [dict get $given -nt] ni {timestamp on off}} { error "ngdbuild: -nt [dict get $given -nt]" }
  is files $rest [list $::top.ngc $::top.ngd]
  text_of $::top.ngc
  # Without constraints there are none.
  lassign [expr {[dict exists $given -uc] ? [constraints [dict get $given -uc]] : {{} {}}}] clocks ignored
  if {$clocks ne ""} { right_clock ucf $clocks }
  put $::top.ngd [list $clocks $ignored]
}
proc run_map {} {
  lassign [called {-intstyle 1 -p 1 -w 0 -ol 1 -t 1 -detail 0 -o 1} [list -p [dict get $::facts part] -ol high -o ${::top}_map.ncd -detail 1] 2 2] given rest
  if {[dict exists $given -t] && ![regexp {^([1-9]|[1-9][0-9]|100)$} [dict get $given -t]]} { error "map: -t [dict get $given -t]" }
  is files $rest [list $::top.ngd $::top.pcf]
  put $::top.pcf [string trim [text_of $::top.ngd]]
  put ${::top}_map.ncd ncd
  set number [dict get $::facts least]
  if {$::design eq "removed"} { incr number -1 }
  while {[regsub {^([0-9]+)([0-9]{3})} $number {\1,\2} number]} {}
  set lines "Design Summary\n--------------\nSlice Logic Utilization:\n"
  if {$::design ne "no_registers"} { append lines "  Number of Slice Registers:                $number out of  69,120   17%\n    Number used as Flip Flops:              $number\n" }
  append lines "  Number of Slice LUTs:                     9,592 out of  69,120   13%\n\n  Number of occupied Slices:                4,000 out of  17,280   23%\n\nSpecific Feature Utilization:\n"
  append lines "  Number of BlockRAM/FIFO:                      1 out of     148    1%\n  Number of DSP48Es:                           16 out of      64   25%\n"
  put ${::top}_map.mrp [expr {$::design eq "no_summary" ? "" : $lines}]
}
proc run_par {} {
  # With -h every program says who it is.
  if {$::arguments eq "-h"} {
    puts "Release [dict get {good 14.7 old 13.2} [expr {$::design eq "old" ? "old" : "good"}]] - par P.20131013 (lin64)\nCopyright (c) 1995-2013 Xilinx, Inc.  All rights reserved."
    exit 1
  }
  lassign [called {-intstyle 1 -w 0 -ol 1 -mt 1} {-ol high} 3 3] given rest
  is files $rest [list ${::top}_map.ncd $::top.ncd $::top.pcf]
  text_of ${::top}_map.ncd
  text_of $::top.pcf
  put $::top.ncd ncd
  put $::top.par [expr {$::design eq "unrouted" ? "2 signals are not completely routed." : "All signals are completely routed."}]
}
proc section {name paths} { return "================================================================================\nTiming constraint: $name\n\n $paths paths analyzed, $paths endpoints analyzed, 0 failing endpoints\n 0 timing errors detected.\n" }
proc run_trce {} {
  lassign [called {-intstyle 1 -v 1 -s 1 -n 1 -fastpaths 0 -u 1 -o 1} [list -o $::top.twr] 2 2] given rest
  foreach {option least most} {-v 1 32000 -n 0 32000 -u 1 32000} {
    if {[dict exists $given $option] && !([dict get $given $option] >= $least && [dict get $given $option] <= $most)} { error "trce: $option [dict get $given $option]" }
  }
  if {[dict exists $given -s] && [dict get $given -s] ni {1 2 3}} { error "trce: -s [dict get $given -s]" }
  is files $rest [list $::top.ncd $::top.pcf]
  text_of $::top.ncd
  lassign [text_of $::top.pcf] clocks ignored
  set text "Release 14.7 Trace  (lin64)\n"
  if {$clocks ne ""} { append text [section "TS_clk = PERIOD TIMEGRP \"clk\" 5 ns HIGH 50%;" [expr {$::design eq "no_paths" ? 0 : 12345}]] [expr {$::design eq "no_period" ? "" : " Minimum period is   4.987ns.\n"}] }
  foreach net $ignored { append text [section "PATH \"${net}_path\" TIG;" 1] }
  if {[dict exists $given -u]} {
    foreach {net name} {ring_in "Unconstrained OFFSET IN BEFORE analysis for clock \"clk_BUFGP\"" ring_out "Unconstrained OFFSET OUT AFTER analysis for clock \"clk_BUFGP\""} { append text [section $name [expr {$net ni $ignored}]] }
    append text [section "Unconstrained path analysis" [expr {$::design eq "unconstrained" ? 3 : 0}]]
  }
  set errors [expr {$::design eq "setup" ? 10 : 0}]
  if {$::design ne "no_errors"} { append text "\nTiming summary:\n---------------\n\nTiming errors: $errors  Score: $errors  (Setup/Max: $errors, Hold: 0)\n" }
  put $::top.twr $text
}

if {[catch {
  if {$design eq $program && $arguments ne "-h"} { error "$program: it fails" }
  if {$arguments ne "-h"} { is intstyle [dict get [dict merge {-intstyle xflow} [lindex [options $program {-intstyle 1 -ifn 1 -ofn 1 -dd 1 -nt 1 -uc 1 -p 1 -w 0 -ol 1 -t 1 -detail 0 -o 1 -mt 1 -v 1 -s 1 -n 1 -fastpaths 0 -u 1} $arguments] 0]] -intstyle] xflow }
  if {$arguments ne "-h"} { is folder [pwd] $project/build }
  run_$program
} message]} {
  puts stderr $message
  exit 1
}
