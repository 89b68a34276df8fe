# Part of vitis.tcl: the configuration of v++, link.cfg.

# Known keys of each section with what a value must look like; the empty section is before the first.
set link_keys {
  "" {kernel_frequency {^(\d+:\d+)(\|\d+:\d+)*$} save-temps {^[01]$} platform {^\w+$} report_level {^[0-2]$}}
  connectivity {nk {^\w+:\d+(:\w+(\.\w+)*)?$} sp {^\w+\.\w+:(DDR|HBM|PLRAM|HOST)\[\d+(:\d+)?\]$} slr {^\w+:SLR\d$}}
  vivado {prop {^.+$}}
  advanced {param {^.+$} misc {^.+$}}
}
proc judge_link {} {
  global facts link_keys
  set section ""
  set found {}
  foreach line [lines_of [read_text link.cfg]] {
    if {[regexp {^\[(\w+)\]$} $line whole section]} {
      if {![dict exists $link_keys $section]} { fault "link.cfg: no section is called $section"; return }
      continue
    }
    if {![regexp {^([\w-]+)\s*=\s*(.*)$} $line whole key value]} { fault "link.cfg: not understood: $line"; continue }
    if {![dict exists $link_keys $section $key]} { fault "link.cfg: section '$section' has no $key"; continue }
    if {![regexp [dict get $link_keys $section $key] $value]} { fault "link.cfg: $key cannot be $value"; continue }
    dict lappend found $section.$key $value
  }
  same link.cfg [dict map {key values} [dict get $facts link] { lsort $values }] [dict map {key values} $found { lsort $values }]
}
