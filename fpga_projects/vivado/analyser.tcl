# Logic analysers (ILA) for the taps of debug.tcl, one for each clock; only with hardware.debug.
#
# As in UG908, Debug Core Insertion in Non-Project Mode: after synthesis and before opt_design, which makes the cores.

set samples 1024

# The nets of a tap, from bit 0 on; empty if the design has lost one of them.
proc nets_of {tap} {
  lassign $tap clock name net bits
  set names [list $net]
  if {$bits > 0} {
    set names {}
    for {set i 0} {$i < $bits} {incr i} { lappend names "$net\[$i\]" }
  }
  set nets {}
  foreach one $names {
    set found [get_nets -quiet $one]
    if {[llength $found] != 1} {
      puts "WARNING: the analyser does not see $name: the synthesised design has no net $one"
      return {}
    }
    lappend nets [lindex $found 0]
  }
  return $nets
}

# The net of a clock, from a pin that drives it.
proc clock_net {pin} { return [get_nets -of_objects [get_pins $pin]] }

proc insert_analyser {core clock_net probes} {
  create_debug_core $core ila
  # A register in front of the memory, for timing; one comparator for each tap.
  foreach {property value} [list C_DATA_DEPTH $::samples C_INPUT_PIPE_STAGES 1 C_TRIGIN_EN false C_TRIGOUT_EN false C_ADV_TRIGGER false C_EN_STRG_QUAL false ALL_PROBE_SAME_MU true ALL_PROBE_SAME_MU_CNT 1] {
    set_property $property $value [get_debug_cores $core]
  }
  set_property port_width 1 [get_debug_ports $core/clk]
  connect_debug_port $core/clk $clock_net
  set number 0
  set bits 0
  foreach nets $probes {
    # The first one is there.
    if {$number > 0} { create_debug_port $core probe }
    set_property port_width [llength $nets] [get_debug_ports $core/probe$number]
    connect_debug_port $core/probe$number $nets
    incr number
    incr bits [llength $nets]
  }
  puts "analyser $core: $number taps of $bits bits, $::samples samples"
}

# `clocks` is a list of name, pin and MHz.
proc insert_analysers {taps clocks} {
  set inserted 0
  foreach {clock pin mhz} $clocks {
    set probes {}
    foreach tap $taps {
      if {[lindex $tap 0] ne $clock} continue
      set nets [nets_of $tap]
      if {[llength $nets] > 0} { lappend probes $nets }
    }
    if {[llength $probes] == 0} continue
    insert_analyser u_ila_$clock [clock_net $pin] $probes
    incr inserted
  }
  if {$inserted == 0} { error "no net of debug.tcl is in the synthesised design, so there is nothing to see" }
  # The debug hub has a clock that runs whatever the kernel does.
  foreach {clock pin mhz} $clocks {
    if {$clock ne "bus"} continue
    set_property C_CLK_INPUT_FREQ_HZ [expr {round($mhz * 1e6)}] [get_debug_cores dbg_hub]
    connect_debug_port dbg_hub/clk [clock_net $pin]
  }
}
