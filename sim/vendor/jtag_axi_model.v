// A model of AMD's JTAG to AXI master: its debugger reads a register again and again.
`default_nettype none

module jtag_axi_model (
  input  wire        aclk,
  input  wire        aresetn,
  output wire [31:0] m_axi_awaddr,
  output wire [2:0]  m_axi_awprot,
  output wire        m_axi_awvalid,
  input  wire        m_axi_awready,
  output wire [31:0] m_axi_wdata,
  output wire [3:0]  m_axi_wstrb,
  output wire        m_axi_wvalid,
  input  wire        m_axi_wready,
  input  wire [1:0]  m_axi_bresp,
  input  wire        m_axi_bvalid,
  output wire        m_axi_bready,
  output wire [31:0] m_axi_araddr,
  output wire [2:0]  m_axi_arprot,
  output wire        m_axi_arvalid,
  input  wire        m_axi_arready,
  input  wire [31:0] m_axi_rdata,
  input  wire [1:0]  m_axi_rresp,
  input  wire        m_axi_rvalid,
  output wire        m_axi_rready
);

  // Register GIER of the shell, which no read changes.
  assign m_axi_araddr = 32'h4;
  reg asks = 1'b0;
  reg waits = 1'b0;  // for the response
  reg [1:0] pause = 2'd0;
  assign m_axi_arvalid = asks;
  assign m_axi_rready = 1'b1;
  always @(posedge aclk) begin
    if (!aresetn) begin
      asks <= 1'b0;
      waits <= 1'b0;
    end else begin
      pause <= pause + 2'd1;
      if (!asks && !waits && pause == 2'd0) asks <= 1'b1;
      if (asks && m_axi_arready) begin
        asks <= 1'b0;
        waits <= 1'b1;
      end
      if (m_axi_rvalid) waits <= 1'b0;
    end
  end

  assign m_axi_arprot = 3'd0;
  assign {m_axi_awaddr, m_axi_awprot, m_axi_awvalid, m_axi_wdata, m_axi_wstrb, m_axi_wvalid} = 0;
  assign m_axi_bready = 1'b1;
  wire unused_inputs = &{1'b0, m_axi_awready, m_axi_wready, m_axi_bresp, m_axi_bvalid, m_axi_rdata, m_axi_rresp};

endmodule

`default_nettype wire
