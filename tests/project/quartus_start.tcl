# Part of quartus.tcl: the stand-in before any run.

proc fresh {design} {
  array unset ::run
  array set ::run {commands 0 stages {} open 0 loaded {} assignments {} files {} pins {} standards {} systems {} system {} clocks {} delays {} skews {} nets {} false {} text {} panels {} constraint_order {} marked {}}
  set ::run(design) [lindex $design 0]
  set ::run(version) [expr {"newer" in $design ? "newer" : ""}]
}
source $here/quartus_platform.tcl
source $here/quartus_timing.tcl
source $here/quartus_flow.tcl
source $here/quartus_crossings.tcl
set place build/attempt_*
