// rtlgen_control -- AXI4-Lite registers with the map of ap_ctrl_hs, as in Vitis
//
//   parameter  CONFIG_WORDS  number of words that the host writes, 1 or more
//              STATUS_WORDS  number of words that it reads, 1 or more
//              ADDRESS_BITS  bits of a byte address; the map must fit: 16 + 4 (CONFIG_WORDS + STATUS_WORDS) bytes
//
//   byte address           bits  access         meaning
//   0x00 CTRL              0     read, write 1  ap_start: begins a run; 1 until the run is done
//                          1     clear on read  ap_done: a run has finished since the last read or start
//                          2     read           ap_idle: no run, and none requested
//                          3     clear on read  ap_ready: set and cleared with ap_done
//                          7     read, write    auto_restart: a finished run is followed by the next one, until 0 is
//                                               written, or a run fails or is cancelled, which clears it
//                          8     read, write 1  reset (XRT's software reset): ends the run with an error; 1 until it is over
//                          9     read           interrupt
//   0x04 GIER              0     read, write    enables the interrupt
//   0x08 IP_IER            0, 1  read, write    ap_done, ap_ready set their bit of IP_ISR
//   0x0C IP_ISR            0, 1  toggle on 1    ap_done, ap_ready has occurred
//   0x10 + 4 i             all   read, write    config word i, byte by byte; 0 after reset
//   0x10 + 4 (CONFIG_WORDS + i)  all   read     status word i
// Other bits read as 0 and ignore writes. A write to a config word during a run is refused: it changes nothing, gets an
// SLVERR response and sets `refused`. A start during a run is ignored and sets it too, but gets an OKAY response, as a
// host that drives ap_ctrl_hs expects. Writes to status words, and all accesses beyond the map, get SLVERR. Address and
// data of a write may come in any order. Each access gets its response before the next one of its direction is
// accepted.
//
//   port          direction  meaning
//   clk           in         everything happens at its rising edge
//   rst           in         synchronous, active high
//   s_axil_*      both       AXI4-Lite, 32 bits; byte addresses, whose lowest two bits are treated as 0
//   irq           out        the interrupt: level, active high, until IP_ISR is cleared; a register
//   config_words  out        word 0 lowest; does not change from the start of a run to its end
//   status_words  in         word 0 lowest
//   refused       out        a write or start was refused since the last accepted start
//   start         out        a run is requested: until done, and longer if the next one follows at once
//   cancel        out        end the run; until done
//   busy          in         a run is active; from the clock after start is seen until done
//   done          in         for one clock: the run is over. start already has its value for the next clock
//   failed        in         with done: the run ended with an error
`default_nettype none

module rtlgen_control #(
  parameter CONFIG_WORDS = 16,
  parameter STATUS_WORDS = 8,
  parameter ADDRESS_BITS = 12
) (
  input  wire                       clk,
  input  wire                       rst,
  input  wire                       s_axil_awvalid,
  output reg                        s_axil_awready,
  input  wire [ADDRESS_BITS-1:0]    s_axil_awaddr,
  input  wire                       s_axil_wvalid,
  output reg                        s_axil_wready,
  input  wire [31:0]                s_axil_wdata,
  input  wire [3:0]                 s_axil_wstrb,
  output reg                        s_axil_bvalid,
  input  wire                       s_axil_bready,
  output wire [1:0]                 s_axil_bresp,
  input  wire                       s_axil_arvalid,
  output reg                        s_axil_arready,
  input  wire [ADDRESS_BITS-1:0]    s_axil_araddr,
  output reg                        s_axil_rvalid,
  input  wire                       s_axil_rready,
  output reg  [31:0]                s_axil_rdata,
  output wire [1:0]                 s_axil_rresp,
  output reg                        irq,
  output reg  [CONFIG_WORDS*32-1:0] config_words,
  input  wire [STATUS_WORDS*32-1:0] status_words,
  output reg                        refused,
  output reg                        start,
  output reg                        cancel,
  input  wire                       busy,
  input  wire                       done,
  input  wire                       failed
);

  localparam WORDS = 4 + CONFIG_WORDS + STATUS_WORDS;
  localparam INDEX_BITS = ADDRESS_BITS - 2;
  localparam MUX_BITS = $clog2(WORDS);

  generate
    if (CONFIG_WORDS < 1 || STATUS_WORDS < 1) begin : guard_words
      rtlgen_control_needs_a_config_and_a_status_word bad_parameter ();
    end
    if (ADDRESS_BITS > 32 || INDEX_BITS < MUX_BITS) begin : guard_address
      rtlgen_control_needs_a_map_that_fits_its_address_bits bad_parameter ();
    end
  endgenerate

  localparam [31:0] CONFIG_END = 4 + CONFIG_WORDS;
  localparam [31:0] END = WORDS;
  localparam [31:0] CTRL = 0;
  localparam [31:0] GIER = 1;
  localparam [31:0] IER = 2;
  localparam [31:0] ISR = 3;

  // ---- Writes: address and data are held until the response is taken ------------------------------
  reg aw_held, w_held, write_error;
  reg [INDEX_BITS-1:0] aw_index;
  reg [31:0] w_data;
  reg [3:0] w_strobe;
  wire act = aw_held & w_held & ~s_axil_bvalid;
  wire b_taken = s_axil_bvalid & s_axil_bready;
  wire aw_held_next = (s_axil_awvalid & s_axil_awready) | (aw_held & ~b_taken);
  wire w_held_next = (s_axil_wvalid & s_axil_wready) | (w_held & ~b_taken);

  wire [31:0] write_at = {{(32 - INDEX_BITS){1'b0}}, aw_index};
  wire to_config = write_at > ISR && write_at < CONFIG_END;
  wire locked = start | busy;  // a run is active, or requested
  wire bad_write = write_at >= CONFIG_END || (to_config && locked);

  always @(posedge clk) begin
    if (s_axil_awready) aw_index <= s_axil_awaddr[ADDRESS_BITS-1:2];
    if (s_axil_wready) begin
      w_data <= s_axil_wdata;
      w_strobe <= s_axil_wstrb;
    end
    if (act) write_error <= bad_write;
    if (rst) begin
      aw_held <= 1'b0;
      w_held <= 1'b0;
      s_axil_awready <= 1'b0;
      s_axil_wready <= 1'b0;
      s_axil_bvalid <= 1'b0;
    end else begin
      aw_held <= aw_held_next;
      w_held <= w_held_next;
      s_axil_awready <= ~aw_held_next;
      s_axil_wready <= ~w_held_next;
      s_axil_bvalid <= act | (s_axil_bvalid & ~s_axil_bready);
    end
  end
  assign s_axil_bresp = {write_error, 1'b0};

  // ---- Config words -------------------------------------------------------------------------------
  localparam [31:0] FIRST = 4;
  genvar word, lane;
  generate
    for (word = 0; word < CONFIG_WORDS; word = word + 1) begin : words
      wire here = act & ~locked & (write_at == FIRST + word);
      for (lane = 0; lane < 4; lane = lane + 1) begin : lanes
        always @(posedge clk) begin
          if (rst) config_words[32*word+8*lane+:8] <= 8'd0;
          else if (here & w_strobe[lane]) config_words[32*word+8*lane+:8] <= w_data[8*lane+:8];
        end
      end
    end
  endgenerate

  // ---- Start, done, interrupt -----------------------------------------------------------------------
  reg ap_done, ap_ready, auto_restart, gier;
  reg [1:0] ier, isr;
  wire low_byte = act & w_strobe[0];
  wire write_ctrl = low_byte & (write_at == CTRL);
  wire ask_start = write_ctrl & w_data[0];
  wire ask_cancel = act & w_strobe[1] & (write_at == CTRL) & w_data[8] & locked;
  wire to_isr = low_byte & (write_at == ISR);
  wire read_ctrl;  // CTRL is read at this edge
  wire no_more = failed | cancel | ask_cancel;

  always @(posedge clk) begin
    irq <= ~rst & gier & (isr != 2'd0);
    if (rst) begin
      start <= 1'b0;
      cancel <= 1'b0;
      refused <= 1'b0;
      auto_restart <= 1'b0;
      ap_done <= 1'b0;
      ap_ready <= 1'b0;
      gier <= 1'b0;
      ier <= 2'd0;
      isr <= 2'd0;
    end else begin
      if (done) start <= auto_restart & ~no_more;
      else if (ask_start) start <= 1'b1;
      if (done & no_more) auto_restart <= 1'b0;
      else if (write_ctrl) auto_restart <= w_data[7];
      cancel <= ~done & (cancel | ask_cancel);

      if (ask_start & ~locked) refused <= 1'b0;
      else if (ask_start | (act & to_config & locked)) refused <= 1'b1;

      ap_done <= done | (ap_done & ~read_ctrl & ~(ask_start & ~locked));
      ap_ready <= done | (ap_ready & ~read_ctrl & ~(ask_start & ~locked));
      if (low_byte & (write_at == GIER)) gier <= w_data[0];
      if (low_byte & (write_at == IER)) ier <= w_data[1:0];
      isr <= (isr ^ (w_data[1:0] & {2{to_isr}} & ~(ier & {2{done}}))) | (ier & {2{done}});
    end
  end

  // ---- Reads: the word is sampled one clock after its address has arrived -----------------------------
  reg ar_held, read_error;
  reg [INDEX_BITS-1:0] ar_index;
  wire r_taken = s_axil_rvalid & s_axil_rready;
  wire ar_held_next = (s_axil_arvalid & s_axil_arready) | (ar_held & ~r_taken);
  wire look = ar_held & ~s_axil_rvalid;
  wire [31:0] read_at = {{(32 - INDEX_BITS){1'b0}}, ar_index};
  wire bad_read = read_at >= END;
  assign read_ctrl = look & (read_at == CTRL);

  wire [31:0] ctrl_word = {22'd0, irq, cancel, auto_restart, 3'd0, ap_ready, ~locked, ap_done, start};
  wire [(32<<MUX_BITS)-1:0] map;
  assign map[32*WORDS-1:0] = {status_words, config_words, 30'd0, isr, 30'd0, ier, 31'd0, gier, ctrl_word};
  generate
    if ((1 << MUX_BITS) > WORDS) begin : beyond
      assign map[(32<<MUX_BITS)-1:32*WORDS] = {((32 << MUX_BITS) - 32 * WORDS){1'b0}};
    end
  endgenerate

  always @(posedge clk) begin
    if (s_axil_arready) ar_index <= s_axil_araddr[ADDRESS_BITS-1:2];
    if (look) begin
      s_axil_rdata <= bad_read ? 32'd0 : map[{ar_index[MUX_BITS-1:0], 5'd0}+:32];
      read_error <= bad_read;
    end
    if (rst) begin
      ar_held <= 1'b0;
      s_axil_arready <= 1'b0;
      s_axil_rvalid <= 1'b0;
    end else begin
      ar_held <= ar_held_next;
      s_axil_arready <= ~ar_held_next;
      s_axil_rvalid <= look | (s_axil_rvalid & ~s_axil_rready);
    end
  end
  assign s_axil_rresp = {read_error, 1'b0};

  wire unused_address = &{1'b0, s_axil_awaddr[1:0], s_axil_araddr[1:0]};

endmodule

`default_nettype wire
