# Part of vivado_tool.tcl: the debug cores of a card, which the hardware manager knows from the file of probes and a refresh.
#
# The card shows the cores of STAND_IN_CORES, of the words kernel, bus (analysers) and axi (JTAG to AXI master). A trigger of the analyser of
# STAND_IN_DEAD is never met; one of STAND_IN_SLOW makes the wait fail.

array set cores {files {} known 0 set {} armed {} done {} transfer {}}
proc shown {} { expr {[info exists ::env(STAND_IN_CORES)] ? $::env(STAND_IN_CORES) : ""} }
proc is_named {variable name} { expr {[info exists ::env($variable)] && $::env($variable) eq $name} }
proc of_device {command given} {
  wants $command $given -of_objects
  the_device [dict get $given -of_objects]
}
proc clock_of {analyser} {
  if {![regexp {^ila:(.+)$} $analyser all clock] || $clock ni [shown]} { error "not an analyser: $analyser" }
  return $clock
}

rename c_refresh_hw_device c_refresh_flash
command refresh_hw_device {device} {
  c_refresh_flash $device
  set ::cores(known) [expr {$::cores(files) eq {FULL_PROBES.FILE PROBES.FILE}}]
}
rename c_set_property c_set_flash_property
command set_property args {
  lassign $args name value object
  switch -glob $name:$object {
    PROBES.FILE:* - FULL_PROBES.FILE:* {
      the_device $object
      if {![file isfile $value]} { error "set_property $name: no such file: $value" }
      set ::cores(files) [lsort -unique [concat $::cores(files) $name]]
    }
    CONTROL.TRIGGER_POSITION:ila:* {
      if {![string is integer -strict $value] || $value < 0 || $value > 1023} { error "set_property $name $value" }
      dict set ::cores(set) [clock_of $object] position $value
    }
    TRIGGER_COMPARE_VALUE:probe:* {
      lassign [split $object :] kind clock net
      set bits [lindex [dict get $::facts taps $net] 1]
      if {![regexp {^(eq|neq|lt|gt|lteq|gteq)([0-9]+)'h[0-9a-f]+$} $value all comparison width] || $width != max($bits, 1)} { error "set_property $name $value of $net" }
      dict set ::cores(set) $clock $net $value
    }
    default { c_set_flash_property {*}$args }
  }
}
rename c_get_property c_get_flash_property
command get_property args {
  lassign $args property object
  switch -glob $property:$object {
    CELL_NAME:ila:* { return u_ila_[clock_of $object] }
    CONTROL.DATA_DEPTH:ila:* { return 1024 }
    STATUS.CORE_STATUS:ila:* { return [expr {[is_named STAND_IN_DEAD [clock_of $object]] ? "WAIT-TRIGGER" : "FULL"}] }
    DATA:txn:* { return [dict get $::cores(done) [string range $object 4 end]] }
  }
  return [c_get_flash_property {*}$args]
}
command get_hw_ilas args {
  lassign [options get_hw_ilas {-quiet 0 -of_objects 1} $args] given rest
  count get_hw_ilas $rest 0 0
  of_device get_hw_ilas $given
  set found [expr {$::cores(known) ? [lmap word [lsearch -all -inline -not [shown] axi] { string cat ila: $word }] : {}}]
  if {$found eq "" && ![dict exists $given -quiet]} { error "get_hw_ilas: none" }
  return $found
}
command get_hw_probes args {
  lassign [options get_hw_probes {-quiet 0 -of_objects 1} $args] given rest
  count get_hw_probes $rest 1 1
  wants get_hw_probes $given -of_objects
  set clock [clock_of [dict get $given -of_objects]]
  set net [lindex $rest 0]
  set found [expr {[dict exists $::facts taps $net] && [lindex [dict get $::facts taps $net] 0] eq $clock ? "probe:$clock:$net" : ""}]
  if {[is_named STAND_IN_LOST $net]} { set found "" }
  if {$found eq "" && ![dict exists $given -quiet]} { error "get_hw_probes: none is $net" }
  return $found
}
command reset_hw_ila {analyser} { dict set ::cores(set) [clock_of $analyser] {} }
command run_hw_ila args {
  lassign [options run_hw_ila {-trigger_now 0} $args] given rest
  count run_hw_ila $rest 1 1
  set clock [clock_of [lindex $rest 0]]
  if {![dict exists $::cores(set) $clock]} { error "run_hw_ila: what another user has set is still there" }
  done "run $clock[expr {[dict exists $given -trigger_now] ? " now" : ""}] [dict get $::cores(set) $clock]"
  lappend ::cores(armed) $clock
}
command wait_on_hw_ila args {
  lassign [options wait_on_hw_ila {-timeout 1} $args] given rest
  count wait_on_hw_ila $rest 1 1
  wants wait_on_hw_ila $given -timeout
  set clock [clock_of [lindex $rest 0]]
  if {$clock ni $::cores(armed)} { error "wait_on_hw_ila: $clock is not armed" }
  done "wait [dict get $given -timeout]"
  if {[is_named STAND_IN_SLOW $clock]} { error "wait_on_hw_ila: timeout" }
}
command upload_hw_ila_data {analyser} { return data:[clock_of $analyser] }
command write_hw_ila_data args {
  lassign [options write_hw_ila_data {-force 0 -csv_file 0 -vcd_file 0} $args] given rest
  count write_hw_ila_data $rest 2 2
  lassign $rest file data
  wants write_hw_ila_data $given -force
  if {[dict exists $given -csv_file] == [dict exists $given -vcd_file] || ![string match data:* $data]} { error "write_hw_ila_data $args" }
  if {[file extension $file] ne [expr {[dict exists $given -csv_file] ? ".csv" : ".vcd"}]} { error "write_hw_ila_data $args" }
  write_text $file "$data\n"
}

# ---- Registers -------------------------------------------------------------------------------------

command get_hw_axis args {
  lassign [options get_hw_axis {-quiet 0 -of_objects 1} $args] given rest
  count get_hw_axis $rest 0 0
  of_device get_hw_axis $given
  set found [expr {$::cores(known) && "axi" in [shown] ? "axi:" : ""}]
  if {$found eq "" && ![dict exists $given -quiet]} { error "get_hw_axis: none" }
  return $found
}
command reset_hw_axi {master} {
  if {$master ne "axi:"} { error "reset_hw_axi $master" }
  done "reset"
}
command create_hw_axi_txn args {
  lassign [options create_hw_axi_txn {-address 1 -data 1 -type 1 -len 1 -force 0} $args] given rest
  count create_hw_axi_txn $rest 2 2
  wants create_hw_axi_txn $given {-type -address}
  lassign $rest name master
  # AXI4-Lite has no bursts.
  if {$master ne "axi:" || [dict get $given -type] ni {read write} || ([dict exists $given -len] && [dict get $given -len] != 1)} { error "create_hw_axi_txn $args" }
  foreach option {-address -data} {
    if {[dict exists $given $option] && ![regexp {^[0-9a-f]{8}$} [dict get $given $option]]} { error "create_hw_axi_txn: $option [dict get $given $option]" }
  }
  if {[dict exists $::cores(transfer) $name] && ![dict exists $given -force]} { error "create_hw_axi_txn: there is a $name" }
  dict set ::cores(transfer) $name $given
}
command get_hw_axi_txns {name} {
  if {![dict exists $::cores(transfer) $name]} { error "get_hw_axi_txns: none is $name" }
  return txn:$name
}
command run_hw_axi {transfer} {
  set name [string range $transfer 4 end]
  set given [dict get $::cores(transfer) $name]
  set address [dict get $given -address]
  if {[dict get $given -type] eq "write"} {
    done "write $address [dict get $given -data]"
    dict set ::cores(done) $name [dict get $given -data]
  } else {
    done "read $address"
    dict set ::cores(done) $name [format %08x [expr "0x$address + 0x100"]]
  }
}
