// Formal harness of rtlgen_async_fifo: both clocks, both users and the words are free.
//
// `wr_tick` and `rd_tick` say which clock has its edge in this step (ticks_map.v); `clk` has one in
// every step that counts. One word is followed from its entrance to its exit, any one: how many
// are before it, and what it is. `wr_gray` and `rd_gray` are joined to the registers by the script.
`default_nettype none

module async_fifo_props #(
  parameter DEPTH_LOG2 = 1
) (
  input  wire clk,
  input  wire wr_go,
  input  wire rd_go,
  input  wire in_valid,
  input  wire in_data,
  input  wire out_ready,
  input  wire follow,
  output wire bad
);

  localparam [DEPTH_LOG2+1:0] DEPTH = 1 << DEPTH_LOG2;

  // Reset: four edges of both clocks, then the two sides leave it one after the other.
  reg [2:0] age = 3'd0;
  wire resetting = age < 3'd5;
  wire wr_rst = age < 3'd4;
  wire rd_rst = age < 3'd5;
  always @(posedge clk) if (resetting) age <= age + 3'd1;
  wire wr_tick = clk & (resetting | wr_go);
  wire rd_tick = clk & (resetting | rd_go);

  wire in_ready, out_valid, out_data;
  wire [DEPTH_LOG2:0] in_free, out_count;
  wire offer = in_valid & ~resetting;
  wire accept = out_ready & ~resetting;

  rtlgen_async_fifo #(.WIDTH(1), .DEPTH_LOG2(DEPTH_LOG2)) u_fifo (
    .wr_clk(wr_tick), .wr_rst(wr_rst), .in_valid(offer), .in_ready(in_ready), .in_data(in_data),
    .in_free(in_free), .rd_clk(rd_tick), .rd_rst(rd_rst), .out_valid(out_valid),
    .out_ready(accept), .out_data(out_data), .out_count(out_count)
  );

  wire enters = wr_tick & offer & in_ready;
  wire leaves = rd_tick & out_valid & accept;

  reg [DEPTH_LOG2+1:0] inside = 0;  // words, the output's too
  reg following = 1'b0, word = 1'b0;
  reg [DEPTH_LOG2+1:0] before = 0;  // words that leave before the followed one
  wire its_turn = following & (before == 0);
  always @(posedge clk) begin
    inside <= inside + enters - leaves;
    if (enters & follow & ~following) begin
      following <= 1'b1;
      word <= in_data;
      before <= inside - leaves;
    end else if (following & leaves) begin
      if (its_turn) following <= 1'b0;
      else before <= before - 1'b1;
    end
  end

  (* keep *) wire [DEPTH_LOG2:0] wr_gray;
  (* keep *) wire [DEPTH_LOG2:0] rd_gray;
  reg [DEPTH_LOG2:0] wr_gray_before = 0, rd_gray_before = 0;
  always @(posedge clk) begin
    wr_gray_before <= wr_gray;
    rd_gray_before <= rd_gray;
  end
  wire [DEPTH_LOG2:0] wr_step = wr_gray ^ wr_gray_before;
  wire [DEPTH_LOG2:0] rd_step = rd_gray ^ rd_gray_before;
  wire many_bits = |(wr_step & (wr_step - 1'b1)) | |(rd_step & (rd_step - 1'b1));

  wire [DEPTH_LOG2+1:0] in_ram = inside - out_valid;
  wire underflow = (out_valid & inside == 0) | out_count > inside;
  wire overflow = in_ram > DEPTH | {1'b0, in_free} > DEPTH - in_ram;
  wire flags = in_ready != (in_free != 0) | (out_valid & out_count == 0);
  wire wrong = out_valid & its_turn & (out_data != word);
  assign bad = ~resetting & (many_bits | underflow | overflow | flags | wrong);

endmodule

`default_nettype wire
