# Signal Tap, Quartus' logic analyser, in an attempt; only with hardware.debug. The project is open, in the folder of its attempt.

# quartus_stp writes to the session file and to the project's, which is therefore closed meanwhile.
proc add_analyser {top} {
  file copy -force ../../debug.stp debug.stp
  project_close
  run bin quartus_stp $top --stp_file debug.stp --enable
  project_open $top
}
