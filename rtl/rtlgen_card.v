// rtlgen_card -- registers of the card block: status, events, settings and requests
//
// 4096 bytes in four groups of up to 64 words, by byte address. docs/card_block.md of rtlgen has the table of
// the words.
//
//   0x000  status    read only
//   0x100  events    a bit is set when its event occurs, and cleared by writing 1; an event wins
//   0x200  settings  read and write, byte by byte; 0 after reset
//   0x300  requests  writing 0xC0DE in the upper half makes each 1 of the lower half a pulse; reads as 0
// Other words read as 0 and ignore writes.
//
//   parameter  STATUS, EVENTS, SETTINGS, REQUESTS  words in each group, 1 to 64
//
//   port       direction  meaning
//   clk, rst   in         one clock; rst synchronous, active high, together with the host
//   write      in         for one clock: wdata is written to word write_at, where wstrb is 1
//   read_at    in         a word
//   rdata      out        its value one clock later; a register
//   status     in         word 0 lowest, as in all vectors
//   occurred   in         events of this clock
//   events     out
//   settings   out
//   requests   out        16 bits a word, for one clock; a register
`default_nettype none

module rtlgen_card #(
  parameter STATUS = 1,
  parameter EVENTS = 1,
  parameter SETTINGS = 1,
  parameter REQUESTS = 1
) (
  input  wire                   clk,
  input  wire                   rst,
  input  wire                   write,
  input  wire [9:0]             write_at,
  input  wire [31:0]            wdata,
  input  wire [3:0]             wstrb,
  input  wire [9:0]             read_at,
  output reg  [31:0]            rdata,
  input  wire [STATUS*32-1:0]   status,
  input  wire [EVENTS*32-1:0]   occurred,
  output reg  [EVENTS*32-1:0]   events,
  output reg  [SETTINGS*32-1:0] settings,
  output reg  [REQUESTS*16-1:0] requests
);

  generate
    if (STATUS < 1 || STATUS > 64 || EVENTS < 1 || EVENTS > 64 || SETTINGS < 1 || SETTINGS > 64 || REQUESTS < 1 || REQUESTS > 64) begin : guard
      rtlgen_card_needs_1_to_64_words_in_each_group bad_parameter ();
    end
  endgenerate

  localparam [15:0] KEY = 16'hC0DE;
  localparam [3:0] EVENT_GROUP = 1;
  localparam [3:0] SETTING_GROUP = 2;
  localparam [3:0] REQUEST_GROUP = 3;

  // ---- Writes -------------------------------------------------------------------------------------------------
  wire to_events = write & write_at[9:6] == EVENT_GROUP;
  wire to_settings = write & write_at[9:6] == SETTING_GROUP;
  wire to_requests = write & write_at[9:6] == REQUEST_GROUP & wdata[31:16] == KEY & (&wstrb);
  genvar word, lane;
  generate
    for (word = 0; word < EVENTS; word = word + 1) begin : event_words
      wire here = to_events & write_at[5:0] == word;
      for (lane = 0; lane < 4; lane = lane + 1) begin : lanes
        wire [7:0] cleared = {8{here & wstrb[lane]}} & wdata[8*lane+:8];
        always @(posedge clk) begin
          if (rst) events[32*word+8*lane+:8] <= 8'd0;
          else events[32*word+8*lane+:8] <= (events[32*word+8*lane+:8] & ~cleared) | occurred[32*word+8*lane+:8];
        end
      end
    end
    for (word = 0; word < SETTINGS; word = word + 1) begin : setting_words
      wire here = to_settings & write_at[5:0] == word;
      for (lane = 0; lane < 4; lane = lane + 1) begin : lanes
        always @(posedge clk) begin
          if (rst) settings[32*word+8*lane+:8] <= 8'd0;
          else if (here & wstrb[lane]) settings[32*word+8*lane+:8] <= wdata[8*lane+:8];
        end
      end
    end
    for (word = 0; word < REQUESTS; word = word + 1) begin : request_words
      wire here = to_requests & write_at[5:0] == word;
      always @(posedge clk) requests[16*word+:16] <= wdata[15:0] & {16{here & ~rst}};
    end
  endgenerate

  // ---- Reads --------------------------------------------------------------------------------------------------
  wire [64*32-1:0] all_status, all_events, all_settings;
  assign all_status[STATUS*32-1:0] = status;
  assign all_events[EVENTS*32-1:0] = events;
  assign all_settings[SETTINGS*32-1:0] = settings;
  generate
    if (STATUS < 64) begin : no_status
      assign all_status[64*32-1:STATUS*32] = {((64 - STATUS) * 32){1'b0}};
    end
    if (EVENTS < 64) begin : no_events
      assign all_events[64*32-1:EVENTS*32] = {((64 - EVENTS) * 32){1'b0}};
    end
    if (SETTINGS < 64) begin : no_settings
      assign all_settings[64*32-1:SETTINGS*32] = {((64 - SETTINGS) * 32){1'b0}};
    end
  endgenerate

  // An array of words: Yosys makes a smaller multiplexer of it than of a vector.
  wire [31:0] status_words [0:63];
  generate
    for (word = 0; word < 64; word = word + 1) begin : shown
      assign status_words[word] = all_status[32*word+:32];
    end
  endgenerate

  always @(posedge clk) begin
    case (read_at[9:6])
      4'd0: rdata <= status_words[read_at[5:0]];
      EVENT_GROUP: rdata <= all_events[{read_at[5:0], 5'd0}+:32];
      SETTING_GROUP: rdata <= all_settings[{read_at[5:0], 5'd0}+:32];
      default: rdata <= 32'd0;
    endcase
  end

endmodule

`default_nettype wire
