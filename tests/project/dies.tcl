# Reads a file of regions as Vivado would, on the cells of cells.txt: which die each Executor is on, and which registers
# stand at a crossing. Prints "ok", or what is wrong.
set cells [split [string trim [read [open cells.txt]]] \n]
proc create_pblock name { set ::region($name) {}; set ::added($name) {} }
proc get_pblocks name { if {![info exists ::region($name)]} { error "no region $name" }; return $name }
proc resize_pblock {name option slr} {
  if {$option ne "-add" || ![regexp {^SLR\d$} $slr]} { error "resize_pblock $option $slr" }
  set ::region($name) $slr
}
proc get_cells {a b filter} {
  if {$a ne "-hierarchical" || $b ne "-filter"} { error "get_cells $a $b" }
  set found {}
  foreach term [split [string map {" || " |} $filter] |] {
    if {![regexp {^NAME =~ (\S+)$} $term all pattern]} { error "filter $term" }
    set some 0
    foreach cell $::cells { if {[string match $pattern $cell]} { lappend found $cell; set some 1 } }
    if {!$some} { error "no cell is $pattern" }
  }
  return $found
}
proc add_cells_to_pblock {name list} { lappend ::added($name) {*}$list }
proc set_property {key value list} {
  if {$key ne "USER_SLL_REG" || $value ne "TRUE"} { error "set_property $key $value" }
  set ::crossing $list
}
proc judged {} {
  foreach {name list} [array get ::added] {
    foreach cell $list {
      if {[info exists die($cell)]} { return "$cell is on two dies" }
      set die($cell) $::region($name)
    }
  }
  foreach cell $::cells {
    set is_executor [regexp {/executor_\d+$} $cell]
    if {$is_executor != [info exists die($cell)]} { return "$cell is on [expr {$is_executor ? {no die} : {a die}}]" }
    if {[regexp {/(hop\d+_|out_pop_back|out_drop_back|all_out_back)} $cell] != ($cell in $::crossing)} { return "$cell at a crossing?" }
  }
  set order {}
  foreach cell [lsort -dictionary [array names die]] { lappend order $die($cell) }
  return "ok $order"
}
if {[catch { source [lindex $argv 0]; puts [judged] } message]} { puts "fault: $message" }
