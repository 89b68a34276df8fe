# Reads an XML file of MIG for vivado.tcl, as far as such files go: elements with text or with elements, attributes, comments on lines of their own.

# Answers "path value": elements with text, attributes as "path name", and pins by their ports. An error where it is not well formed.
proc flattened {text} {
  if {![regexp {^<\?xml version="1.0" encoding="UTF-8" standalone="no" \?>\n} $text head]} { error "not XML" }
  set text [regsub {<!--((?!-->).)*-->\n} [string range $text [string length $head] end] {}]
  set path {}
  set values {}
  while {[regexp {^\s*<(/?)([A-Za-z_0-9]+)((?:\s+[A-Za-z_0-9]+="[^"<]*")*)\s*(/?)>([^<]*)(.*)$} $text all closes name attributes empty inside text]} {
    if {$closes ne ""} {
      if {[lindex $path end] ne $name || [string trim $inside] ne ""} { error "</$name> closes [lindex $path end]" }
      set path [lrange $path 0 end-1]
      continue
    }
    set here [join [concat $path $name] /]
    set given {}
    foreach {all key value} [regexp -all -inline {([A-Za-z_0-9]+)="([^"<]*)"} $attributes] { dict set given $key $value }
    if {$name eq "Pin"} {
      set pin [expr {[lindex $path end] eq "PinSelection" ? "pin" : [lindex $path end] eq "System_Control" ? "control" : "stray"}]
      foreach key {name PADName} { if {![dict exists $given $key]} { error "a pin without $key" } }
      if {$pin eq "pin"} {
        if {[lsort [dict keys $given]] ne {IN_TERM IOSTANDARD PADName SLEW VCCAUX_IO name} || "[dict get $given IN_TERM][dict get $given SLEW][dict get $given VCCAUX_IO]" ne ""} { error "attributes of a pin: $given" }
        set value "[dict get $given PADName] [dict get $given IOSTANDARD]"
      } else {
        set value "[dict get $given Bank]/[dict get $given PADName]"
      }
      if {[dict exists $values "$pin [dict get $given name]"]} { error "pin [dict get $given name] twice" }
      dict set values "$pin [dict get $given name]" $value
    } else {
      dict for {key value} $given { dict set values "$here $key" $value }
    }
    if {$empty ne ""} continue
    lappend path $name
    set leaf [regexp "^</$name>" $text]
    if {$leaf} {
      if {[dict exists $values $here]} { error "$here twice" }
      dict set values $here $inside
    } elseif {[string trim $inside] ne ""} { error "text in $here" }
  }
  if {[llength $path] > 0 || [string trim $text] ne ""} { error "not well formed at [join $path /]" }
  return $values
}
