// rtlgen_avalon_msi -- turns level interrupts into a PCIe message, written through Intel's Txs port
// The message is a write. The host chooses its data and address, and the endpoint outputs both (MSI_Interface). One
// message is sent when any bit of `irq` rises, unless the host has not enabled messages or the address is beyond
// ADDR_BITS: then the host polls.
//
//   parameter  IRQS       number of levels
//              ADDR_BITS  bits of the byte address of Txs, 32 or more, less than 64
//
//   port       direction  meaning
//   clk, rst   in         one clock; rst synchronous, active high
//   irq        in         the levels
//   msi        in         {bus master, MSI enabled, data of 16 bits, address of 64 bits}
//   m_*        Avalon-MM: one word per message
`default_nettype none

module rtlgen_avalon_msi #(
  parameter IRQS = 1,
  parameter ADDR_BITS = 32
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire [IRQS-1:0]      irq,
  input  wire [81:0]          msi,
  output reg  [ADDR_BITS-1:0] m_address,
  output reg                  m_write,
  output reg  [31:0]          m_writedata,
  input  wire                 m_waitrequest
);

  generate
    if (ADDR_BITS < 32 || ADDR_BITS > 63) begin : guard
      rtlgen_avalon_msi_needs_an_address_of_32_to_63_bits bad_parameter ();
    end
  endgenerate

  wire reachable = msi[63:ADDR_BITS] == {(64 - ADDR_BITS){1'b0}};
  reg [IRQS-1:0] sent;
  wire send = (|(irq & ~sent)) & (&msi[81:80]) & reachable;

  always @(posedge clk) begin
    if (send) begin
      m_address <= msi[ADDR_BITS-1:0];
      m_writedata <= {16'd0, msi[79:64]};
    end
    if (rst) begin
      sent <= {IRQS{1'b0}};
      m_write <= 1'b0;
    end else begin
      sent <= irq & (sent | {IRQS{send}});
      m_write <= send | (m_write & m_waitrequest);
    end
  end

endmodule

`default_nettype wire
