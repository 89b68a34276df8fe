// Self-checking bench: tokens pass a credit counter, a chain of LATENCY registers and a FIFO.
//
// The words are numbers in order; a missing, doubled or unknown one, an unknown control signal or
// an overflow ends the run with "FAIL". With CREDITS above DEPTH + 1 the FIFO must overflow.
`timescale 1ns / 1ns
`default_nettype none

module loop_bench;
  parameter WIDTH = 16;
  parameter DEPTH = 4;
  parameter CREDITS = DEPTH;
  parameter LATENCY = 3;
  parameter CYCLES = 3000;

  reg clk = 1'b0;
  reg rst = 1'b1;
  always #5 clk = ~clk;

  reg [31:0] noise = 32'h1234567;
  always @(posedge clk) noise <= {noise[30:0], noise[31] ^ noise[21] ^ noise[1] ^ noise[0]};

  wire available, out_valid, overflow;
  wire [WIDTH-1:0] out_data;
  wire offer = noise[3] | noise[17];
  // Long stalls now and then, so that the FIFO fills.
  wire out_ready = (noise[9:6] != 4'd0) & (cycle[8] | noise[12]) & ~(cycle[7:5] == 3'd5);
  wire take = offer & available;

  reg [WIDTH-1:0] next_in, next_out;
  reg [LATENCY-1:0] valid_line;
  reg [WIDTH*LATENCY-1:0] data_line;
  integer cycle = 0;
  integer words = 0;

  rtlgen_credit #(.CREDITS(CREDITS)) u_credit (
    .clk(clk), .rst(rst), .take(take), .give(out_valid & out_ready), .available(available)
  );

  rtlgen_fifo #(.WIDTH(WIDTH), .DEPTH(DEPTH)) u_fifo (
    .clk(clk), .rst(rst), .in_valid(valid_line[LATENCY-1]),
    .in_data(data_line[WIDTH*LATENCY-1 -: WIDTH]), .out_ready(out_ready), .out_valid(out_valid),
    .out_data(out_data), .overflow(overflow)
  );

  always @(posedge clk) begin
    data_line <= {data_line, next_in};
    if (rst) begin
      valid_line <= {LATENCY{1'b0}};
      next_in <= {WIDTH{1'b0}};
      next_out <= {WIDTH{1'b0}};
    end else begin
      valid_line <= {valid_line, take};
      if (take) next_in <= next_in + 1'b1;
      if (out_valid & out_ready) begin
        next_out <= next_out + 1'b1;
        words <= words + 1;
      end
    end
  end

  task fail(input [8*20-1:0] why);
    begin
      $display("FAIL cycle %0d: %0s", cycle, why);
      $finish(0);
    end
  endtask

  always @(negedge clk) begin
    cycle <= cycle + 1;
    if (cycle == 3) rst <= 1'b0;
    if (cycle > 4) begin
      if (^{available, out_valid, overflow} === 1'bx) fail("unknown control");
      if (out_valid === 1'b1 && ^out_data === 1'bx) fail("unknown word");
      if (out_valid === 1'b1 && out_data !== next_out) fail("wrong word");
      if (overflow === 1'b1) fail("overflow");
    end
    if (cycle == CYCLES) begin
      if (words < CYCLES / 16) fail("too few words");
      else $display("PASS %0d words", words);
      $finish(0);
    end
  end
endmodule

`default_nettype wire
