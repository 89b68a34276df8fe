# A stand-in for Vivado's packager and v++ that runs a kernel's package_kernel.tcl, reads link.cfg, and judges.
#
#   tclsh vitis.tcl FACTS     in the project's folder; prints faults, one a line, or "ok" and the number of commands
#
# FACTS is a Tcl script that sets `facts`, made from the plan, board data and the elaborated kernel, not from the project's files:
# kernel, part, sources, ports (name -> bits), memory_ports, registers (name -> offset bits access port), fields (register.field -> bit bits access),
# range, burst, outstanding, constraint (file), timing (commands of the shell's proven constraints), link (key -> list of values).
#
# Interfaces are inferred from port names as Vivado does: AXI by prefix, a clock that ends in clk, a reset that ends in rst_n. Nothing else.

source [lindex $argv 0]
set project [pwd]
set here [file dirname [file normalize [info script]]]
source $here/stand_in.tcl

# ---- Options ---------------------------------------------------------------------------------------

proc relative {path} {
  if {[file pathtype $path] ne "relative"} { error "not a relative path: $path" }
  return $path
}
# An object of this kind: "register:CTRL" is CTRL.
proc named {kind object} {
  if {![string match $kind:* $object]} { error "no $kind: '$object'" }
  return [string range $object [string length $kind:] end]
}

# ---- Commands --------------------------------------------------------------------------------------

set commands {}
# The procedure of a command: none of them is in the namespace of the packager here.
proc behind {name} { return c_[string map {:: _} $name] }
proc command {name arguments body} {
  lappend ::commands $name
  proc [behind $name] $arguments "incr ::run(commands)\n$body"
}
proc fresh {design} {
  array unset ::run
  array set ::run {commands 0 part {} sources {} constraints {} stages {} files {} interfaces {} parameters {} clocks {} resets {} registers {} fields {} maps {} block {} core {} port_of {} text {} made 0}
  set ::run(design) $design
}
proc stage {name before} {
  if {$before ne "" && $before ni $::run(stages)} { error "$name comes before $before" }
  lappend ::run(stages) $name
}

command version args {
  if {$args ne "-short"} { error "version $args" }
  return [dict get {good 2023.2 old 2021.2 odd beta} $::run(design)]
}
command create_project args {
  lassign [options create_project {-force 0 -part 1} $args] given rest
  count create_project $rest 2 2
  wants create_project $given {-part -force}
  relative [lindex $rest 1]
  stage create_project ""
  set ::run(part) [dict get $given -part]
}
command close_project args {
  lassign [options close_project {-delete 0} $args] given rest
  count close_project $rest 0 0
  stage close_project create_project
}
command add_files args {
  lassign [options add_files {-fileset 1 -norecurse 0} $args] given rest
  count add_files $rest 1 1
  stage add_files create_project
  set list sources
  if {[dict exists $given -fileset]} {
    if {[dict get $given -fileset] ne "constrs_1"} { error "no file set is called [dict get $given -fileset]" }
    set list constraints
  }
  foreach file [lindex $rest 0] {
    if {![file isfile [relative $file]]} { error "no such file: $file" }
    if {$file in $::run($list)} { error "added twice: $file" }
    lappend ::run($list) $file
  }
}
command get_files file {
  if {$file ni [concat $::run(sources) $::run(constraints)]} { error "get_files: not added: $file" }
  return file:$file
}
command current_fileset {} { return fileset: }
command update_compile_order args {
  lassign [options update_compile_order {-fileset 1} $args] given rest
  count update_compile_order $rest 0 0
  if {[dict get $given -fileset] ni {sources_1 sim_1}} { error "no file set is called [dict get $given -fileset]" }
}

# The interfaces that Vivado infers from the names of ports.
proc inferred {} {
  set all {}
  dict for {port bits} [dict get $::facts ports] {
    if {[regexp {^(.*)_awvalid$} $port whole bus]} { dict set all $bus aximm }
    if {[string match *clk $port]} { dict set all $port clock }
    if {[string match *rst_n $port]} { dict set all $port reset }
  }
  return $all
}
command ipx::package_project args {
  lassign [options ipx::package_project {-root_dir 1 -vendor 1 -library 1 -taxonomy 1 -import_files 0 -set_current 1 -force 0} $args] given rest
  count ipx::package_project $rest 0 0
  wants ipx::package_project $given {-root_dir -vendor -library -taxonomy -import_files}
  if {![string match /* [dict get $given -taxonomy]]} { error "ipx::package_project: -taxonomy [dict get $given -taxonomy]" }
  if {[lindex [dict get $::run(files) fileset:] 1] ne [dict get $::facts kernel]} { error "ipx::package_project: the top is not set" }
  stage ipx::package_project add_files
  set ::run(root) [relative [dict get $given -root_dir]]
  set ::run(open) [expr {![dict exists $given -set_current] || [dict get $given -set_current] eq "true"}]
  set ::run(interfaces) [inferred]
}
command ipx::current_core {} {
  if {![info exists ::run(open)] || !$::run(open)} { error "no core is open" }
  return core:
}
command ipx::get_bus_interfaces args {
  lassign [options ipx::get_bus_interfaces {-quiet 0 -of_objects 1 -of 1} $args] given rest
  count ipx::get_bus_interfaces $rest 1 1
  if {![dict exists $given -of] && ![dict exists $given -of_objects]} { error "ipx::get_bus_interfaces of nothing" }
  dict for {option core} [dict remove $given -quiet] { named core $core }
  set name [lindex $rest 0]
  if {[dict exists $::run(interfaces) $name]} { return interface:$name }
  if {[dict exists $given -quiet]} { return {} }
  error "no interface is called $name"
}
command ipx::infer_bus_interface {port type core} {
  named core $core
  if {![dict exists $::facts ports $port]} { error "no port is called $port" }
  if {[dict exists $::run(interfaces) $port]} { error "$port has an interface" }
  if {![regexp {^xilinx\.com:signal:(clock|reset|interrupt)(_rtl)?:1\.0$} $type whole kind]} { error "no interface is a $type" }
  dict set ::run(interfaces) $port $kind
}
command ipx::associate_bus_interfaces args {
  lassign [options ipx::associate_bus_interfaces {-busif 1 -clock 1 -reset 1} $args] given rest
  count ipx::associate_bus_interfaces $rest 1 1
  named core [lindex $rest 0]
  wants ipx::associate_bus_interfaces $given {-clock}
  foreach {option kind} {-busif aximm -clock clock -reset reset} {
    if {![dict exists $given $option]} continue
    set name [dict get $given $option]
    if {![dict exists $::run(interfaces) $name] || [dict get $::run(interfaces) $name] ne $kind} { error "no $kind is called $name" }
  }
  if {[dict exists $given -busif]} { dict set ::run(clocks) [dict get $given -busif] [dict get $given -clock] }
  if {[dict exists $given -reset]} { dict set ::run(resets) [dict get $given -clock] [dict get $given -reset] }
}
command ipx::add_bus_parameter args {
  lassign [options ipx::add_bus_parameter {-quiet 0} $args] given rest
  count ipx::add_bus_parameter $rest 2 2
  lassign $rest name interface
  if {$name ni {HAS_BURST SUPPORTS_NARROW_BURST MAX_BURST_LENGTH NUM_READ_OUTSTANDING NUM_WRITE_OUTSTANDING FREQ_HZ}} { error "an interface has no parameter $name" }
  return parameter:[named interface $interface].$name
}
command ipx::add_memory_map args {
  lassign [options ipx::add_memory_map {-quiet 0} $args] given rest
  count ipx::add_memory_map $rest 2 2
  named core [lindex $rest 1]
  lappend ::run(maps) [lindex $rest 0]
  return map:[lindex $rest 0]
}
command ipx::add_address_block args {
  lassign [options ipx::add_address_block {-quiet 0} $args] given rest
  count ipx::add_address_block $rest 2 2
  named map [lindex $rest 1]
  return block:[lindex $rest 0]
}
command ipx::add_register args {
  lassign [options ipx::add_register {-quiet 0} $args] given rest
  count ipx::add_register $rest 2 2
  lassign $rest name block
  named block $block
  if {![regexp {^[A-Za-z_]\w*$} $name]} { error "not a register's name: $name" }
  if {[dict exists $::run(registers) $name]} { error "a register twice: $name" }
  dict set ::run(registers) $name {}
  return register:$name
}
command ipx::add_register_parameter args {
  lassign [options ipx::add_register_parameter {-quiet 0} $args] given rest
  count ipx::add_register_parameter $rest 2 2
  lassign $rest name register
  if {$name ne "ASSOCIATED_BUSIF"} { error "a register has no parameter $name" }
  return associated:[named register $register]
}
command ipx::add_field args {
  lassign [options ipx::add_field {-quiet 0} $args] given rest
  count ipx::add_field $rest 2 2
  set field [named register [lindex $rest 1]].[lindex $rest 0]
  if {[dict exists $::run(fields) $field]} { error "a field twice: $field" }
  dict set ::run(fields) $field {}
  return field:$field
}
foreach {name after} {ipx::create_xgui_files ipx::package_project ipx::update_checksums ipx::create_xgui_files ipx::save_core ipx::update_checksums} {
  command $name core [format {
    named core $core
    stage %1$s %2$s
  } $name $after]
}
command ipx::check_integrity args {
  lassign [options ipx::check_integrity {-kernel 0 -quiet 0} $args] given rest
  count ipx::check_integrity $rest 1 1
  wants ipx::check_integrity $given -kernel
  named core [lindex $rest 0]
  stage ipx::check_integrity ipx::update_checksums
}
command package_xo args {
  lassign [options package_xo {-force 0 -xo_path 1 -kernel_name 1 -ip_directory 1 -ctrl_protocol 1 -output_kernel_xml 1} $args] given rest
  count package_xo $rest 0 0
  wants package_xo $given {-force -xo_path -kernel_name -ip_directory -ctrl_protocol}
  foreach before {ipx::save_core ipx::check_integrity close_project} { stage package_xo $before }
  if {[dict get $given -ip_directory] ne $::run(root)} { error "package_xo: no core is in [dict get $given -ip_directory]" }
  if {[dict get $given -ctrl_protocol] ni {ap_ctrl_hs ap_ctrl_chain ap_ctrl_none user_managed}} { error "package_xo: -ctrl_protocol [dict get $given -ctrl_protocol]" }
  set ::run(xo) [list [relative [dict get $given -xo_path]] [dict get $given -kernel_name] [dict get $given -ctrl_protocol]]
}

# Each kind of object: its properties and their legal values.
set properties {
  file {PROCESSING_ORDER {EARLY NORMAL LATE} USED_IN {synthesis implementation out_of_context}}
  fileset {top name}
  core {name name sdx_kernel {true false} sdx_kernel_type {rtl hls} vitis_drc pair ipi_drc pair supported_families list auto_family_support_level {level_0 level_1 level_2} core_revision number}
  block {range number width number}
  register {address_offset number size number access {read-only read-write write-only} description text}
  field {bit_offset number bit_width number access {read-only read-write write-only} description text}
  parameter {value number}
  associated {value name}
  interface {slave_memory_map_ref name}
}
command set_property args {
  count set_property $args 3 3
  lassign $args key value object
  set kind [lindex [split $object :] 0]
  if {$object eq "" || ![dict exists $::properties $kind]} { error "set_property $key of '$object'" }
  # Properties of ipx objects are not case sensitive.
  if {$kind in {register field block}} { set key [string tolower $key] }
  if {![dict exists $::properties $kind $key]} { error "a $kind has no property $key" }
  set may [dict get $::properties $kind $key]
  set good [switch $may {
    number { string is integer -strict $value }
    name { regexp {^\w+$} $value }
    text { expr {$value ne ""} }
    pair { expr {[llength $value] == 2} }
    list { expr {1} }
    default { expr {[llength $value] == 1 && $value in $may} }
  }]
  if {!$good} { error "$key of a $kind cannot be '$value'" }
  if {$may eq "number"} { set value [expr {$value}] }
  set name [string range $object [string length $kind:] end]
  switch $kind {
    register { dict set ::run(registers) $name $key $value }
    field { dict set ::run(fields) $name $key $value }
    core { dict set ::run(core) $key,[expr {$may eq "pair" ? [lindex $value 0] : ""}] [lindex $value end] }
    parameter { dict set ::run(parameters) $name $value }
    associated { dict set ::run(port_of) $name $value }
    block { dict set ::run(block) $key $value }
    interface { dict set ::run(map_of) $name $value }
    default { dict lappend ::run(files) $object $key $value }
  }
}

# ---- A run, and what is expected of it -------------------------------------------------------------

proc build {design} {
  fresh $design
  set tcl {set list expr proc if foreach error regexp source cd file info lindex llength lappend incr string return for while catch dict lmap lsort lassign concat package format}
  set box [interp create]
  interp eval $box {namespace eval ipx {}}
  foreach name [interp eval $box {info commands}] { if {$name ni $tcl} { interp hide $box $name } }
  foreach name $::commands { interp alias $box $name {} [behind $name] }
  interp alias $box puts {} printed
  # Nothing is deleted here.
  interp hide $box file real_file
  interp alias $box file {} box_file
  # Whoever calls it may be anywhere.
  cd /
  set failed [catch {interp eval $box [list source $::project/package_kernel.tcl]} message]
  interp delete $box
  cd $::project
  return [list $failed $message]
}
proc printed {args} { append ::run(text) [lindex $args end] "\n" }
proc box_file {action args} {
  if {$action eq "delete"} {
    foreach path $args { if {$path ne "-force"} { relative $path; lappend ::run(deleted) $path } }
    return
  }
  if {$action ni {dirname normalize}} { error "file $action" }
  # `info script` is the box's; it is made absolute here as there.
  return [file $action {*}$args]
}

proc judge_files {} {
  global run facts
  if {$run(part) ne [dict get $facts part]} { fault "part: $run(part)" }
  foreach file [dict get $facts sources] { if {$file ni $run(sources)} { fault "not added: $file" } }
  foreach file $run(sources) { if {$file ni [dict get $facts sources]} { fault "added and not the project's: $file" } }
  set constraint [dict get $facts constraint]
  if {$run(constraints) ne [list $constraint]} { fault "constraints: $run(constraints)" }
  same constraints {PROCESSING_ORDER LATE USED_IN implementation} [expr {[dict exists $run(files) file:$constraint] ? [dict get $run(files) file:$constraint] : {}}]
  # The remains of an interrupted build are gone before the next one.
  if {![info exists run(deleted)] || [lsort $run(deleted)] ne [lsort [list build/package $run(root)]]} { fault "not deleted: what the last build left" }
  set kernel [dict get $facts kernel]
  if {$run(xo) ne [list build/$kernel.xo $kernel user_managed]} { fault "package_xo: $run(xo)" }
  if {![string match "*wrote build/$kernel.xo*" $run(text)]} { fault "what was made is not printed" }
  same core [dict create name, $kernel sdx_kernel, true sdx_kernel_type, rtl vitis_drc,ctrl_protocol user_managed ipi_drc,ignore_freq_hz true supported_families, {} auto_family_support_level, level_2] $run(core)
}

proc judge_ports {} {
  global run facts
  set memory [dict get $facts memory_ports]
  set expected {ap_clk clock ap_clk_2 clock ap_rst_n reset interrupt interrupt s_axi_control aximm}
  set clocks {s_axi_control ap_clk}
  set parameters {}
  foreach port $memory {
    dict set expected $port aximm
    dict set clocks $port ap_clk
    foreach {name value} [list HAS_BURST 0 SUPPORTS_NARROW_BURST 0 MAX_BURST_LENGTH [dict get $facts burst] NUM_READ_OUTSTANDING [dict get $facts outstanding] NUM_WRITE_OUTSTANDING [dict get $facts outstanding]] {
      dict set parameters $port.$name $value
    }
  }
  same interfaces $expected $run(interfaces)
  same clocks $clocks $run(clocks)
  same resets {ap_clk ap_rst_n} $run(resets)
  same parameters $parameters $run(parameters)
  # Every port belongs to one of them, or v++ refuses it.
  dict for {port bits} [dict get $facts ports] {
    set bus [lmap name [concat s_axi_control $memory] { if {![string match ${name}_* $port]} continue; set name }]
    if {![dict exists $run(interfaces) $port] && [llength $bus] != 1} { fault "$port belongs to no interface" }
  }
}

proc judge_registers {} {
  global run facts
  if {$run(maps) ne "s_axi_control"} { fault "memory maps: $run(maps)" }
  same block [dict create range [dict get $facts range] width 32] $run(block)
  same map_of {s_axi_control s_axi_control} [expr {[info exists run(map_of)] ? $run(map_of) : {}}]
  set end 0
  foreach {what expected} [list registers [dict get $facts registers] fields [dict get $facts fields]] {
    set found {}
    dict for {name values} $run($what) {
      if {![dict exists $values description]} { fault "$what: $name has no meaning" }
      dict set found $name [dict remove $values description]
    }
    same $what [dict map {name values} $expected { dict remove $values port }] $found
    if {$what ne "registers"} continue
    dict for {name values} $expected {
      set port [expr {[dict exists $run(port_of) $name] ? [dict get $run(port_of) $name] : ""}]
      if {$port ne [dict get $values port]} { fault "registers: $name is of '$port', not '[dict get $values port]'" }
    }
  }
  foreach port [dict get $facts memory_ports] { if {$port ni [dict values $run(port_of)]} { fault "no register has addresses of $port" } }
}

# Constraints: the commands of the shell's own, whose patterns are proven elsewhere, at the kernel's clock ports.
proc lines_of {text} { return [lmap line [split $text \n] { set line [string trim $line]; if {$line eq "" || [string match #* $line]} continue; set line }] }
proc read_text {file} {
  set channel [open $file]
  set text [read $channel]
  close $channel
  return $text
}
proc judge_constraints {} {
  global facts
  set found [lines_of [read_text [dict get $facts constraint]]]
  set expected [lines_of [dict get $facts timing]]
  foreach line $expected { if {$line ni $found} { fault "constraints: missing: $line" } }
  foreach line $found { if {$line ni $expected} { fault "constraints: too much: $line" } }
}

source $here/vitis_link.tcl

lassign [build good] failed message
if {$failed} { fault "packaging fails: $message" } else {
  foreach what {files ports registers} { judge_$what }
}
set total $run(commands)
judge_constraints
judge_link
if {[llength $faults] == 0} {
  foreach {design said} {old *needs* odd *version*} {
    lassign [build $design] failed message
    if {!$failed} { fault "a kernel is packaged though the tool is '$design'" }
    if {$failed && ![string match $said $message]} { fault "with the tool '$design' packaging says: $message" }
    if {"create_project" in $run(stages)} { fault "something is begun though the tool is '$design'" }
  }
}
foreach text $faults { puts $text }
if {[llength $faults] == 0} { puts "ok $total" }
exit [expr {[llength $faults] > 0}]
