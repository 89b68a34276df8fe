// Formal harness: the credit discipline in front of the FIFO, with everything else left free.
//
// `offer`, `out_ready` and the words are any sequence. `fifo_stored`, `fifo_valid` and
// `credit_count` are joined to the registers of those names by the Yosys script (connect), so
// that the invariant can be stated over the real state: every credit is in exactly one place.
`default_nettype none

module credit_props #(
  parameter DEPTH = 3,
  parameter CREDITS = DEPTH,
  parameter LATENCY = 2
) (
  input wire clk,
  input wire rst,
  input wire offer,
  input wire word,
  input wire out_ready,
  output wire ok
);

  wire available, out_valid, out_data, overflow;
  wire take = offer & available;
  wire give = out_valid & out_ready;
  reg [LATENCY-1:0] valid_line;
  reg [LATENCY-1:0] data_line;

  rtlgen_credit #(.CREDITS(CREDITS)) u_credit (
    .clk(clk), .rst(rst), .take(take), .give(give), .available(available)
  );
  rtlgen_fifo #(.WIDTH(1), .DEPTH(DEPTH)) u_fifo (
    .clk(clk), .rst(rst), .in_valid(valid_line[LATENCY-1]), .in_data(data_line[LATENCY-1]),
    .out_ready(out_ready), .out_valid(out_valid), .out_data(out_data), .overflow(overflow)
  );

  always @(posedge clk) begin
    data_line <= {data_line, word};
    if (rst) valid_line <= {LATENCY{1'b0}};
    else valid_line <= {valid_line, take};
  end

  (* keep *) wire [7:0] fifo_stored;
  (* keep *) wire [7:0] fifo_write;
  (* keep *) wire [7:0] fifo_read;
  (* keep *) wire [7:0] credit_count;

  integer i;
  reg [7:0] moving;
  always @* begin
    moving = 8'd0;
    for (i = 0; i < LATENCY; i = i + 1) moving = moving + valid_line[i];
  end

  // The addresses are `stored` words apart, going round.
  wire [7:0] distance = fifo_write >= fifo_read ? fifo_write - fifo_read
                                                : fifo_write + DEPTH - fifo_read;
  wire addresses_fit = fifo_write < DEPTH && fifo_read < DEPTH &&
                       (fifo_stored == DEPTH ? distance == 0 : distance == fifo_stored);
  wire credits_fit = credit_count + moving + fifo_stored + out_valid == CREDITS;
  wire flag_fits = available == (credit_count != 0);
  wire no_loss = ~overflow && fifo_stored <= DEPTH;
  wire no_underflow = credit_count <= CREDITS;

  reg started = 1'b0;
  always @(posedge clk) if (rst) started <= 1'b1;

  assign ok = ~started | (addresses_fit & credits_fit & flag_fits & no_loss & no_underflow);

endmodule

`default_nettype wire
