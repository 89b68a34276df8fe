# Samples of the analysers of a card that has the bitstream of build/best; only with hardware.debug.
#
#   quartus_stp -t tcl/capture.tcl CABLE PLACE     in the project's folder; PLACE is that of the FPGA in the chain
#
# Writes build/debug/CLOCK.csv and .vcd. debug.tcl lists the analysers: their clocks and instances.

package require ::quartus::stp
package require ::quartus::jtag

source debug.tcl

set seconds 10

proc device {cable place} {
  set found [lsearch -all -inline [get_device_names -hardware_name $cable] "@$place: *"]
  if {[llength $found] != 1} { error "the chain of $cable has no device at place $place" }
  return [lindex $found 0]
}

proc capture {cable place} {
  set device [device $cable $place]
  file mkdir build/debug
  open_session -name build/best/debug.stp
  foreach {clock instance} $::analysers {
    set names [list -instance $instance -signal_set $clock -trigger "$clock trigger" -data_log samples]
    if {[catch {run -hardware_name $cable -device_name $device {*}$names -timeout $::seconds} fault]} {
      error "the analyser of the $clock clock has no samples after $::seconds s: $fault. The clock has stopped, or the card has another bitstream than build/best: make program"
    }
    foreach format {csv vcd} { export_data_log {*}$names -filename build/debug/$clock.$format -format $format }
    puts "wrote build/debug/$clock.csv and build/debug/$clock.vcd"
  }
  close_session
}

capture {*}$quartus(args)
