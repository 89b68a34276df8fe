// @bench@ -- self-checking test bench of @core@
// @origin@
// Grid @grid@, time steps @iterations@: @run_words@ words of @cells@ cells in and out in each of the runs, here @runs@.
//
// Words to offer and words to expect are in @vectors@/*.hex; the expected ones are the golden engine's. Words are offered
// with gaps and taken with back-pressure, both from a seed. In this folder:
//
//   - Icarus     iverilog -g2012 -s @bench@ -o @bench@.vvp ../verilog/*.v @bench@.sv && vvp -N @bench@.vvp
//   - Verilator  verilator --binary --timing --timescale 1ns/1ps -fno-const-bit-op-tree --top-module @bench@ ../verilog/*.v @bench@.sv && obj_dir/V@bench@
//   - XSim       xvlog -sv -timescale 1ns/1ps ../verilog/*.v @bench@.sv && xelab -timescale 1ns/1ps @bench@ -s @bench@ && xsim @bench@ -R
//   - Questa     vlib work && vlog -sv -timescale 1ns/1ps ../verilog/*.v @bench@.sv && vsim -c @bench@ -onfinish exit -do "run -all"
//
// The last line says PASS or FAIL; FAIL ends with $fatal. +wave writes @bench@.vcd, which @bench@.gtkw
// and @bench@.sucl lay out: gtkwave @bench@.vcd @bench@.gtkw, or surfer -c @bench@.sucl @bench@.vcd
`timescale 1ns / 1ps
`default_nettype none
/* verilator lint_off WIDTH */

module @bench@ #(
  parameter integer SEED = @seed@,
  parameter integer GAPS_IN = 64,   // clocks of 256 without a word to offer
  parameter integer GAPS_OUT = 64,  // and those in which no word is taken
  parameter VECTORS = "@vectors@"
);

  localparam integer CELLS = @cells@;  // cells of a word
  localparam integer RUNS = @runs@;
  localparam integer RUN_WORDS = @run_words@;
  localparam integer PASS_WORDS = @pass_words@;
  localparam integer FRAME_WORDS = @frame_words@;
  localparam integer PLANE_WORDS = @plane_words@;
  localparam integer ROW_WORDS = @row_words@;
  localparam integer ROWS = @rows@;
  localparam integer QUIET = @quiet@;  // clocks without a word that mean a hang
  localparam integer DRAIN = @drain@;  // clocks to wait for surplus words
  localparam integer COMPARED = @compared@;  // cells and monitors that count
  localparam integer SHOWN = 10;  // faults with a line of their own

  reg clk = 1'b0;
  reg rst = 1'b1;
  integer run = 0;
  integer faults = 0;
  integer compared = 0;
  integer words_in = 0;
  integer words_out = 0;
  integer cycles = 0;
  integer quiet = 0;
  reg [31:0] noise = SEED;

  always #5 clk = !clk;

  // A linear feedback shift register over 32 bits, three shifts per clock (xorshift).
  function [31:0] shifted(input [31:0] value);
    reg [31:0] s;
    begin
      s = value ^ (value << 13);
      s = s ^ (s >> 17);
      shifted = s ^ (s << 5);
    end
  endfunction

  always @(posedge clk) noise <= shifted(noise);

  wire in_ready;
  wire out_valid;
  wire done;
  wire config_error;
  reg in_valid = 1'b0;
  reg out_ready = 1'b0;
@declarations@
  @core@ core (
    .clk(clk),
    .rst(rst),
@connections@    .in_valid(in_valid),
    .in_ready(in_ready),
    .out_valid(out_valid),
    .out_ready(out_ready),
    .config_error(config_error),
    .done(done)
  );

  // Offers words together, and one more after the last, which the core must not take.
  always @(posedge clk) begin
    if (rst) begin
      in_valid <= 1'b0;
      words_in <= 0;
    end else if (!in_valid || in_ready) begin
      in_valid <= noise[7:0] >= GAPS_IN;
      if (in_valid) words_in <= words_in + 1;
    end
  end
@drive@
  always @(posedge clk) out_ready <= noise[15:8] >= GAPS_OUT;

  task fault;
    begin
      faults = faults + 1;
      if (faults == SHOWN) $display("further faults are only counted");
    end
  endtask

  task mismatch(input [8*32-1:0] field, input integer lane, input [63:0] got, input [63:0] expected);
    integer word, block;
    begin
      word = words_out % PASS_WORDS % FRAME_WORDS;
      block = words_out % PASS_WORDS / FRAME_WORDS;
      if (faults < SHOWN)
        $display("MISMATCH %0s at x=%0d y=%0d z=%0d after step %0d: %0h, expected %0h (run %0d, word %0d, lane %0d)", field,
                 block % @blocks@ * @stride_x@ + word % ROW_WORDS * CELLS + lane - @low_x@,
                 block / @blocks@ * @stride_y@ + word / ROW_WORDS % ROWS - @low_y@, word / PLANE_WORDS - @low_z@,
                 (run * @passes@ + words_out / PASS_WORDS + 1) * @steps@ - @bypass@, got, expected, run, words_out, lane);
      fault;
    end
  endtask

  // Reports a fault of a stream, once.
  task wrong(input [8*48-1:0] what);
    begin
      if (faults < SHOWN) $display("FAULT %0s (run %0d, word %0d)", what, run, words_out);
      fault;
    end
  endtask

  reg was_stalled = 1'b0;
  always @(posedge clk) begin : check
    integer lane;
    cycles = cycles + 1;
    if (rst) begin
      words_out = 0;
      quiet = 0;
      was_stalled = 1'b0;
@restart@    end else begin
      quiet = quiet + 1;
      if (in_valid && in_ready) begin
        quiet = 0;
        if (words_in == RUN_WORDS) wrong("the core takes a word too many");
      end
      if (config_error !== 1'b0) wrong("config_error is not 0");
      if (out_valid !== 1'b0 && out_valid !== 1'b1) wrong("out_valid is unknown");
      if (was_stalled && out_valid !== 1'b1) wrong("out_valid falls before the word is taken");
@stable@      if (out_valid === 1'b1 && out_ready) begin
        quiet = 0;
        if (words_out >= RUN_WORDS) begin
          wrong("the core gives a word too many");
        end else begin
@compare@        end
        words_out = words_out + 1;
      end
      was_stalled = out_valid === 1'b1 && !out_ready;
@keep@@monitor@    end
  end

  initial begin : control
@read@    if ($test$plusargs("wave")) begin
      $dumpfile("@bench@.vcd");
      $dumpvars(0, @bench@);
    end
    while (run < RUNS) begin
      repeat (4) @(negedge clk);
      rst = 1'b0;
      repeat (2) @(posedge clk);
      while (words_out < RUN_WORDS && quiet < QUIET && faults < 100000) @(posedge clk);
      if (words_out < RUN_WORDS) begin
        $display("FAULT time-out: %0d of %0d words have come out of run %0d, and none moves", words_out, RUN_WORDS, run);
        faults = faults + 1;
        run = RUNS;
      end else begin
        repeat (DRAIN) @(posedge clk);
        if (done !== 1'b1) wrong("done is not 1 after the run");
        if (words_in != RUN_WORDS) wrong("the core has not taken every word");
@end@        @(negedge clk);
        rst = 1'b1;
        run = run + 1;
      end
    end
    if (faults == 0 && compared == COMPARED) begin
      $display("PASS @core@: %0d values are the golden engine's, %0d clocks", compared, cycles);
      $finish;
    end else begin
      $display("FAIL @core@: faults: %0d; %0d of %0d values compared", faults, compared, COMPARED);
      $fatal(1, "@core@ failed");
    end
  end

endmodule

`default_nettype wire
