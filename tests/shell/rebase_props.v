// Formal harness of rtlgen_rebase: bursts and the bus are free. A burst leaves one clock after it is taken, stays until the
// bus takes it, and has its address from the start of the channel; none is lost, doubled or made up.
`default_nettype none

module rebase_props (
  input  wire        clk,
  input  wire        in_valid,
  input  wire [13:0] in_addr,
  input  wire [7:0]  in_len,
  input  wire        out_ready,
  input  wire [13:0] any_base,
  output wire        bad
);

  reg rst = 1'b1;
  always @(posedge clk) rst <= 1'b0;

  reg [13:0] base;
  always @(posedge clk) if (rst) base <= any_base;

  wire in_ready, out_valid;
  wire [13:0] out_addr;
  wire [7:0] out_len;
  rtlgen_rebase #(.ADDR_BITS(14)) u_rebase (
    .clk(clk), .rst(rst), .base(base), .in_valid(in_valid & ~rst), .in_ready(in_ready), .in_addr(in_addr),
    .in_len(in_len), .out_valid(out_valid), .out_ready(out_ready), .out_addr(out_addr), .out_len(out_len)
  );

  reg waits = 1'b0;  // a burst is inside
  reg [13:0] address;
  reg [7:0] length;
  wire taken = in_valid & in_ready & ~rst;
  always @(posedge clk) begin
    waits <= ~rst & (taken | (waits & ~out_ready));
    if (taken) begin
      address <= in_addr + {base[13:12], 12'd0};
      length <= in_len;
    end
  end

  wire wrong = waits & {out_addr, out_len} != {address, length};
  wire refused = ~waits & ~in_ready;
  assign bad = ~rst & (out_valid != waits | wrong | refused | (waits & ~out_ready & in_ready));

endmodule

`default_nettype wire
