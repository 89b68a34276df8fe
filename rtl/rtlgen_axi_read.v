// rtlgen_axi_read -- reads one ordered stream of beats from memory
// Turns segments into bursts and requests each from a bank only when the FIFO behind it has room for every outstanding
// beat, so that read data never have to wait. A bit selects one of two buffers for a segment; the two may be in
// different banks, so a burst of the other buffer is requested only when nothing is outstanding.
//
//   parameter  ADDR_BITS    bits of a byte address, 14 to 64
//              BUS_BITS     bits of a beat, 16 to 1024, a power of two
//              BURST_BEATS  longest burst, 2 to 256 beats, a power of two; it is limited to 4 KiB
//              COUNT_BITS   bits of seg_beats, 9 or more
//              FREE_BITS    bits of fifo_free; the FIFO has at least 2^(FREE_BITS-1) slots, enough
//                           for the longest burst
//
//   port        direction  meaning
//   clk         in         everything happens at its rising edge
//   rst         in         synchronous, active high; also clears the errors
//   stop        in         request no further burst and drop the segments inside; hold until rst
//   idle        out        no segment is inside and nothing is outstanding
//   err_bounds  out        a burst outside its buffer was refused; stays until rst
//   err_resp    out        a beat came with an error; stays until rst. Either error acts like stop
//   buf_first   in         first byte address of both buffers, buffer 1 in the high bits
//   buf_last    in         byte address of their last beat; both constant while segments are inside
//   seg_valid   in         a segment is offered
//   seg_ready   out        accepted at this edge
//   seg_addr    in         byte address; bits below a beat are treated as 0
//   seg_beats   in         1 or more; a segment of 0 beats is accepted and ignored
//   seg_bank    in         which buffer
//   req_valid   out        a burst is requested; stays until it is accepted; a register
//   req_ready   in         accepted at this edge
//   req_bank    out        its buffer; stays until the next burst, so it also belongs to arriving data
//   req_addr    out        byte address
//   req_len     out        beats - 1
//   dat_valid   in         a beat has arrived, in the order of bursts; cannot wait
//   dat_data    in
//   dat_error   in         its response was not OKAY
//   fifo_free   in         lower bound of free slots after all beats sent up to the previous clock
//   out_valid   out        a beat for the FIFO; cannot wait
//   out_data    out
`default_nettype none

module rtlgen_axi_read #(
  parameter ADDR_BITS = 64,
  parameter BUS_BITS = 512,
  parameter BURST_BEATS = 64,
  parameter COUNT_BITS = 24,
  parameter FREE_BITS = 10
) (
  input  wire                   clk,
  input  wire                   rst,
  input  wire                   stop,
  output wire                   idle,
  output reg                    err_bounds,
  output reg                    err_resp,
  input  wire [2*ADDR_BITS-1:0] buf_first,
  input  wire [2*ADDR_BITS-1:0] buf_last,
  input  wire                   seg_valid,
  output wire                   seg_ready,
  input  wire [ADDR_BITS-1:0]   seg_addr,
  input  wire [COUNT_BITS-1:0]  seg_beats,
  input  wire                   seg_bank,
  output reg                    req_valid,
  input  wire                   req_ready,
  output reg                    req_bank,
  output reg  [ADDR_BITS-1:0]   req_addr,
  output reg  [7:0]             req_len,
  input  wire                   dat_valid,
  input  wire [BUS_BITS-1:0]    dat_data,
  input  wire                   dat_error,
  input  wire [FREE_BITS-1:0]   fifo_free,
  output wire                   out_valid,
  output wire [BUS_BITS-1:0]    out_data
);

  localparam PAGE_BEATS = 4096 / (BUS_BITS / 8);
  localparam LONGEST = BURST_BEATS < PAGE_BEATS ? BURST_BEATS : PAGE_BEATS;

  generate
    if (FREE_BITS < 2 || FREE_BITS > 24 || (1 << (FREE_BITS - 1)) < LONGEST) begin : guard
      rtlgen_axi_read_needs_a_fifo_with_places_for_the_longest_burst bad_parameter ();
    end
  endgenerate

  wire halt = stop | err_bounds | err_resp;

  wire bursts_idle, burst_valid, burst_ready, burst_empty, burst_bank, burst_inside, unused_mark;
  wire [ADDR_BITS-1:0] burst_addr;
  wire [7:0] burst_len;

  rtlgen_bursts #(
    .ADDR_BITS(ADDR_BITS),
    .BUS_BITS(BUS_BITS),
    .BURST_BEATS(BURST_BEATS),
    .COUNT_BITS(COUNT_BITS)
  ) u_bursts (
    .clk(clk),
    .rst(rst),
    .flush(halt),
    .idle(bursts_idle),
    .buf_first(buf_first),
    .buf_last(buf_last),
    .seg_valid(seg_valid),
    .seg_ready(seg_ready),
    .seg_addr(seg_addr),
    .seg_beats(seg_beats),
    .seg_bank(seg_bank),
    .seg_mark(1'b0),
    .out_valid(burst_valid),
    .out_ready(burst_ready),
    .out_addr(burst_addr),
    .out_len(burst_len),
    .out_empty(burst_empty),
    .out_bank(burst_bank),
    .out_mark(unused_mark),
    .out_inside(burst_inside)
  );

  // The burst in req_*: it waits until the FIFO has room for it, then it is requested. So decisions depend on registers
  // alone, and a burst takes two clocks: no more than a row takes.
  reg full;        // req_* has a burst
  reg req_inside;  // it is within its buffer
  reg [FREE_BITS-1:0] req_beats;
  reg entered;     // its request began in this clock, and it is not in on_way yet

  // Requested beats that are not in the FIFO yet, and the slots that are left when all of them are. Both are one clock
  // old and ignore slots freed since then.
  reg [FREE_BITS-1:0] on_way;
  reg [FREE_BITS-1:0] room;

  wire same_bank = burst_bank == req_bank || on_way == {FREE_BITS{1'b0}};
  wire load = burst_valid & ~burst_empty & ~full & same_bank;
  assign burst_ready = burst_empty | (~full & same_bank);

  wire req_fits = req_inside && {8'd0, room} > {{FREE_BITS{1'b0}}, req_len};
  wire burst_fits = burst_inside && {8'd0, room} > {{FREE_BITS{1'b0}}, burst_len};
  wire ask = full ? req_fits & ~req_valid & ~halt : burst_fits & load;
  wire [31:0] beats = {24'd0, burst_len} + 32'd1;
  wire unused_beats = &{1'b0, beats[31:FREE_BITS]};
  wire [FREE_BITS-1:0] asked = entered ? req_beats : {FREE_BITS{1'b0}};

  always @(posedge clk) begin
    if (load) begin
      req_addr <= burst_addr;
      req_len <= burst_len;
      req_beats <= beats[FREE_BITS-1:0];
      req_inside <= burst_inside;
    end
    if (rst) begin
      full <= 1'b0;
      entered <= 1'b0;
      req_valid <= 1'b0;
      req_bank <= 1'b0;
      on_way <= {FREE_BITS{1'b0}};
      room <= {FREE_BITS{1'b0}};
      err_bounds <= 1'b0;
      err_resp <= 1'b0;
    end else begin
      full <= load | (full & ~(req_valid ? req_ready : halt));
      entered <= ask;
      req_valid <= ask | (req_valid & ~req_ready);
      if (load) req_bank <= burst_bank;
      on_way <= on_way + asked - {{(FREE_BITS - 1){1'b0}}, dat_valid};
      room <= fifo_free - on_way - asked;
      if (full & ~req_inside) err_bounds <= 1'b1;
      if (dat_valid & dat_error) err_resp <= 1'b1;
    end
  end

  assign idle = bursts_idle & ~full & (on_way == {FREE_BITS{1'b0}});
  assign out_valid = dat_valid;
  assign out_data = dat_data;

endmodule

`default_nettype wire
