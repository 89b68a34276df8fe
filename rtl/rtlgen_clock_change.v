// rtlgen_clock_change -- loads other settings into AMD's Clocking Wizard, by its AXI4-Lite port (PG065)
//
// Three writes: dividers of input and feedback, divider of the output, load. Then the clock loses its lock and gets it
// again. `busy` until then: the caller holds everything that uses the clock in reset.
//
//   parameter  PATIENCE_LOG2  2^PATIENCE_LOG2 clocks after the load, a clock that is still locked was not changed
//
//   port         direction  meaning
//   clk          in         also that of the wizard's port
//   rst          in         synchronous, active high, together with the wizard
//   change       in         for one clock: load `feedback` and `divide`; ignored while writes are outstanding
//   restore      in         for one clock: load the settings of the bitstream
//   feedback     in         divider of the input, and above it the multiplier
//   divide       in         divider of the output
//   locked       in         the clock is locked
//   busy         out        a change has begun, and the clock is not locked again
//   refused      out        the wizard gave an error response to the last change
//   ignored      out        the clock kept its lock after the last change
//   changed      out        settings other than the bitstream's were loaded; 0 at power-up, not cleared by `rst`
//   m_*          AXI4-Lite, only writes
`default_nettype none

module rtlgen_clock_change #(
  parameter PATIENCE_LOG2 = 14
) (
  input  wire        clk,
  input  wire        rst,
  input  wire        change,
  input  wire        restore,
  input  wire [15:0] feedback,
  input  wire [7:0]  divide,
  input  wire        locked,
  output wire        busy,
  output reg         refused,
  output reg         ignored,
  output reg         changed,
  output reg         m_awvalid,
  input  wire        m_awready,
  output reg  [10:0] m_awaddr,
  output reg         m_wvalid,
  input  wire        m_wready,
  output reg  [31:0] m_wdata,
  output wire [3:0]  m_wstrb,
  input  wire        m_bvalid,
  output wire        m_bready,
  input  wire [1:0]  m_bresp
);

  generate
    if (PATIENCE_LOG2 < 4 || PATIENCE_LOG2 > 24) begin : guard
      rtlgen_clock_change_needs_a_patience_of_4_to_24_bits bad_parameter ();
    end
  endgenerate

  localparam [10:0] FEEDBACK = 11'h200, OUTPUT = 11'h208, LOAD = 11'h25C;
  localparam [31:0] OF_REGISTERS = 32'd3, OF_BITSTREAM = 32'd1;
  localparam [2:0] IDLE = 3'd0, INPUTS = 3'd1, OUTPUTS = 3'd2, LOADS = 3'd3, FALLS = 3'd4, RISES = 3'd5;

  reg [2:0] state;
  reg restoring;
  reg [PATIENCE_LOG2-1:0] waited;
  wire free = state == IDLE | state == RISES;
  wire begins = free & (change | restore);
  wire answered = m_bvalid & m_bready;
  wire bad = m_bresp != 2'd0;
  // The next write begins with the response to the last one.
  wire next = answered & ~bad & state != LOADS;

  initial state = IDLE;
  initial changed = 1'b0;
  initial m_awvalid = 1'b0;
  initial m_wvalid = 1'b0;

  assign busy = state != IDLE;
  assign m_wstrb = 4'hF;
  assign m_bready = state == INPUTS | state == OUTPUTS | state == LOADS;

  always @(posedge clk) begin
    if (rst) begin
      state <= IDLE;
      refused <= 1'b0;
      ignored <= 1'b0;
      m_awvalid <= 1'b0;
      m_wvalid <= 1'b0;
    end else begin
      m_awvalid <= begins | next | (m_awvalid & ~m_awready);
      m_wvalid <= begins | next | (m_wvalid & ~m_wready);
      if (begins) begin
        state <= restore ? LOADS : INPUTS;
        refused <= 1'b0;
        ignored <= 1'b0;
      end else begin
        case (state)
          INPUTS: if (answered) state <= bad ? IDLE : OUTPUTS;
          OUTPUTS: if (answered) state <= bad ? IDLE : LOADS;
          LOADS: if (answered) state <= bad ? IDLE : FALLS;
          FALLS: if (~locked) state <= RISES; else if (&waited) state <= IDLE;
          RISES: if (locked) state <= IDLE;
          default: state <= IDLE;
        endcase
        refused <= refused | (answered & bad);
        ignored <= ignored | (state == FALLS & locked & (&waited));
      end
    end
    waited <= state == FALLS ? waited + 1'b1 : {PATIENCE_LOG2{1'b0}};
    if (begins) restoring <= restore;
    if (begins) begin
      m_awaddr <= restore ? LOAD : FEEDBACK;
      m_wdata <= restore ? OF_BITSTREAM : {16'd0, feedback};
    end else if (next) begin
      m_awaddr <= state == INPUTS ? OUTPUT : LOAD;
      m_wdata <= state == INPUTS ? {24'd0, divide} : OF_REGISTERS;
    end
    if (state == LOADS & answered & ~bad) changed <= ~restoring;
  end

endmodule

`default_nettype wire
