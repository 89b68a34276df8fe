# What a project of Edalize does not do by itself: the IP of ip.tcl, and constraints that are of one module, or read late. Sourced last.
set ip_folder [file normalize ip]
file mkdir $ip_folder
source [file join [file dirname [file normalize [info script]]] .. ip.tcl]
foreach file [get_files -filter {NAME =~ *_shell.xdc}] {
  set_property SCOPED_TO_REF [file rootname [file tail $file]] $file
  set_property PROCESSING_ORDER LATE $file
}
set_property PROCESSING_ORDER LATE [get_files -filter {NAME =~ */timing.xdc}]
