// rtlgen_async_fifo -- FIFO between two clocks
// First-word fall-through, one word per clock on both sides, any ratio of the clocks. The pointers
// cross as Gray code through two flip-flops. in_free and out_count are lower bounds: activity of
// the other side appears late, so the true number may be larger, never smaller.
//
//   parameter  WIDTH       bits of a word, 1 or more
//              DEPTH_LOG2  2^DEPTH_LOG2 words in the RAM, 1 or more; the output register holds one more
//              STYLE       type of RAM: "auto", "block" or "distributed" (ram_style)
//
//   port       clock  direction  meaning
//   wr_clk                in     the writer's clock
//   wr_rst     wr         in     synchronous, active high; see below
//   in_valid   wr         in     in_data is a word to store
//   in_ready   wr         out    in_data is accepted at this edge; a register
//   in_data    wr         in
//   in_free    wr         out    free slots, a lower bound, 0 to 2^DEPTH_LOG2; a register
//   rd_clk                in     the reader's clock
//   rd_rst     rd         in     synchronous, active high; see below
//   out_valid  rd         out    out_data is the oldest word; does not wait for out_ready
//   out_ready  rd         in     the reader accepts it at this edge
//   out_data   rd         out    stable until accepted; the output register of the RAM
//   out_count  rd         out    stored words including out_data, a lower bound, 0 to 2^DEPTH_LOG2 + 1; a register
// Both resets are asserted together and overlap for at least four edges of either clock, without
// traffic on either side. They may end at different times.
// Constraints: the two crossings between *_gray and *_meta need a skew below one period of the
// faster clock (Vivado: set_max_delay -datapath_only; Quartus: set_max_skew and set_net_delay);
// with distributed RAM the path from a word to out_data is a false path, since a word is stable long before it is read.
`default_nettype none

module rtlgen_async_fifo #(
  parameter WIDTH = 512,
  parameter DEPTH_LOG2 = 9,
  parameter STYLE = "auto"
) (
  input  wire                wr_clk,
  input  wire                wr_rst,
  input  wire                in_valid,
  output reg                 in_ready,
  input  wire [WIDTH-1:0]    in_data,
  output reg  [DEPTH_LOG2:0] in_free,
  input  wire                rd_clk,
  input  wire                rd_rst,
  output reg                 out_valid,
  input  wire                out_ready,
  output reg  [WIDTH-1:0]    out_data,
  output reg  [DEPTH_LOG2:0] out_count
);

  generate
    if (WIDTH < 1 || DEPTH_LOG2 < 1) begin : guard
      rtlgen_async_fifo_needs_width_and_depth_log2_of_at_least_1 bad_parameter ();
    end
  endgenerate

  localparam BITS = DEPTH_LOG2 + 1;  // width of a pointer: one more than an address
  localparam [31:0] ONE = 1;
  localparam [BITS-1:0] DEPTH = {1'b1, {DEPTH_LOG2{1'b0}}};

  (* ram_style = STYLE *) reg [WIDTH-1:0] words [0:(1 << DEPTH_LOG2)-1];

  wire unused_style = &{1'b0, STYLE};  // for tools that do not read the attribute

  function [BITS-1:0] to_binary(input [BITS-1:0] gray);
    integer i;
    begin
      to_binary[BITS-1] = gray[BITS-1];
      for (i = BITS - 2; i >= 0; i = i - 1) to_binary[i] = to_binary[i+1] ^ gray[i];
    end
  endfunction

  // Free-running pointers; each side also has the other side's value of a few clocks ago.
  reg [BITS-1:0] wr_binary, wr_gray, wr_sees_read;
  reg [BITS-1:0] rd_binary, rd_gray, rd_sees_written;
  (* ASYNC_REG = "TRUE", altera_attribute = "-name SYNCHRONIZER_IDENTIFICATION FORCED_IF_ASYNCHRONOUS" *)
  reg [BITS-1:0] wr_meta, wr_sync;
  (* ASYNC_REG = "TRUE", altera_attribute = "-name SYNCHRONIZER_IDENTIFICATION FORCED_IF_ASYNCHRONOUS" *)
  reg [BITS-1:0] rd_meta, rd_sync;

  // The next value of a pointer is a register, so logic that depends on the pointer is computed for both cases before
  // `write` is known.
  reg [BITS-1:0] wr_successor;
  wire write = in_valid & in_ready;
  wire [BITS-1:0] wr_next = write ? wr_successor : wr_binary;
  wire [BITS-1:0] full_at = wr_sees_read ^ DEPTH;
  wire full_next = write ? wr_successor == full_at : wr_binary == full_at;

  always @(posedge wr_clk) begin
    if (write) words[wr_binary[DEPTH_LOG2-1:0]] <= in_data;
    wr_meta <= rd_gray;
    wr_sync <= wr_meta;
    wr_sees_read <= to_binary(wr_sync);
    if (wr_rst) begin
      wr_binary <= {BITS{1'b0}};
      wr_successor <= ONE[BITS-1:0];
      wr_gray <= {BITS{1'b0}};
      in_free <= {BITS{1'b0}};
      in_ready <= 1'b0;
    end else begin
      wr_binary <= wr_next;
      if (write) wr_successor <= wr_successor + ONE[BITS-1:0];
      wr_gray <= wr_next ^ (wr_next >> 1);
      in_free <= full_at - wr_next;
      in_ready <= ~full_next;
    end
  end

  // A register also shows whether a word is available, rd_binary != rd_sees_written: the next values of both are
  // compared, as Gray code. An unread word stays available, so `keep`, which is late, is needed only at the end.
  reg [BITS-1:0] rd_successor;
  reg rd_some;
  wire keep = out_valid & ~out_ready;
  wire read = rd_some & ~keep;
  wire [BITS-1:0] rd_next = read ? rd_successor : rd_binary;
  wire [BITS-1:0] rd_successor_gray = rd_successor ^ (rd_successor >> 1);
  wire some_else = rd_some ? rd_successor_gray != rd_sync : rd_gray != rd_sync;

  always @(posedge rd_clk) begin
    if (read) out_data <= words[rd_binary[DEPTH_LOG2-1:0]];
    rd_meta <= wr_gray;
    rd_sync <= rd_meta;
    rd_sees_written <= to_binary(rd_sync);
    if (rd_rst) begin
      rd_binary <= {BITS{1'b0}};
      rd_successor <= ONE[BITS-1:0];
      rd_gray <= {BITS{1'b0}};
      rd_some <= 1'b0;
      out_valid <= 1'b0;
      out_count <= {BITS{1'b0}};
    end else begin
      rd_binary <= rd_next;
      if (read) rd_successor <= rd_successor + ONE[BITS-1:0];
      rd_gray <= rd_next ^ (rd_next >> 1);
      rd_some <= (rd_some & keep) | some_else;
      out_valid <= read | keep;
      // A word that moves to the output register still counts.
      out_count <= (rd_sees_written - rd_binary) + {{DEPTH_LOG2{1'b0}}, keep};
    end
  end

endmodule

`default_nettype wire
