// rtlgen_sync -- synchronises a level from any clock to `clk`, through two flip-flops
//
//   parameter  INIT  0 or 1: value of `out` from power-up until `in` has propagated
//
//   port  clock  direction  meaning
//   clk          in
//   in    any    in         from a register; levels shorter than a period of clk may be missed
//   out   clk    out        a register
// Constraints: the path to `meta` is a false path (Vivado: set_max_delay -datapath_only of one period).
`default_nettype none

module rtlgen_sync #(
  parameter INIT = 0
) (
  input  wire clk,
  input  wire in,
  output wire out
);

  generate
    if (INIT != 0 && INIT != 1) begin : guard
      rtlgen_sync_needs_init_of_0_or_1 bad_parameter ();
    end
  endgenerate

  (* ASYNC_REG = "TRUE", altera_attribute = "-name SYNCHRONIZER_IDENTIFICATION FORCED_IF_ASYNCHRONOUS" *)
  reg meta;
  (* ASYNC_REG = "TRUE", altera_attribute = "-name SYNCHRONIZER_IDENTIFICATION FORCED_IF_ASYNCHRONOUS" *)
  reg sync;
  initial meta = INIT[0];
  initial sync = INIT[0];

  always @(posedge clk) begin
    meta <= in;
    sync <= meta;
  end

  assign out = sync;

endmodule

`default_nettype wire
