// An engine with its walk, memory and all, for the benches of rtlgen_sequencer: a beat is a burst. Asks, answers and errors come
// at random times. READ 1: beats `tag`, index into a FIFO. READ 0: takes such beats, plus `key`, and checks them.
`default_nettype none

module stub_engine #(
  parameter READ = 1,
  parameter SEED = 1
) (
  input  wire        clk,
  input  wire        rst,
  input  wire        stop,
  input  wire        start,
  input  wire [7:0]  beats,
  input  wire [7:0]  tag,
  input  wire [15:0] key,
  input  wire        freeze,      // nothing is taken by the memory
  input  wire        mute,        // nothing is answered
  input  wire        spoil_resp,  // the next answer is bad
  input  wire        spoil_bounds,
  output wire        idle,
  output reg         err_resp,
  output reg         err_bounds,
  output wire        walk_done,
  output wire        progress,
  input  wire [4:0]  fifo_free,
  output reg         out_valid,
  output reg  [15:0] out_data,
  input  wire        in_valid,
  output wire        in_ready,
  input  wire [15:0] in_data,
  output reg  [7:0]  answered,
  output reg         wrong
);

  integer seed = SEED;
  reg [7:0] left, index;
  reg [4:0] owed;
  reg may_ask, may_answer;

  wire halt = stop | err_resp | err_bounds;
  wire wants = may_ask & ~freeze & ~halt & left != 8'd0 & owed < 5'd8;
  wire out_of_bounds = wants & spoil_bounds;
  wire ask = wants & ~spoil_bounds & (READ != 0 ? owed + 5'd3 < fifo_free : in_valid);
  wire answer = may_answer & ~mute & owed != 5'd0;
  assign in_ready = ask;
  assign idle = owed == 5'd0;
  assign walk_done = left == 8'd0;
  assign progress = answer;
  wire [15:0] expected = {tag, index} + key;

  always @(posedge clk) begin
    may_ask <= $random(seed) % 3 != 0;
    may_answer <= $random(seed) % 4 != 0;
    out_valid <= answer & READ != 0 & ~rst;
    if (READ != 0 ? answer : ask) index <= index + 8'd1;
    out_data <= {tag, index};
    if (rst) begin
      left <= 8'd0;
      index <= 8'd0;
      owed <= 5'd0;
      err_resp <= 1'b0;
      err_bounds <= 1'b0;
      answered <= 8'd0;
      wrong <= 1'b0;
    end else begin
      left <= start ? beats : (stop ? 8'd0 : left - {7'd0, ask});
      owed <= owed + {4'd0, ask} - {4'd0, answer};
      answered <= answered + {7'd0, answer};
      if (answer & spoil_resp) err_resp <= 1'b1;
      if (out_of_bounds) err_bounds <= 1'b1;
      if (READ == 0 & ask & in_data != expected) wrong <= 1'b1;
    end
  end

endmodule

`default_nettype wire
