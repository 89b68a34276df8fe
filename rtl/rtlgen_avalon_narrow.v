// rtlgen_avalon_narrow -- connects a 64-bit Avalon-MM master (a BAR of Intel's multi channel DMA) to a 32-bit slave
// Byte enables select the half, for reads too: a register that was not requested is not read. If both are selected, the
// low half comes first. The slave has one outstanding access at a time, like rtlgen_avalon_registers.
//
//   parameter  ADDR_BITS  bits of a byte address, 3 or more
//
//   port       direction  meaning
//   clk, rst   in         one clock; rst synchronous, active high
//   s_*        the master: one word per access
//   m_*        the slave: one word per access
`default_nettype none

module rtlgen_avalon_narrow #(
  parameter ADDR_BITS = 12
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire [ADDR_BITS-1:0] s_address,
  input  wire                 s_read,
  input  wire                 s_write,
  input  wire [63:0]          s_writedata,
  input  wire [7:0]           s_byteenable,
  output wire                 s_waitrequest,
  output reg  [63:0]          s_readdata,
  output reg                  s_readdatavalid,
  output wire [ADDR_BITS-1:0] m_address,
  output wire                 m_read,
  output wire                 m_write,
  output wire [31:0]          m_writedata,
  output wire [3:0]           m_byteenable,
  input  wire                 m_waitrequest,
  input  wire [31:0]          m_readdata,
  input  wire                 m_readdatavalid
);

  generate
    if (ADDR_BITS < 3) begin : guard
      rtlgen_avalon_narrow_needs_addresses_of_3_bits_or_more bad_parameter ();
    end
  endgenerate

  // ---- Requests ------------------------------------------------------------------------------
  wire low = |s_byteenable[3:0];
  wire high = |s_byteenable[7:4];
  reg second;  // the low half is done
  wire upper = high & (~low | second);
  wire last = ~(low & high) | second;
  wire word = (s_read | s_write) & ~m_waitrequest;
  assign m_address = {s_address[ADDR_BITS-1:3], upper, 2'b00};
  assign m_read = s_read;
  assign m_write = s_write;
  assign m_writedata = upper ? s_writedata[63:32] : s_writedata[31:0];
  assign m_byteenable = upper ? s_byteenable[7:4] : s_byteenable[3:0];
  assign s_waitrequest = ~(word & last);
  wire unused_lanes = &{1'b0, s_address[2:0]};

  // ---- Responses to the last read -------------------------------------------------------------
  reg read_upper, read_last;

  always @(posedge clk) begin
    if (word) begin
      read_upper <= upper;
      read_last <= last;
    end
    if (m_readdatavalid & read_upper) s_readdata[63:32] <= m_readdata;
    if (m_readdatavalid & ~read_upper) s_readdata[31:0] <= m_readdata;
    if (rst) begin
      second <= 1'b0;
      s_readdatavalid <= 1'b0;
    end else begin
      if (word) second <= ~last;
      s_readdatavalid <= m_readdatavalid & read_last;
    end
  end

endmodule

`default_nettype wire
