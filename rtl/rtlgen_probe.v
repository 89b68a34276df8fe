// rtlgen_probe -- one handshake for a logic analyser: valid, ready and the number of words so far, as registers
//
//   parameter  COUNT_BITS  bits of the count, 1 or more
//
//   port   direction  meaning
//   clk    in         everything happens at its rising edge
//   rst    in         synchronous, active high: the count becomes 0
//   valid  in         of the handshake
//   ready  in         of the handshake
//
// Nothing reads the registers, so they cost no time: the analyser sees all three one clock late, and together. The
// attributes keep them: mark_debug and dont_touch of Vivado (UG901, UG912), preserve and noprune of Quartus.
`default_nettype none

module rtlgen_probe #(
  parameter COUNT_BITS = 32
) (
  input wire clk,
  input wire rst,
  input wire valid,
  input wire ready
);

  localparam [COUNT_BITS-1:0] NONE = 0;
  localparam [COUNT_BITS-1:0] ONE = 1;

  (* mark_debug = "true", dont_touch = "true", preserve, noprune *)
  reg valid_q;
  (* mark_debug = "true", dont_touch = "true", preserve, noprune *)
  reg ready_q;
  (* mark_debug = "true", dont_touch = "true", preserve, noprune *)
  reg [COUNT_BITS-1:0] count_q;  // words before this clock
  wire unused_registers = &{1'b0, valid_q, ready_q, count_q};

  // Words up to this clock; behind valid_q and ready_q by none.
  reg [COUNT_BITS-1:0] words;
  initial words = NONE;
  initial valid_q = 1'b0;
  initial ready_q = 1'b0;
  initial count_q = NONE;
  always @(posedge clk) begin
    valid_q <= valid;
    ready_q <= ready;
    count_q <= words;
    if (rst) words <= NONE;
    else if (valid && ready) words <= words + ONE;
  end

endmodule

`default_nettype wire
