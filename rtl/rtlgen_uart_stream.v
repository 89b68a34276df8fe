// rtlgen_uart_stream -- executes the frames of a host behind a serial line: words, settings and runs of a core
// Frames, checks and repetition are those of rtlgen_uart_host, in version 2 of the protocol: there is no memory and no
// register; the grid is in the host. A frame is buffered until its CRC is right, then executed and given a response.
// Invalid input gets a response once the line has been quiet for 2^GAP_LOG2 clocks. A frame that comes twice with the
// same tag (a lost response) is executed once and gets the same response twice.
//
//   request   0xA5, command, tag, bytes (2), address (4), written bytes, CRC (4)   commands: 0 hello, 5 status, 6 begin, 7 load, 8 stream
//   response  0x5A, status,  tag, bytes (2),              read bytes,    CRC (4)   status: 0 done, 1 invalid (tag 0), 2 refused
//
//   hello   no bytes; its response is "RU", the version 2, MOST_LOG2
//   status  no bytes; its response is the input `status`, lowest byte first
//   begin   CONFIG_BYTES bytes: the core is in reset while they are stored in `settings`, lowest byte first; then its
//           run begins
//   load    words of a held field, whose number is the low byte of the address; bit 31 of the address: the frame ends
//           with the last word
//   stream  bytes of input words, or none. The response is the number of accepted bytes (2), then output words: all
//           that came until nothing had moved for 2^REST_LOG2 clocks, or until there was no room for the next one. The
//           host sends bytes that were not accepted again. Words may begin in one frame and end in the next.
//
// A word has IN_BYTES or OUT_BYTES bytes, low byte first. Load and stream are refused before the first begin.
//
//   parameter  CLOCKS_PER_BIT  clocks per bit of the line, 4 or more
//              GAP_LOG2        2^GAP_LOG2 clocks are silence on the line; longer than a byte
//              MOST_LOG2       at most 2^MOST_LOG2 written or read bytes per frame; 4 to 15
//              REST_LOG2       2^REST_LOG2 clocks without a transfer end a stream frame; 5 to 15
//              CONFIG_BYTES    bytes of `settings`, 1 to 2^MOST_LOG2
//              STATUS_BYTES    bytes of `status`, 1 to 2^MOST_LOG2
//              IN_BYTES        bytes of `word`
//              OUT_BYTES       bytes of `out_word`; at most 2^MOST_LOG2 - 2
//              LOADS           number of held fields, at least 1
//
//   port                  direction  meaning
//   clk, rst              in         one clock; rst synchronous, active high
//   rx, tx                in, out    the line, as the card sees it; rx may come from any clock
//   core_rst              out        reset of the core; `settings` are constant while it is low
//   settings              out
//   status                in
//   in_valid, in_ready    out, in    `word` is an input word; it stays until it is accepted
//   word                  out
//   load_valid, load_last out        `word` belongs to this held field, for one clock; it is the last one
//   out_valid, out_ready  in, out    an output word
//   out_word              in
`default_nettype none

module rtlgen_uart_stream #(
  parameter CLOCKS_PER_BIT = 48,
  parameter GAP_LOG2 = 20,
  parameter MOST_LOG2 = 9,
  parameter REST_LOG2 = 12,
  parameter CONFIG_BYTES = 4,
  parameter STATUS_BYTES = 5,
  parameter IN_BYTES = 4,
  parameter OUT_BYTES = 4,
  parameter LOADS = 1
) (
  input  wire                      clk,
  input  wire                      rst,
  input  wire                      rx,
  output wire                      tx,
  output reg                       core_rst,
  output reg  [8*CONFIG_BYTES-1:0] settings,
  input  wire [8*STATUS_BYTES-1:0] status,
  output reg                       in_valid,
  input  wire                      in_ready,
  output reg  [8*IN_BYTES-1:0]     word,
  output reg  [LOADS-1:0]          load_valid,
  output reg                       load_last,
  input  wire                      out_valid,
  output wire                      out_ready,
  input  wire [8*OUT_BYTES-1:0]    out_word
);

  generate
    if (MOST_LOG2 < 4 || MOST_LOG2 > 15 || REST_LOG2 < 5 || REST_LOG2 > 15) begin : guard
      rtlgen_uart_stream_needs_frames_of_16_bytes_and_a_rest_of_32_clocks bad_parameter ();
    end
    if (CONFIG_BYTES > (1 << MOST_LOG2) || STATUS_BYTES > (1 << MOST_LOG2) || OUT_BYTES > (1 << MOST_LOG2) - 2) begin : guard_frame
      rtlgen_uart_stream_needs_longer_frames bad_parameter ();
    end
  endgenerate

  localparam COUNT = MOST_LOG2 + 1;  // bits of a byte count in a frame
  localparam LANE = $clog2(IN_BYTES + 1);
  localparam ANSWER_BYTES = STATUS_BYTES > 4 ? STATUS_BYTES : 4;
  localparam [31:0] MOST = 1 << MOST_LOG2, MOST_BITS = MOST_LOG2;
  localparam [31:0] SETTINGS = CONFIG_BYTES, STATES = STATUS_BYTES, LAST_LANE = IN_BYTES - 1, RESULT = OUT_BYTES;
  localparam [MOST_LOG2:0] ONE = 1;
  localparam [31:0] PLACES = (MOST - 2) / RESULT;  // output words in a frame
  localparam [31:0] RESIDUE = 32'hDEBB20E3;  // CRC over a frame with its own CRC after it

  localparam [7:0] HELLO = 8'd0, STATUS = 8'd5, BEGIN = 8'd6, LOAD = 8'd7, STREAM = 8'd8;
  localparam [1:0] DONE = 2'd0, NOT_UNDERSTOOD = 2'd1, REFUSED = 2'd2;
  localparam [3:0] IDLE = 4'd0, HEAD = 4'd1, DATA = 4'd2, CHECK = 4'd3, JUDGE = 4'd4, LOST = 4'd5, SETTLE = 4'd6, FILL = 4'd7, RUN = 4'd8, NEXT = 4'd9,
                   LOOK = 4'd10, PICK = 4'd11, SEND = 4'd12, ADD = 4'd13, COMPARE = 4'd14;

  // ---- The line -------------------------------------------------------------------------------
  wire line;
  rtlgen_sync #(.INIT(1)) u_rx (.clk(clk), .in(rx), .out(line));

  wire rx_valid, rx_fault, silence, restart, tx_free, tx_take;
  wire [7:0] rx_byte, tx_byte;
  rtlgen_uart_line #(
    .CLOCKS_PER_BIT(CLOCKS_PER_BIT),
    .GAP_LOG2(GAP_LOG2)
  ) u_line (
    .clk(clk),
    .rst(rst),
    .rx(line),
    .tx(tx),
    .rx_valid(rx_valid),
    .rx_byte(rx_byte),
    .rx_fault(rx_fault),
    .restart(restart),
    .silence(silence),
    .tx_free(tx_free),
    .tx_take(tx_take),
    .tx_byte(tx_byte)
  );

  // ---- The frame ------------------------------------------------------------------------------
  reg [3:0] state;
  reg [63:0] head;  // command, tag, bytes, address as they come
  wire [7:0] command = head[7:0];
  wire [7:0] tag = head[15:8];
  wire [15:0] bytes = head[31:16];
  wire [31:0] address = head[63:32];
  wire [COUNT-1:0] count = bytes[COUNT-1:0];  // for a frame whose head was accepted
  // Consequences of a head and a CRC, one clock later.
  reg is_hello, is_status, is_begin, is_load, is_stream, again, whole, has_any, has_settings;
  wire has_bytes = is_begin | is_load | is_stream;

  reg [COUNT-1:0] index;  // number of a byte in its part of a frame
  wire [COUNT-1:0] next_index = index + ONE;
  reg early;      // one clock ago, `index` was 0 or 1
  reg ends;       // one clock ago, `index` was the last byte of the request
  reg ends_sent;  // the same for the response
  reg [31:0] crc;
  reg [7:0] value;  // the byte to add to the CRC
  reg step;         // add it
  reg [1:0] result;        // status of the response
  reg [COUNT-1:0] length;  // number of its bytes
  reg missed;         // bytes arrived that could not be received

  // The last executed frame. Only complete frames change it.
  reg known;
  reg [7:0] last_tag;
  reg [1:0] last_result;

  assign restart = state == IDLE | state == SEND;

  // Received bytes, and bytes to send.
  reg [7:0] kept [0:(1<<MOST_LOG2)-1];
  reg [7:0] given [0:(1<<MOST_LOG2)-1];
  reg [7:0] kept_byte, given_byte;

  // Byte count of a head whose last byte is arriving: it is still one position higher.
  wire [15:0] coming = head[39:24];
  wire too_long = |(coming >> COUNT) | coming[MOST_LOG2] & |coming[MOST_LOG2-1:0];

  // ---- Bytes to words and settings ------------------------------------------------------------
  reg fetched;        // kept_byte is the byte `index`
  reg used;           // all bytes have been used
  reg [LANE-1:0] lane;  // position of the next byte in its word
  wire last_lane = lane == LAST_LANE[LANE-1:0];
  // A word that leaves could make room for a byte in the same clock; waiting for the next clock keeps `in_ready` out of
  // the path to `index`.
  wire feeds = state == SETTLE | state == FILL | (state == RUN & ~in_valid);
  wire take = feeds & fetched;
  wire [8*IN_BYTES+7:0] next_word = {kept_byte, word};
  wire [8*CONFIG_BYTES+7:0] next_settings = {kept_byte, settings};

  // ---- Words to bytes -------------------------------------------------------------------------
  reg [COUNT-1:0] fill;    // bytes in `given`; the first two are `taken`
  reg [COUNT-1:0] taken;
  reg [COUNT-1:0] left;    // bytes of `shown` that are not in `given` yet
  reg moves;               // `left` is not 0
  reg [COUNT-1:0] places;  // number of words for which `given` has room
  reg room;                // `places` is not 0
  reg [8*OUT_BYTES-1:0] shown;
  reg [REST_LOG2:0] rest;
  assign out_ready = state == RUN & room & ~moves;
  wire accept = out_valid & out_ready;
  wire [8*OUT_BYTES+7:0] next_shown = {8'd0, shown};

  always @(posedge clk) begin
    if (state == DATA & rx_valid) kept[index[MOST_LOG2-1:0]] <= rx_byte;
    kept_byte <= kept[index[MOST_LOG2-1:0]];
  end
  always @(posedge clk) begin
    if (moves) given[fill[MOST_LOG2-1:0]] <= shown[7:0];
    given_byte <= given[index[MOST_LOG2-1:0]];
  end

  // ---- The response, byte by byte -------------------------------------------------------------
  // Part 0 is the head, 1 the bytes, 2 the CRC. A byte is selected in one clock, and sent or added to the CRC in a
  // later one.
  reg [1:0] part;
  reg [8*ANSWER_BYTES-1:0] answer;  // bytes of hello and status that have not been sent yet
  wire [31:0] reply = {MOST_BITS[7:0], 8'd2, 8'h55, 8'h52};
  wire [8*ANSWER_BYTES+31:0] all_reply = {{(8*ANSWER_BYTES){1'b0}}, reply}, all_status = {{(8*(ANSWER_BYTES-STATUS_BYTES)+32){1'b0}}, status};
  wire [8*ANSWER_BYTES+7:0] next_answer = {8'd0, answer};
  wire [15:0] length_bytes = {{(16-COUNT){1'b0}}, length}, taken_bytes = {{(16-COUNT){1'b0}}, taken};
  wire [7:0] head_byte = index[2] ? length_bytes[15:8] : index[1] ? (index[0] ? length_bytes[7:0] : tag) : index[0] ? {6'd0, result} : 8'h5A;
  wire [7:0] stream_byte = ~early ? given_byte : index[0] ? taken_bytes[15:8] : taken_bytes[7:0];
  wire [7:0] data_byte = is_stream ? stream_byte : answer[7:0];
  assign tx_byte = value;
  assign tx_take = state == SEND & tx_free;
  wire [31:0] crc_next;
  rtlgen_crc32 u_crc (.crc(crc), .value(value), .next_crc(crc_next));
  wire unused = &{1'b0, address[30:8], next_word[7:0], next_settings[7:0], next_shown[7:0], next_answer[7:0], all_reply[8*ANSWER_BYTES+:32], all_status[8*ANSWER_BYTES+:32]};

  always @(posedge clk) begin
    is_hello <= command == HELLO;
    is_status <= command == STATUS;
    is_begin <= command == BEGIN;
    is_load <= command == LOAD;
    is_stream <= command == STREAM;
    again <= known & last_tag == tag & has_bytes;
    whole <= crc == RESIDUE;
    early <= index[COUNT-1:1] == {(COUNT - 1){1'b0}};
    ends <= next_index == count;
    ends_sent <= next_index == length;
    has_any <= bytes != 16'd0;
    has_settings <= count == SETTINGS[COUNT-1:0];

    load_valid <= {LOADS{1'b0}};
    if (in_ready) in_valid <= 1'b0;
    fetched <= feeds & ~fetched & ~used;
    if (accept) begin
      shown <= out_word;
      left <= RESULT[COUNT-1:0];
      moves <= 1'b1;
      places <= places - ONE;
      room <= places != ONE;
    end else if (moves) begin
      shown <= next_shown[8*OUT_BYTES+7:8];
      left <= left - ONE;
      moves <= left != ONE;
      fill <= fill + ONE;
    end
    if (take) begin
      index <= next_index;
      used <= ends;
      if (state == SETTLE) begin
        settings <= next_settings[8*CONFIG_BYTES+7:8];
      end else begin
        word <= next_word[8*IN_BYTES+7:8];
        lane <= last_lane ? {LANE{1'b0}} : lane + {{(LANE - 1){1'b0}}, 1'b1};
        if (last_lane & state == RUN) in_valid <= 1'b1;
        if (last_lane & state == FILL) load_valid <= {{LOADS - 1{1'b0}}, 1'b1} << address[7:0];
        load_last <= address[31] & ends;
      end
    end
    step <= 1'b0;
    if (step) crc <= crc_next;

    case (state)
      IDLE: begin
        index <= {COUNT{1'b0}};
        crc <= 32'hFFFFFFFF;
        missed <= 1'b0;
        if (rx_valid) state <= rx_byte == 8'hA5 ? HEAD : LOST;
        if (rx_fault) state <= LOST;
      end
      HEAD: begin
        value <= rx_byte;
        if (rx_valid) begin
          head <= {rx_byte, head[63:8]};
          step <= 1'b1;
          index <= next_index;
          if (index[2:0] == 3'd7) begin
            index <= {COUNT{1'b0}};
            state <= coming == 16'd0 ? CHECK : too_long ? LOST : DATA;
          end
        end
        if (rx_fault | silence) state <= LOST;
      end
      DATA: begin
        value <= rx_byte;
        if (rx_valid) begin
          step <= 1'b1;
          index <= next_index;
          if (ends) begin
            index <= {COUNT{1'b0}};
            state <= CHECK;
          end
        end
        if (rx_fault | silence) state <= LOST;
      end
      CHECK: begin
        value <= rx_byte;
        if (rx_valid) begin
          step <= 1'b1;
          index <= next_index;
          if (index[1:0] == 2'd3) state <= ADD;
        end
        if (rx_fault | silence) state <= LOST;
      end
      // Adds the last byte to the CRC, then compares the CRC.
      ADD: state <= COMPARE;
      COMPARE: state <= JUDGE;
      JUDGE: begin
        used <= ~has_any;
        index <= {COUNT{1'b0}};
        rest <= {(REST_LOG2 + 1){1'b0}};
        result <= again ? last_result : DONE;
        state <= NEXT;
        if (~whole) begin
          state <= LOST;
        end else if (~again) begin
          if (is_begin && has_settings) begin
            state <= SETTLE;
            core_rst <= 1'b1;
            in_valid <= 1'b0;
            lane <= {LANE{1'b0}};
          end else if (is_load && ~core_rst) begin
            state <= FILL;
          end else if (is_stream && ~core_rst) begin
            state <= RUN;
            fill <= {{(COUNT - 2){1'b0}}, 2'd2};
            places <= PLACES[COUNT-1:0];
            room <= 1'b1;
          end else if (has_bytes || has_any || (~is_hello && ~is_status)) begin
            result <= REFUSED;
          end
        end
      end
      LOST: begin
        head[15:8] <= 8'd0;
        result <= NOT_UNDERSTOOD;
        length <= {COUNT{1'b0}};
        index <= {COUNT{1'b0}};
        part <= 2'd0;
        crc <= 32'hFFFFFFFF;
        missed <= 1'b0;
        if (silence) state <= LOOK;
      end
      // The core sees its settings for some clocks before its run begins.
      SETTLE: begin
        if (used) rest <= rest + {{REST_LOG2{1'b0}}, 1'b1};
        if (rest[4]) begin
          core_rst <= 1'b0;
          state <= NEXT;
        end
      end
      FILL: if (used & ~fetched) state <= NEXT;
      RUN: begin
        rest <= take | moves | accept ? {(REST_LOG2 + 1){1'b0}} : rest + {{REST_LOG2{1'b0}}, 1'b1};
        if (~moves & (rest[REST_LOG2] & ~accept | ~room)) state <= NEXT;
      end
      NEXT: begin
        if (is_stream && ~again) taken <= index;
        answer <= is_status ? all_status[8*ANSWER_BYTES-1:0] : all_reply[8*ANSWER_BYTES-1:0];
        length <= result != DONE ? {COUNT{1'b0}} : is_hello ? {{(COUNT - 3){1'b0}}, 3'd4} : is_status ? STATES[COUNT-1:0] : is_stream ? fill : {COUNT{1'b0}};
        index <= {COUNT{1'b0}};
        part <= 2'd0;
        crc <= 32'hFFFFFFFF;
        known <= 1'b1;
        last_tag <= tag;
        last_result <= result;
        state <= LOOK;
      end
      // The RAM outputs a byte one clock after its number.
      LOOK: state <= PICK;
      PICK: begin
        value <= part == 2'd0 ? head_byte : part == 2'd1 ? data_byte : ~crc[7:0];
        state <= SEND;
      end
      SEND: begin
        if (tx_free) begin
          step <= part == 2'd1 | part == 2'd0 & ~(early & ~index[0]);
          if (part == 2'd1) answer <= next_answer[8*ANSWER_BYTES+7:8];
          if (part == 2'd2) crc <= {8'd0, crc[31:8]};
          index <= next_index;
          state <= LOOK;
          if (part == 2'd0 && index[2]) begin
            part <= length == {COUNT{1'b0}} ? 2'd2 : 2'd1;
            index <= {COUNT{1'b0}};
          end else if (part == 2'd1 && ends_sent) begin
            part <= 2'd2;
            index <= {COUNT{1'b0}};
          end else if (part == 2'd2 && index[1:0] == 2'd3) begin
            state <= missed ? LOST : IDLE;
          end
        end
        if (rx_valid | rx_fault) missed <= 1'b1;
      end
      default: state <= IDLE;
    endcase
    if (rx_valid & (state == ADD | state == COMPARE | state == JUDGE | state == SETTLE | state == FILL | state == RUN | state == NEXT | state == LOOK | state == PICK)) missed <= 1'b1;
    if (rst) begin
      state <= IDLE;
      known <= 1'b0;
      core_rst <= 1'b1;
      in_valid <= 1'b0;
      moves <= 1'b0;
    end
  end

endmodule

`default_nettype wire
