// rtlgen_uart_line -- sends and receives bytes on a serial line: 8 data bits, no parity, one stop bit, low bit first
//
//   parameter  CLOCKS_PER_BIT  clocks per bit of the line, 4 or more
//              GAP_LOG2        2^GAP_LOG2 clocks without a byte are silence
//
//   port              direction  meaning
//   clk, rst          in         one clock; rst synchronous, active high
//   rx, tx            in, out    the line, as the card sees it; rx is a register of clk (rtlgen_sync)
//   rx_valid, rx_byte out        a byte has arrived, for one clock
//   rx_fault          out        a byte without its stop bit has arrived, for one clock
//   restart           in         measure silence from now on
//   silence           out        nothing has arrived since then, for 2^GAP_LOG2 clocks
//   tx_free           out        a byte is accepted with tx_take
//   tx_take, tx_byte  in
`default_nettype none

module rtlgen_uart_line #(
  parameter CLOCKS_PER_BIT = 100,
  parameter GAP_LOG2 = 22
) (
  input  wire       clk,
  input  wire       rst,
  input  wire       rx,
  output wire       tx,
  output reg        rx_valid,
  output reg  [7:0] rx_byte,
  output reg        rx_fault,
  input  wire       restart,
  output wire       silence,
  output wire       tx_free,
  input  wire       tx_take,
  input  wire [7:0] tx_byte
);

  generate
    if (CLOCKS_PER_BIT < 4 || CLOCKS_PER_BIT > 65535) begin : guard
      rtlgen_uart_line_needs_4_clocks_a_bit bad_parameter ();
    end
  endgenerate

  // Counters count up from 0 and their ends are registers: a carry chain that loads a constant would be split by the
  // set and reset inputs of its flip-flops.
  localparam WAIT = $clog2(CLOCKS_PER_BIT);
  localparam [31:0] WHOLE_BIT = CLOCKS_PER_BIT - 2, HALF_BIT = CLOCKS_PER_BIT / 2 - 2;

  // ---- Receiver -------------------------------------------------------------------------------
  reg rx_on;
  reg [WAIT-1:0] rx_wait;
  reg rx_ends;  // the wait ends
  reg [3:0] rx_bit;
  always @(posedge clk) begin
    rx_wait <= rx_on & ~rx_ends ? rx_wait + {{(WAIT - 1){1'b0}}, 1'b1} : {WAIT{1'b0}};
    rx_ends <= rx_on & rx_wait == (rx_bit == 4'd0 ? HALF_BIT[WAIT-1:0] : WHOLE_BIT[WAIT-1:0]);
  end
  always @(posedge clk) begin
    rx_valid <= 1'b0;
    rx_fault <= 1'b0;
    if (rst) begin
      rx_on <= 1'b0;
    end else if (~rx_on) begin
      rx_on <= ~rx;
      rx_bit <= 4'd0;
    end else if (rx_ends) begin
      rx_bit <= rx_bit + 4'd1;
      if (rx_bit == 4'd0) begin
        rx_on <= ~rx;
      end else if (rx_bit != 4'd9) begin
        rx_byte <= {rx, rx_byte[7:1]};
      end else begin
        rx_on <= 1'b0;
        rx_valid <= rx;
        rx_fault <= ~rx;
      end
    end
  end

  reg [GAP_LOG2:0] quiet;
  assign silence = quiet[GAP_LOG2];
  always @(posedge clk) quiet <= rst | restart | rx_on | ~rx ? {(GAP_LOG2 + 1){1'b0}} : quiet + {{GAP_LOG2{1'b0}}, ~silence};

  // ---- Transmitter ----------------------------------------------------------------------------
  reg [9:0] tx_bits;
  reg [3:0] tx_left;
  initial tx_bits = 10'h3FF;
  initial tx_left = 4'd0;
  reg [WAIT-1:0] tx_wait;
  reg tx_ends;
  assign tx_free = tx_left == 4'd0;
  assign tx = tx_bits[0];
  always @(posedge clk) begin
    tx_wait <= tx_free | tx_ends ? {WAIT{1'b0}} : tx_wait + {{(WAIT - 1){1'b0}}, 1'b1};
    tx_ends <= ~tx_free & tx_wait == WHOLE_BIT[WAIT-1:0];
  end
  always @(posedge clk) begin
    if (rst) begin
      tx_bits <= 10'h3FF;
      tx_left <= 4'd0;
    end else if (tx_free) begin
      if (tx_take) begin
        tx_bits <= {1'b1, tx_byte, 1'b0};
        tx_left <= 4'd10;
      end
    end else if (tx_ends) begin
      tx_bits <= {1'b1, tx_bits[9:1]};
      tx_left <= tx_left - 4'd1;
    end
  end

endmodule

`default_nettype wire
