// emif_model -- an Intel memory controller (UniPHY, EMIF) as the card sees it: Avalon-MM,
// calibration, its own clock
// Tests give it faults (card_abi.h). Ports are those of a system card_memory_<k> except for the pins of the memory. The
// memory is an AxiEngine of sim/system,
// called from C++ (top_card.cpp) once per clock. Reads see earlier writes, as Avalon requires: they wait here for the responses.
// A burst that does not begin correctly is passed to the C++ side as one of a kind that it refuses.
//
// If CALIBRATED_OUTSIDE, calibration waits for emif_cal_model: the values that it reads in this controller's table come back on
// the bus between them. Such a controller is restarted by a pulse of local_reset_req, which it accepts only while local_reset_done.
`timescale 1ps/1ps
`default_nettype none

module emif_model #(
  parameter CHANNEL = 0,
  parameter DATA = 512,
  parameter WORDS = 25,
  parameter COUNT = 7,
  parameter HALF_PS = 2500,
  parameter STARTS = 1,  // the controller needs a mark at the beginning of a burst
  parameter CALIBRATED_OUTSIDE = 0,
  parameter CALIBRATION_CLOCKS = 1500
) (
  input  wire              pll_ref_clk_clk,
  input  wire              global_reset_reset_n,
  input  wire              soft_reset_reset_n,
  input  wire              local_reset_req_local_reset_req,
  output reg               local_reset_status_local_reset_done,
  input  wire              calibration_clk_clk,
  input  wire              calibration_calbus_read,
  input  wire              calibration_calbus_write,
  input  wire [19:0]       calibration_calbus_address,
  input  wire [31:0]       calibration_calbus_wdata,
  output wire [31:0]       calibration_calbus_rdata,
  output wire [4095:0]     calibration_calbus_seq_param_tbl,
  output reg               afi_clk_clk,
  output reg               afi_reset_reset_n,
  output reg               avl_waitrequest_n,
  input  wire              avl_beginbursttransfer,
  input  wire [WORDS-1:0]  avl_address,
  output reg               avl_readdatavalid,
  output reg  [DATA-1:0]   avl_readdata,
  input  wire [DATA-1:0]   avl_writedata,
  input  wire [DATA/8-1:0] avl_byteenable,
  input  wire              avl_read,
  input  wire              avl_write,
  input  wire [COUNT-1:0]  avl_burstcount,
  output reg               status_local_init_done,
  output reg               status_local_cal_success,
  output reg               status_local_cal_fail
);

  import "DPI-C" context function void rtlgen_memory_reset(input int channel);
  import "DPI-C" context function void rtlgen_memory_asked(input int channel, input bit write, input int id, input longint address, input int len, input int size, input int burst);
  import "DPI-C" context function void rtlgen_memory_data(input int channel, input bit [511:0] data, input bit [63:0] strobe, input bit last);
  import "DPI-C" context function void rtlgen_memory_taken(input int channel, input bit write);
  import "DPI-C" context function void rtlgen_memory_clock(input int channel, input longint time_ps, output bit awready, output bit wready, output bit arready,
    output bit bvalid, output int bid, output int bresp, output bit rvalid, output int rid, output int rresp, output bit rlast, output bit [511:0] rdata);

  import "DPI-C" context function int rtlgen_model_fault(input int fault, input int channel);
  localparam UNCALIBRATED = 3, STOPPED = 4, SILENT = 5, STUCK = 6, FAILED = 2;
  localparam LANE = $clog2(DATA / 8);

  initial begin
    afi_clk_clk = 1'b0;
    afi_reset_reset_n = 1'b0;
    {status_local_init_done, status_local_cal_success, status_local_cal_fail} = 3'b000;
    {avl_waitrequest_n, avl_readdatavalid} = 2'b00;
    local_reset_status_local_reset_done = 1'b0;
    repeat (4) @(posedge pll_ref_clk_clk);
    forever begin
      #(HALF_PS);
      if (rtlgen_model_fault(STOPPED, CHANNEL) == 0) afi_clk_clk = ~afi_clk_clk;
    end
  end

  // The bus for calibration: each controller has its own table, and only values of that table may
  // be written.
  localparam [31:0] TABLE = 32'hCA1B_0000 + CHANNEL;
  assign calibration_calbus_seq_param_tbl = {128{TABLE}};
  assign calibration_calbus_rdata = calibration_calbus_read ? ~TABLE : 32'd0;
  reg calibrated_outside = CALIBRATED_OUTSIDE == 0;
  always @(posedge calibration_clk_clk) begin
    if (calibration_calbus_write) calibrated_outside <= calibration_calbus_wdata == TABLE && calibration_calbus_address == TABLE[19:0];
  end

  // A request is a pulse of several clocks; one that comes while none is accepted has no effect.
  integer requested = 0;
  reg restart = 1'b0;
  always @(posedge afi_clk_clk) begin
    requested = local_reset_req_local_reset_req ? requested + 1 : 0;
    restart <= local_reset_status_local_reset_done && requested >= 2;
    local_reset_status_local_reset_done <= calibrating >= 40;
  end

  typedef struct {
    bit write;
    longint address;
    int words;
    bit right;
  } burst_t;
  burst_t bursts[$], burst;
  bit [DATA-1:0] data[$];
  bit [DATA/8-1:0] enables[$];
  bit lasts[$];

  integer calibrating = 0, uncalibrated, stuck;
  int left = 0;      // words of a write burst that are still to come
  int unanswered = 0, asked_words = 0;
  bit begun = 1'b0;  // the request was present at the previous edge and has not been taken
  bit awready = 1'b0, wready = 1'b0, arready = 1'b0, bvalid, rvalid, rlast;
  int bid, bresp, rid, rresp;
  bit [511:0] rdata, word;
  bit [63:0] strobe;

  always @(posedge afi_clk_clk) begin
    uncalibrated = rtlgen_model_fault(UNCALIBRATED, CHANNEL);
    if (!global_reset_reset_n || !soft_reset_reset_n || restart) calibrating = 0;
    else if (uncalibrated != 0) calibrating = calibrating < 40 ? calibrating + 1 : 40;
    else if (calibrating < CALIBRATION_CLOCKS && (calibrated_outside || calibrating < CALIBRATION_CLOCKS / 2)) calibrating = calibrating + 1;
    afi_reset_reset_n <= calibrating >= 20;
    status_local_init_done <= calibrating == CALIBRATION_CLOCKS;
    status_local_cal_success <= calibrating == CALIBRATION_CLOCKS;
    status_local_cal_fail <= uncalibrated == FAILED && calibrating == 40;
    if (!status_local_cal_success) begin
      rtlgen_memory_reset(CHANNEL);
      bursts.delete();
      data.delete();
      enables.delete();
      lasts.delete();
      left = 0;
      unanswered = 0;
      asked_words = 0;
      begun = 1'b0;
      {awready, wready, arready} = 3'd0;
      {avl_waitrequest_n, avl_readdatavalid} <= 2'b00;
    end else if (rtlgen_model_fault(SILENT, CHANNEL) != 0) begin
      begun = begun || avl_read || avl_write;
      {avl_waitrequest_n, avl_readdatavalid} <= 2'b00;
    end else begin
      // A request: its burst with the first word, and the word.
      if (avl_read || avl_write) begin
        burst.right = (STARTS == 0 || avl_beginbursttransfer == (left == 0 && !begun)) && !(avl_read && avl_write) && avl_burstcount != 0 && !(avl_read && left != 0);
        begun = 1'b1;
      end else begin
        burst.right = !avl_beginbursttransfer;
      end
      if (!burst.right) rtlgen_memory_asked(CHANNEL, 1'b1, 0, 0, 0, LANE, 0);
      if ((avl_read || avl_write) && avl_waitrequest_n) begin
        begun = 1'b0;
        if (left == 0) begin
          burst.write = avl_write;
          burst.address = longint'(avl_address) << LANE;
          burst.words = int'(avl_burstcount);
          bursts.push_back(burst);
          if (avl_write) left = burst.words;
        end
        if (avl_write) begin
          data.push_back(avl_writedata);
          enables.push_back(avl_byteenable);
          left = left - 1;
          lasts.push_back(left == 0);
          begun = left != 0;
        end
      end
      // To the memory, in order.
      if (bursts.size() != 0 && bursts[0].write && awready) begin
        rtlgen_memory_asked(CHANNEL, 1'b1, 0, bursts[0].address, bursts[0].words - 1, LANE, 1);
        asked_words = asked_words + bursts[0].words;
        unanswered = unanswered + 1;
        void'(bursts.pop_front());
      end else if (bursts.size() != 0 && !bursts[0].write && arready && unanswered == 0) begin
        rtlgen_memory_asked(CHANNEL, 1'b0, 0, bursts[0].address, bursts[0].words - 1, LANE, 1);
        void'(bursts.pop_front());
      end
      if (data.size() != 0 && asked_words != 0 && wready) begin
        word = 512'd0;
        strobe = 64'd0;
        word[DATA-1:0] = data[0];
        strobe[DATA/8-1:0] = enables[0];
        rtlgen_memory_data(CHANNEL, word, strobe, lasts[0]);
        asked_words = asked_words - 1;
        void'(data.pop_front());
        void'(enables.pop_front());
        void'(lasts.pop_front());
      end
      rtlgen_memory_clock(CHANNEL, $time, awready, wready, arready, bvalid, bid, bresp, rvalid, rid, rresp, rlast, rdata);
      if (bvalid) begin
        rtlgen_memory_taken(CHANNEL, 1'b1);
        unanswered = unanswered - 1;
      end
      stuck = rtlgen_model_fault(STUCK, CHANNEL);
      if (stuck != 0) rdata[stuck-1] = 1'b1;
      avl_readdatavalid <= rvalid;
      avl_readdata <= rdata[DATA-1:0];
      if (rvalid) rtlgen_memory_taken(CHANNEL, 1'b0);
      avl_waitrequest_n <= bursts.size() < 4 && data.size() < 16 && ($urandom % 8 != 0);
    end
  end

endmodule

`default_nettype wire
