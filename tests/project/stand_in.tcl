# Parts that stand-ins for vendor tools share: faults, options of commands, files of the project, comparisons.
#
# `project` is the project's folder, `run` the state of a run (commands, stages).

set faults {}
proc fault {text} { if {$text ni $::faults} { lappend ::faults $text } }

# Splits `words` after `spec`: flag -> number of values. Returns a dict of options and the list of the rest.
proc options {command spec words} {
  set given {}
  set rest {}
  for {set i 0} {$i < [llength $words]} {incr i} {
    set word [lindex $words $i]
    if {![string match -* $word] || [string is double -strict $word]} { lappend rest $word; continue }
    if {![dict exists $spec $word]} { error "$command has no option $word" }
    if {[dict exists $given $word]} { error "$command: $word twice" }
    if {[dict get $spec $word] == 0} { dict set given $word 1; continue }
    if {[incr i] >= [llength $words]} { error "$command: $word wants a value" }
    dict set given $word [lindex $words $i]
  }
  return [list $given $rest]
}
proc wants {command given names} {
  foreach name $names { if {![dict exists $given $name]} { error "$command wants $name" } }
}
proc count {command rest least most} {
  if {[llength $rest] < $least || [llength $rest] > $most} { error "$command: [llength $rest] arguments: $rest" }
}
# Glob without sets of characters: brackets are a bit's.
proc like {pattern name} { string match [string map {\[ \\\[ \] \\\]} $pattern] $name }

proc seen {what} { incr ::run(commands); lappend ::run(stages) $what }
proc needs {what before} { if {$before ni $::run(stages)} { error "$what comes before $before" } }
proc inside {file} {
  if {[file pathtype $file] ne "relative"} { error "not a relative path: $file" }
  set full [file normalize $file]
  if {![string match "$::project/*" $full]} { error "outside the project: $file" }
  return [string range $full [string length $::project]+1 end]
}

proc same {what expected found} {
  dict for {key value} $expected {
    if {![dict exists $found $key]} { fault "$what: $key is missing"; continue }
    if {[dict get $found $key] ne $value} { fault "$what: $key is '[dict get $found $key]', not '$value'" }
  }
  dict for {key value} $found { if {![dict exists $expected $key]} { fault "$what: $key is too much" } }
}
