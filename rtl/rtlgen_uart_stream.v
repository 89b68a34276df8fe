// rtlgen_uart_stream -- a host behind a serial line: its frames as the words, the settings and the runs of a core
// Frames, checks and repetition are those of rtlgen_uart_host, version 2 of the protocol: there is no memory and no register, the grid is in the host.
// A frame is buffered until its CRC is right, then executed and given a response. Invalid input gets a response once the line has been quiet for 2^GAP_LOG2 clocks.
// A frame that comes twice with the same tag (a lost response) is executed once and gets the same response twice.
//
//   request   0xA5, command, tag, bytes (2), address (4), written bytes, CRC (4)   commands: 0 hello, 5 status, 6 begin, 7 load, 8 stream
//   response  0x5A, status,  tag, bytes (2),              read bytes,    CRC (4)   status: 0 done, 1 invalid (tag 0), 2 refused
//
//   hello   no bytes; its response is "RU", the version 2, MOST_LOG2
//   status  no bytes; its response is the input `status`, lowest byte first
//   begin   CONFIG_BYTES bytes: the core is in reset while they become `settings`, lowest byte first, then its run begins
//   load    bytes of words of a held field, whose number is the low byte of the address; bit 31 of the address: the last word ends the frame
//   stream  bytes of input words, or none. Its response is the number of bytes that were taken (2), then output words: all that came until nothing had moved
//           for 2^REST_LOG2 clocks, or until the next one had no room. The host sends again what was not taken. Words may begin in one frame and end in the next.
//
// A word has IN_BYTES or OUT_BYTES bytes, low byte first. Load and stream are refused before the first begin.
//
//   parameter  CLOCKS_PER_BIT  of the line, 4 or more
//              GAP_LOG2        the line's silence; longer than a byte
//              MOST_LOG2       written or read bytes in a frame, 4 to 15
//              REST_LOG2       clocks without a move that end a stream frame, 5 to 15
//              CONFIG_BYTES    of `settings`, 1 to 2^MOST_LOG2
//              STATUS_BYTES    of `status`, 1 to 2^MOST_LOG2
//              IN_BYTES        of `word`
//              OUT_BYTES       of `out_word`; at most 2^MOST_LOG2 - 2
//              LOADS           held fields; at least 1
//
//   port                  direction  meaning
//   clk, rst              in         one clock; rst synchronous, active high
//   rx, tx                in, out    the line, as the card sees it; rx of any clock
//   core_rst              out        the core's reset; `settings` rest while it is low
//   settings              out
//   status                in
//   in_valid, in_ready    out, in    `word` is an input word; it stays until it is taken
//   word                  out
//   load_valid, load_last out        `word` is one of this held field, for one clock; its last one
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

  localparam [31:0] MOST = 1 << MOST_LOG2, MOST_BITS = MOST_LOG2;
  localparam [31:0] SETTINGS = CONFIG_BYTES, STATES = STATUS_BYTES, WORD = IN_BYTES, RESULT = OUT_BYTES;
  localparam [31:0] RESIDUE = 32'hDEBB20E3;  // of a frame with its own CRC behind it

  localparam [7:0] HELLO = 8'd0, STATUS = 8'd5, BEGIN = 8'd6, LOAD = 8'd7, STREAM = 8'd8;
  localparam [7:0] DONE = 8'd0, NOT_UNDERSTOOD = 8'd1, REFUSED = 8'd2;
  localparam [3:0] IDLE = 4'd0, HEAD = 4'd1, DATA = 4'd2, CHECK = 4'd3, JUDGE = 4'd4, LOST = 4'd5, SETTLE = 4'd6, FILL = 4'd7, RUN = 4'd8, NEXT = 4'd9,
                   LOOK = 4'd10, SEND = 4'd11;

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
  wire has_bytes = command == BEGIN || command == LOAD || command == STREAM;

  reg [15:0] index;  // of a byte in its part of a frame
  reg [31:0] crc;
  reg [7:0] result;   // status of the response
  reg [15:0] length;  // of its bytes
  reg missed;         // bytes arrived that could not be received

  // The last executed frame. Only complete frames change it.
  reg known;
  reg [7:0] last_tag, last_result;
  wire again = known & last_tag == tag & has_bytes;

  assign restart = state == IDLE | state == SEND;

  // Bytes that were sent, and those that go back.
  reg [7:0] kept [0:(1<<MOST_LOG2)-1];
  reg [7:0] given [0:(1<<MOST_LOG2)-1];
  reg [7:0] kept_byte, given_byte;

  // ---- Bytes to words and settings ------------------------------------------------------------
  reg fetched;        // kept_byte is the byte `index`
  reg [15:0] lane;    // of the next byte in its word
  wire last_lane = lane + 16'd1 == WORD[15:0];
  wire full = in_valid & ~in_ready;
  wire feeds = state == SETTLE | state == FILL | (state == RUN & ~full);
  wire take = feeds & fetched;
  wire used = index == bytes;
  wire [8*IN_BYTES+7:0] next_word = {kept_byte, word};
  wire [8*CONFIG_BYTES+7:0] next_settings = {kept_byte, settings};

  // ---- Words to bytes -------------------------------------------------------------------------
  reg [15:0] fill;    // of `given`; the first two bytes are those of `taken`
  reg [15:0] taken;
  reg [15:0] left;    // bytes of `shown` that are not in `given` yet
  reg [8*OUT_BYTES-1:0] shown;
  reg [REST_LOG2:0] rest;
  wire room = {16'd0, fill} + RESULT <= MOST;
  wire moves = left != 16'd0;
  assign out_ready = state == RUN & room & ~moves;
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
  // Part 0 is the head, 1 the bytes, 2 the CRC.
  reg [1:0] part;
  wire [31:0] reply = {MOST_BITS[7:0], 8'd2, 8'h55, 8'h52};
  wire [7:0] head_byte = index == 16'd0 ? 8'h5A : index == 16'd1 ? result : index == 16'd2 ? tag : index == 16'd3 ? length[7:0] : length[15:8];
  wire [7:0] stream_byte = index == 16'd0 ? taken[7:0] : index == 16'd1 ? taken[15:8] : given_byte;
  wire [7:0] data_byte = command == STREAM ? stream_byte : command == STATUS ? status[8*index[MOST_LOG2-1:0]+:8] : reply[8*index[1:0]+:8];
  assign tx_byte = part == 2'd0 ? head_byte : part == 2'd1 ? data_byte : ~crc[7:0];
  assign tx_take = state == SEND & tx_free;
  wire [31:0] crc_next;
  rtlgen_crc32 u_crc (.crc(crc), .value(state == SEND ? tx_byte : rx_byte), .next_crc(crc_next));
  wire unused = &{1'b0, address[30:8], next_word[7:0], next_settings[7:0], next_shown[7:0]};

  always @(posedge clk) begin
    load_valid <= {LOADS{1'b0}};
    if (in_ready) in_valid <= 1'b0;
    fetched <= feeds & ~fetched & ~used;
    if (out_valid & out_ready) begin
      shown <= out_word;
      left <= RESULT[15:0];
    end else if (moves) begin
      shown <= next_shown[8*OUT_BYTES+7:8];
      left <= left - 16'd1;
      fill <= fill + 16'd1;
    end
    if (take) begin
      index <= index + 16'd1;
      if (state == SETTLE) begin
        settings <= next_settings[8*CONFIG_BYTES+7:8];
      end else begin
        word <= next_word[8*IN_BYTES+7:8];
        lane <= last_lane ? 16'd0 : lane + 16'd1;
        if (last_lane & state == RUN) in_valid <= 1'b1;
        if (last_lane & state == FILL) load_valid <= {{LOADS - 1{1'b0}}, 1'b1} << address[7:0];
        load_last <= address[31] & index + 16'd1 == bytes;
      end
    end

    case (state)
      IDLE: begin
        index <= 16'd0;
        crc <= 32'hFFFFFFFF;
        missed <= 1'b0;
        if (rx_valid) state <= rx_byte == 8'hA5 ? HEAD : LOST;
        if (rx_fault) state <= LOST;
      end
      HEAD: begin
        if (rx_valid) begin
          head <= {rx_byte, head[63:8]};
          crc <= crc_next;
          index <= index + 16'd1;
          if (index == 16'd7) begin
            index <= 16'd0;
            // The head is complete with this byte: what was its second byte is still one place higher.
            state <= head[39:24] == 16'd0 ? CHECK : {16'd0, head[39:24]} > MOST ? LOST : DATA;
          end
        end
        if (rx_fault | silence) state <= LOST;
      end
      DATA: begin
        if (rx_valid) begin
          crc <= crc_next;
          index <= index + 16'd1;
          if (index + 16'd1 == bytes) begin
            index <= 16'd0;
            state <= CHECK;
          end
        end
        if (rx_fault | silence) state <= LOST;
      end
      CHECK: begin
        if (rx_valid) begin
          crc <= crc_next;
          index <= index + 16'd1;
          if (index == 16'd3) state <= JUDGE;
        end
        if (rx_fault | silence) state <= LOST;
      end
      JUDGE: begin
        index <= 16'd0;
        rest <= {(REST_LOG2 + 1){1'b0}};
        result <= again ? last_result : DONE;
        state <= NEXT;
        if (crc != RESIDUE) begin
          state <= LOST;
        end else if (~again) begin
          if (command == BEGIN && bytes == SETTINGS[15:0]) begin
            state <= SETTLE;
            core_rst <= 1'b1;
            in_valid <= 1'b0;
            lane <= 16'd0;
          end else if (command == LOAD && ~core_rst) begin
            state <= FILL;
          end else if (command == STREAM && ~core_rst) begin
            state <= RUN;
            fill <= 16'd2;
          end else if (has_bytes || bytes != 16'd0 || (command != HELLO && command != STATUS)) begin
            result <= REFUSED;
          end
        end
      end
      LOST: begin
        head[15:8] <= 8'd0;
        result <= NOT_UNDERSTOOD;
        length <= 16'd0;
        index <= 16'd0;
        part <= 2'd0;
        crc <= 32'hFFFFFFFF;
        missed <= 1'b0;
        if (silence) state <= SEND;
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
        rest <= take | moves | out_valid & out_ready ? {(REST_LOG2 + 1){1'b0}} : rest + {{REST_LOG2{1'b0}}, 1'b1};
        if (~moves & (rest[REST_LOG2] & ~(out_valid & out_ready) | ~room)) state <= NEXT;
      end
      NEXT: begin
        if (command == STREAM && ~again) taken <= index;
        length <= result != DONE ? 16'd0 : command == HELLO ? 16'd4 : command == STATUS ? STATES[15:0] : command == STREAM ? fill : 16'd0;
        index <= 16'd0;
        part <= 2'd0;
        crc <= 32'hFFFFFFFF;
        known <= 1'b1;
        last_tag <= tag;
        last_result <= result;
        state <= LOOK;
      end
      // A byte of the memory is there a clock after its number.
      LOOK: state <= SEND;
      SEND: begin
        if (tx_free) begin
          if (part != 2'd0 || index != 16'd0) crc <= part == 2'd2 ? {8'd0, crc[31:8]} : crc_next;
          index <= index + 16'd1;
          state <= LOOK;
          if (part == 2'd0 && index == 16'd4) begin
            part <= length == 16'd0 ? 2'd2 : 2'd1;
            index <= 16'd0;
          end else if (part == 2'd1 && index + 16'd1 == length) begin
            part <= 2'd2;
            index <= 16'd0;
          end else if (part == 2'd2 && index == 16'd3) begin
            state <= missed ? LOST : IDLE;
          end
        end
        if (rx_valid | rx_fault) missed <= 1'b1;
      end
      default: state <= IDLE;
    endcase
    if (rx_valid & (state == JUDGE | state == SETTLE | state == FILL | state == RUN | state == NEXT | state == LOOK)) missed <= 1'b1;
    if (rst) begin
      state <= IDLE;
      known <= 1'b0;
      core_rst <= 1'b1;
      in_valid <= 1'b0;
      left <= 16'd0;
    end
  end

endmodule

`default_nettype wire
