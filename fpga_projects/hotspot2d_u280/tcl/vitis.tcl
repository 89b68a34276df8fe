# Packages an RTL kernel for Vitis, shared by all projects: sources, ports, registers, then the .xo that v++ links.
#
# Runs in Vivado's batch mode; every fault is a Tcl error, so that it ends with a status other than 0. Paths are relative to the project.

# At least this version: "2022.1" or newer.
proc require_version {least} {
  if {![regexp {^\d+\.\d+} [version -short] here]} { error "cannot tell the version of this Vivado: '[version -short]'" }
  if {[package vcompare $here $least] < 0} { error "this project needs Vivado $least or newer, and this is $here" }
}

# Reads the sources into a project and packages it, whose top is the kernel. The constraints are read with the clocks of the platform.
proc start_kernel {kernel part files constraints folder} {
  file delete -force $folder/package $folder/ip
  create_project -force -part $part package $folder/package
  add_files -norecurse $files
  add_files -fileset constrs_1 -norecurse $constraints
  set_property PROCESSING_ORDER LATE [get_files $constraints]
  set_property USED_IN {implementation} [get_files $constraints]
  set_property top $kernel [current_fileset]
  update_compile_order -fileset sources_1
  ipx::package_project -root_dir $folder/ip -vendor rtlgen -library kernels -taxonomy /KernelIP -import_files -set_current true
  set_property name $kernel [ipx::current_core]
}

# An interface of one port, where Vivado has not seen it by its name.
proc signal_interface {port kind} {
  set core [ipx::current_core]
  if {[llength [ipx::get_bus_interfaces -quiet $port -of_objects $core]] == 0} {
    ipx::infer_bus_interface $port xilinx.com:signal:${kind}_rtl:1.0 $core
  }
}

# Clocks, reset, interrupt; AXI ports are at ap_clk. Bursts are INCR and of whole beats, so neither kind nor size of them is looked at.
proc describe_ports {memory_ports burst_beats outstanding} {
  set core [ipx::current_core]
  signal_interface ap_clk clock
  signal_interface ap_clk_2 clock
  signal_interface ap_rst_n reset
  signal_interface interrupt interrupt
  ipx::associate_bus_interfaces -clock ap_clk -reset ap_rst_n $core
  foreach port [concat s_axi_control $memory_ports] {
    ipx::associate_bus_interfaces -busif $port -clock ap_clk $core
  }
  foreach port $memory_ports {
    set interface [ipx::get_bus_interfaces $port -of_objects $core]
    foreach {name value} [list HAS_BURST 0 SUPPORTS_NARROW_BURST 0 MAX_BURST_LENGTH $burst_beats NUM_READ_OUTSTANDING $outstanding NUM_WRITE_OUTSTANDING $outstanding] {
      set_property value $value [ipx::add_bus_parameter -quiet $name $interface]
    }
  }
}

proc describe_registers {range registers fields} {
  set core [ipx::current_core]
  set map [ipx::add_memory_map -quiet s_axi_control $core]
  set block [ipx::add_address_block -quiet reg0 $map]
  set_property range $range $block
  set_property width 32 $block
  foreach {name offset bits access port meaning} $registers {
    set made [ipx::add_register $name $block]
    set_property address_offset $offset $made
    set_property size $bits $made
    set_property access $access $made
    set_property description $meaning $made
    if {$port ne ""} { set_property value $port [ipx::add_register_parameter ASSOCIATED_BUSIF $made] }
    dict set all $name $made
  }
  foreach {register name bit bits access meaning} $fields {
    set made [ipx::add_field $name [dict get $all $register]]
    set_property bit_offset $bit $made
    set_property bit_width $bits $made
    set_property access $access $made
    set_property description $meaning $made
  }
  set_property slave_memory_map_ref s_axi_control [ipx::get_bus_interfaces s_axi_control -of_objects $core]
}

# The registers are the host's own business (user managed): XRT leaves them alone, and opens the kernel as an xrt::ip.
proc write_kernel {kernel folder} {
  set core [ipx::current_core]
  set_property sdx_kernel true $core
  set_property sdx_kernel_type rtl $core
  set_property vitis_drc {ctrl_protocol user_managed} $core
  set_property ipi_drc {ignore_freq_hz true} $core
  set_property supported_families {} $core
  set_property auto_family_support_level level_2 $core
  ipx::create_xgui_files $core
  ipx::update_checksums $core
  ipx::check_integrity -kernel $core
  ipx::save_core $core
  close_project
  package_xo -force -xo_path $folder/$kernel.xo -kernel_name $kernel -ip_directory $folder/ip -ctrl_protocol user_managed
  puts "wrote $folder/$kernel.xo"
}
