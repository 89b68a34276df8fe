// rtlgen_avalon_registers -- converts the Avalon-MM master of a BAR (Intel's PCIe) to an AXI4-Lite master
// One access at a time. A write waits while `hold` is high: earlier writes of the host's DMA are then not in memory
// yet, and this write may start a run that reads them. Reads wait only for earlier accesses.
//
//   parameter  ADDR_BITS  bits of a byte address
//
//   port       direction  meaning
//   clk, rst   in         one clock; rst synchronous, active high
//   hold       in         no write may proceed
//   s_*        the BAR's master: one word per access
//   m_*        AXI4-Lite
`default_nettype none

module rtlgen_avalon_registers #(
  parameter ADDR_BITS = 12
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire                 hold,
  input  wire [ADDR_BITS-1:0] s_address,
  input  wire                 s_read,
  input  wire                 s_write,
  input  wire [31:0]          s_writedata,
  input  wire [3:0]           s_byteenable,
  output wire                 s_waitrequest,
  output reg  [31:0]          s_readdata,
  output reg                  s_readdatavalid,
  output reg                  m_awvalid,
  input  wire                 m_awready,
  output reg  [ADDR_BITS-1:0] m_awaddr,
  output reg                  m_wvalid,
  input  wire                 m_wready,
  output reg  [31:0]          m_wdata,
  output reg  [3:0]           m_wstrb,
  input  wire                 m_bvalid,
  output wire                 m_bready,
  output reg                  m_arvalid,
  input  wire                 m_arready,
  output reg  [ADDR_BITS-1:0] m_araddr,
  input  wire                 m_rvalid,
  output wire                 m_rready,
  input  wire [31:0]          m_rdata
);

  reg busy;  // an access has no response yet
  wire take_write = s_write & ~busy & ~hold;
  wire take_read = s_read & ~busy;
  assign s_waitrequest = ~(take_write | take_read);
  assign m_bready = 1'b1;
  assign m_rready = 1'b1;

  always @(posedge clk) begin
    if (take_write) begin
      m_awaddr <= s_address;
      m_wdata <= s_writedata;
      m_wstrb <= s_byteenable;
    end
    if (take_read) m_araddr <= s_address;
    s_readdata <= m_rdata;
    if (rst) begin
      busy <= 1'b0;
      m_awvalid <= 1'b0;
      m_wvalid <= 1'b0;
      m_arvalid <= 1'b0;
      s_readdatavalid <= 1'b0;
    end else begin
      busy <= take_write | take_read | (busy & ~(m_bvalid | m_rvalid));
      m_awvalid <= take_write | (m_awvalid & ~m_awready);
      m_wvalid <= take_write | (m_wvalid & ~m_wready);
      m_arvalid <= take_read | (m_arvalid & ~m_arready);
      s_readdatavalid <= m_rvalid;
    end
  end

endmodule

`default_nettype wire
