// rtlgen_avalon_msix -- turns level interrupts into events of Intel's multi channel DMA, which become messages (MSI-X)
//
// One event when any bit of `irq` rises; the endpoint tracks whether the host has enabled messages.
//
//   parameter  IRQS   number of levels
//              EVENT  the event word: {1 for the host's writes, 0 for its reads; 4 bits 0; queue of 11 bits}
//
//   port       direction  meaning
//   clk, rst   in         one clock; rst synchronous, active high
//   irq        in         the levels
//   m_*        Avalon-ST: one event per word
`default_nettype none

module rtlgen_avalon_msix #(
  parameter IRQS = 1,
  parameter [15:0] EVENT = 16'h8000
) (
  input  wire            clk,
  input  wire            rst,
  input  wire [IRQS-1:0] irq,
  output reg             m_valid,
  input  wire            m_ready,
  output wire [15:0]     m_data
);

  reg [IRQS-1:0] sent;
  wire send = |(irq & ~sent);
  assign m_data = EVENT;

  always @(posedge clk) begin
    if (rst) begin
      sent <= {IRQS{1'b0}};
      m_valid <= 1'b0;
    end else begin
      sent <= irq & (sent | {IRQS{send}});
      m_valid <= send | (m_valid & ~m_ready);
    end
  end

endmodule

`default_nettype wire
