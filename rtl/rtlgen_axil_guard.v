// rtlgen_axil_guard -- firewall in front of the registers: every access of the host gets its response
//
// Takes the accesses of the host, one at a time in each direction, and passes them to the card block or to the kernels.
// The card block responds at once. If the kernels do not respond within the limit, or respond without a request, the
// firewall closes: accesses to them get SLVERR until they have been in reset. During a reset they get SLVERR too.
// Unmapped addresses get DECERR. A read that fails here gives 0xFA11ED00 + the kind of the refusal.
//
//   parameter  ADDR_BITS    bits of a byte address, 32 or less
//              KERNELS      number of kernels
//              KERNEL_BITS  kernel n has 2^KERNEL_BITS bytes, from n 2^KERNEL_BITS on
//              MAP_BITS     its registers are the first 2^MAP_BITS of them; the rest is empty, except for
//              CARD_BEGIN   the card block: 4096 bytes from here on
//              LIMIT_LOG2   an access may take 2^LIMIT_LOG2 clocks; 2 or more
//
//   port             direction  meaning
//   clk, rst         in         one clock; rst synchronous, active high, together with the host
//   behind_rst       in         the kernels are in reset
//   closed           out        no access goes to the kernels until a reset; a register
//   refused          out        for one clock: an access got an error from here; a register
//   refused_write    out        with refused: its direction
//   refused_kind     out        with refused: 1 nothing at this address, 3 closed or in reset, 4 no response within the
//                               limit (this closes it), 5 the protocol was broken (likewise)
//   refused_address  out        with refused
//   s_*              the host, AXI4-Lite of 32 bits
//   card_write       out        for one clock: card_wdata is written to word card_write_at, where card_wstrb is 1
//   card_read_at     out        a word
//   card_rdata       in         one clock after card_read_at
//   m_*              the kernels; byte addresses, whose lowest two bits are 0
`default_nettype none

module rtlgen_axil_guard #(
  parameter ADDR_BITS = 32,
  parameter KERNELS = 1,
  parameter KERNEL_BITS = 16,
  parameter MAP_BITS = 12,
  parameter CARD_BEGIN = 32768,
  parameter LIMIT_LOG2 = 12
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire                 behind_rst,
  output reg                  closed,
  output reg                  refused,
  output reg                  refused_write,
  output reg  [2:0]           refused_kind,
  output reg  [ADDR_BITS-1:0] refused_address,
  input  wire                 s_awvalid,
  output reg                  s_awready,
  input  wire [ADDR_BITS-1:0] s_awaddr,
  input  wire                 s_wvalid,
  output reg                  s_wready,
  input  wire [31:0]          s_wdata,
  input  wire [3:0]           s_wstrb,
  output reg                  s_bvalid,
  input  wire                 s_bready,
  output reg  [1:0]           s_bresp,
  input  wire                 s_arvalid,
  output reg                  s_arready,
  input  wire [ADDR_BITS-1:0] s_araddr,
  output reg                  s_rvalid,
  input  wire                 s_rready,
  output reg  [31:0]          s_rdata,
  output reg  [1:0]           s_rresp,
  output wire                 card_write,
  output wire [9:0]           card_write_at,
  output wire [31:0]          card_wdata,
  output wire [3:0]           card_wstrb,
  output wire [9:0]           card_read_at,
  input  wire [31:0]          card_rdata,
  output reg                  m_awvalid,
  input  wire                 m_awready,
  output wire [ADDR_BITS-1:0] m_awaddr,
  output reg                  m_wvalid,
  input  wire                 m_wready,
  output wire [31:0]          m_wdata,
  output wire [3:0]           m_wstrb,
  input  wire                 m_bvalid,
  output wire                 m_bready,
  input  wire [1:0]           m_bresp,
  output reg                  m_arvalid,
  input  wire                 m_arready,
  output wire [ADDR_BITS-1:0] m_araddr,
  input  wire                 m_rvalid,
  output wire                 m_rready,
  input  wire [31:0]          m_rdata,
  input  wire [1:0]           m_rresp
);

  localparam [31:0] CARD = CARD_BEGIN;
  localparam CARD_BITS = 12;

  generate
    if (KERNELS < 1 || KERNEL_BITS > ADDR_BITS || ADDR_BITS > 32 || MAP_BITS > KERNEL_BITS) begin : guard_kernels
      rtlgen_axil_guard_needs_kernels_whose_maps_fit_their_bytes bad_parameter ();
    end
    if (CARD % 4096 != 0 || CARD < 1 << MAP_BITS || CARD + 4096 > 1 << KERNEL_BITS || LIMIT_LOG2 < 2) begin : guard_card
      rtlgen_axil_guard_needs_a_card_block_behind_the_map_and_a_limit_of_4_clocks bad_parameter ();
    end
  endgenerate

  localparam [1:0] OKAY = 2'b00;
  localparam [1:0] SLVERR = 2'b10;
  localparam [1:0] DECERR = 2'b11;
  localparam [2:0] NOTHING_THERE = 1;
  localparam [2:0] SHUT = 3;
  localparam [2:0] NO_RESPONSE = 4;
  localparam [2:0] BROKEN = 5;
  localparam [23:0] FAILED = 24'hFA11ED;
  localparam [LIMIT_LOG2-1:0] ONE = 1;
  localparam [31:0] KERNEL_END = KERNELS << KERNEL_BITS;

  // Destinations of an access.
  localparam [1:0] TO_NOTHING = 0;
  localparam [1:0] TO_CARD = 1;
  localparam [1:0] TO_KERNEL = 2;
  function [1:0] place(input [ADDR_BITS-1:0] address);
    reg [31:0] at;
    reg [31:0] offset;
    begin
      at = {{(32 - ADDR_BITS){1'b0}}, address};
      offset = at & ((1 << KERNEL_BITS) - 1);
      if (KERNEL_END != 0 && at >= KERNEL_END) place = TO_NOTHING;
      else if (offset >> CARD_BITS == CARD >> CARD_BITS) place = TO_CARD;
      else place = offset >> MAP_BITS == 0 ? TO_KERNEL : TO_NOTHING;
    end
  endfunction

  // ---- Closed ------------------------------------------------------------------------------------------------
  wire write_trips, read_trips;
  wire shut = closed | behind_rst;
  always @(posedge clk) closed <= ~rst & ~behind_rst & (closed | write_trips | read_trips);

  // ---- Writes: address and data are held until the response is taken -------------------------------------------
  localparam [1:0] GATHER = 0;  // address and data come, in any order
  localparam [1:0] DECIDE = 1;
  localparam [1:0] ASK = 2;     // the kernel's response is awaited
  localparam [1:0] ANSWER = 3;

  reg [1:0] w_state;
  reg [ADDR_BITS-1:2] w_addr;
  reg [31:0] w_data;
  reg [3:0] w_strb;
  reg aw_held, w_held;
  reg [LIMIT_LOG2-1:0] w_time;
  wire aw_in = s_awvalid & s_awready;
  wire w_in = s_wvalid & s_wready;
  wire [1:0] w_place = place({w_addr, 2'b00});
  wire w_asks = w_state == ASK;
  wire w_late = w_asks & (&w_time);
  wire w_early = m_bvalid & (~w_asks | m_awvalid | m_wvalid);  // a response to nothing
  wire w_ends = w_asks & (m_bvalid | w_late | w_early | shut);
  assign write_trips = ~shut & (w_late | w_early);
  assign m_bready = w_asks & ~m_awvalid & ~m_wvalid;
  assign m_awaddr = {w_addr, 2'b00};
  assign m_wdata = w_data;
  assign m_wstrb = w_strb;
  assign card_write = w_state == DECIDE & w_place == TO_CARD;
  assign card_write_at = w_addr[11:2];
  assign card_wdata = w_data;
  assign card_wstrb = w_strb;
  wire w_begins = w_state == DECIDE & w_place == TO_KERNEL & ~shut;

  always @(posedge clk) begin
    if (aw_in) w_addr <= s_awaddr[ADDR_BITS-1:2];
    if (w_in) begin
      w_data <= s_wdata;
      w_strb <= s_wstrb;
    end
    w_time <= w_asks ? w_time + ONE : {LIMIT_LOG2{1'b0}};
    if (w_state == DECIDE) s_bresp <= w_place == TO_CARD ? OKAY : (w_place == TO_NOTHING ? DECERR : SLVERR);
    else if (w_asks) s_bresp <= m_bvalid & m_bready & ~shut ? m_bresp : SLVERR;
    if (rst) begin
      w_state <= GATHER;
      aw_held <= 1'b0;
      w_held <= 1'b0;
      s_awready <= 1'b0;
      s_wready <= 1'b0;
      s_bvalid <= 1'b0;
      m_awvalid <= 1'b0;
      m_wvalid <= 1'b0;
    end else begin
      s_awready <= w_state == GATHER & ~aw_held & ~aw_in;
      s_wready <= w_state == GATHER & ~w_held & ~w_in;
      aw_held <= w_state == GATHER & (aw_held | aw_in);
      w_held <= w_state == GATHER & (w_held | w_in);
      m_awvalid <= w_begins | (m_awvalid & ~m_awready & ~w_ends);
      m_wvalid <= w_begins | (m_wvalid & ~m_wready & ~w_ends);
      case (w_state)
        GATHER: if ((aw_held | aw_in) & (w_held | w_in)) w_state <= DECIDE;
        DECIDE: w_state <= w_begins ? ASK : ANSWER;
        ASK: if (w_ends) w_state <= ANSWER;
        default: if (s_bvalid & s_bready) w_state <= GATHER;
      endcase
      s_bvalid <= (w_state == DECIDE & ~w_begins) | w_ends | (s_bvalid & ~s_bready);
    end
  end

  // ---- Reads ---------------------------------------------------------------------------------------------------
  localparam [1:0] LISTEN = 0;  // an address comes
  reg [1:0] r_state;
  reg looked;  // the card block has seen the address
  reg [ADDR_BITS-1:2] r_addr;
  reg [LIMIT_LOG2-1:0] r_time;
  wire ar_in = s_arvalid & s_arready;
  wire [1:0] r_place = place({r_addr, 2'b00});
  wire r_asks = r_state == ASK;
  wire r_late = r_asks & (&r_time);
  wire r_early = m_rvalid & (~r_asks | m_arvalid);
  wire r_ends = r_asks & (m_rvalid | r_late | r_early | shut);
  assign read_trips = ~shut & (r_late | r_early);
  assign m_rready = r_asks & ~m_arvalid;
  assign m_araddr = {r_addr, 2'b00};
  assign card_read_at = r_addr[11:2];
  wire r_decides = r_state == DECIDE & looked;
  wire r_begins = r_decides & r_place == TO_KERNEL & ~shut;
  wire r_good = m_rvalid & m_rready & ~shut;
  wire [2:0] r_failure = r_asks ? (shut ? SHUT : (r_early ? BROKEN : NO_RESPONSE)) : (r_place == TO_NOTHING ? NOTHING_THERE : SHUT);

  always @(posedge clk) begin
    if (ar_in) r_addr <= s_araddr[ADDR_BITS-1:2];
    r_time <= r_asks ? r_time + ONE : {LIMIT_LOG2{1'b0}};
    if (r_decides) begin
      s_rresp <= r_place == TO_CARD ? OKAY : (r_place == TO_NOTHING ? DECERR : SLVERR);
      s_rdata <= r_place == TO_CARD ? card_rdata : {FAILED, 5'd0, r_failure};
    end else if (r_asks) begin
      s_rresp <= r_good ? m_rresp : SLVERR;
      s_rdata <= r_good ? m_rdata : {FAILED, 5'd0, r_failure};
    end
    if (rst) begin
      r_state <= LISTEN;
      looked <= 1'b0;
      s_arready <= 1'b0;
      s_rvalid <= 1'b0;
      m_arvalid <= 1'b0;
    end else begin
      s_arready <= r_state == LISTEN & ~ar_in;
      looked <= r_state == DECIDE & ~looked;
      m_arvalid <= r_begins | (m_arvalid & ~m_arready & ~r_ends);
      case (r_state)
        LISTEN: if (ar_in) r_state <= DECIDE;
        DECIDE: if (looked) r_state <= r_begins ? ASK : ANSWER;
        ASK: if (r_ends) r_state <= ANSWER;
        default: if (s_rvalid & s_rready) r_state <= LISTEN;
      endcase
      s_rvalid <= (r_decides & ~r_begins) | r_ends | (s_rvalid & ~s_rready);
    end
  end

  // ---- Reports --------------------------------------------------------------------------------------------------
  wire w_failed = w_asks ? w_ends & ~(m_bvalid & m_bready & ~shut) : w_state == DECIDE & ~w_begins & w_place != TO_CARD;
  wire r_failed = r_asks ? r_ends & ~r_good : r_decides & ~r_begins & r_place != TO_CARD;
  wire [2:0] w_failure = w_asks ? (shut ? SHUT : (w_early ? BROKEN : NO_RESPONSE)) : (w_place == TO_NOTHING ? NOTHING_THERE : SHUT);
  always @(posedge clk) begin
    refused <= ~rst & (w_failed | r_failed);
    refused_write <= w_failed;
    refused_kind <= w_failed ? w_failure : r_failure;
    refused_address <= w_failed ? {w_addr, 2'b00} : {r_addr, 2'b00};
  end

  wire unused_address = &{1'b0, s_awaddr[1:0], s_araddr[1:0]};

endmodule

`default_nettype wire
