// rtlgen_uart_host -- executes the frames of a host behind a serial line as accesses to registers and memory
// A frame is checked as a whole, so bytes lost or changed on the line never reach the card: it is buffered until its
// CRC is right, then executed and given a response. The host sends a frame only after the response to the previous one.
// Invalid input gets a response too, once the line has been quiet for 2^GAP_LOG2 clocks: the next bytes then begin a
// new frame. A frame that comes twice with the same tag (a lost response) gets two responses, but accesses registers
// only once.
//
//   request   0xA5, command, tag, bytes (2), address (4), written bytes, CRC (4)   commands: 0 hello, 1 write and 2 read a register, 3 write and 4 read memory
//   response  0x5A, status,  tag, bytes (2),              read bytes,    CRC (4)   status: 0 done, 1 invalid (tag 0), 2 refused, 3 error response of the bus
//
// Low bytes first; 8 data bits, no parity, one stop bit. CRC-32 of Ethernet, over all but the first byte. A register
// has 4 bytes; an access to memory has 1 to 2^MOST_LOG2 bytes at any address. Hello has no bytes; its response is "RU",
// the version 1, MOST_LOG2.
//
//   parameter  CLOCKS_PER_BIT  clocks per bit of the line, 4 or more
//              GAP_LOG2        2^GAP_LOG2 clocks are silence on the line; longer than a byte
//              MOST_LOG2       at most 2^MOST_LOG2 bytes of memory per frame; 3 to 15
//              BUS_BITS        bits of the memory's data, a power of two, 32 or more
//
//   port             direction  meaning
//   clk, rst         in         one clock; rst synchronous, active high
//   rx, tx           in, out    the line, as the card sees it; rx may come from any clock
//   l_aw*, l_w*, l_b*, l_ar*, l_r*  AXI4-Lite, the registers
//   m_aw*, m_w*, m_b*, m_ar*, m_r*  AXI4, the memory; bursts of one whole, aligned beat
`default_nettype none

module rtlgen_uart_host #(
  parameter CLOCKS_PER_BIT = 100,
  parameter GAP_LOG2 = 22,
  parameter MOST_LOG2 = 10,
  parameter BUS_BITS = 128
) (
  input  wire                  clk,
  input  wire                  rst,
  input  wire                  rx,
  output wire                  tx,
  output reg                   l_awvalid,
  input  wire                  l_awready,
  output wire [31:0]           l_awaddr,
  output reg                   l_wvalid,
  input  wire                  l_wready,
  output wire [31:0]           l_wdata,
  output wire [3:0]            l_wstrb,
  input  wire                  l_bvalid,
  output wire                  l_bready,
  input  wire [1:0]            l_bresp,
  output reg                   l_arvalid,
  input  wire                  l_arready,
  output wire [31:0]           l_araddr,
  input  wire                  l_rvalid,
  output wire                  l_rready,
  input  wire [31:0]           l_rdata,
  input  wire [1:0]            l_rresp,
  output reg                   m_awvalid,
  input  wire                  m_awready,
  output wire [63:0]           m_awaddr,
  output wire [7:0]            m_awlen,
  output reg                   m_wvalid,
  input  wire                  m_wready,
  output reg  [BUS_BITS-1:0]   m_wdata,
  output reg  [BUS_BITS/8-1:0] m_wstrb,
  output wire                  m_wlast,
  input  wire                  m_bvalid,
  output wire                  m_bready,
  input  wire [1:0]            m_bresp,
  output reg                   m_arvalid,
  input  wire                  m_arready,
  output wire [63:0]           m_araddr,
  output wire [7:0]            m_arlen,
  input  wire                  m_rvalid,
  output wire                  m_rready,
  input  wire [BUS_BITS-1:0]   m_rdata,
  input  wire [1:0]            m_rresp,
  input  wire                  m_rlast
);

  generate
    if (MOST_LOG2 < 3 || MOST_LOG2 > 15 || BUS_BITS < 32) begin : guard
      rtlgen_uart_host_needs_frames_of_8_bytes_and_a_bus_of_32_bits bad_parameter ();
    end
  endgenerate

  localparam LANE = $clog2(BUS_BITS / 8);  // address bits within a beat
  localparam [31:0] MOST = 1 << MOST_LOG2, MOST_BITS = MOST_LOG2;
  localparam [31:0] RESIDUE = 32'hDEBB20E3;  // CRC over a frame with its own CRC after it

  localparam [2:0] HELLO = 3'd0, WRITE_REGISTER = 3'd1, READ_REGISTER = 3'd2, WRITE_MEMORY = 3'd3, READ_MEMORY = 3'd4;
  localparam [7:0] DONE = 8'd0, NOT_UNDERSTOOD = 8'd1, REFUSED = 8'd2, BUS_ERROR = 8'd3;
  localparam [3:0] IDLE = 4'd0, HEAD = 4'd1, DATA = 4'd2, CHECK = 4'd3, JUDGE = 4'd4, LOST = 4'd5, REGISTER = 4'd6, FETCH = 4'd7, GATHER = 4'd8,
                   SEND = 4'd9, ASK = 4'd10, SPREAD = 4'd11, LOOK = 4'd12, ANSWER = 4'd13, NEXT = 4'd14;

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
  reg [63:0] head;   // command, tag, bytes, address as they come
  wire [7:0] command = head[7:0];
  wire [7:0] tag = head[15:8];
  wire [15:0] bytes = head[31:16];
  wire [31:0] address = head[63:32];
  wire is_write = command == {5'd0, WRITE_REGISTER} || command == {5'd0, WRITE_MEMORY};
  wire is_register = command == {5'd0, WRITE_REGISTER} || command == {5'd0, READ_REGISTER};
  wire is_memory = command == {5'd0, WRITE_MEMORY} || command == {5'd0, READ_MEMORY};

  reg [15:0] index;  // number of a byte in its part of a frame, or in memory
  reg [31:0] crc;
  reg [31:0] word;   // value to write to a register
  reg [31:0] reply;  // value read from a register, or the response to hello
  reg [7:0] status;
  reg [15:0] length;  // bytes of the response
  reg missed;         // bytes arrived that could not be received

  // The last executed frame. Only complete frames change it.
  reg known;
  reg [7:0] last_tag, last_status;
  wire again = known & last_tag == tag;

  assign restart = state == IDLE | state == ANSWER;

  // Bytes to and from memory.
  reg [7:0] kept [0:(1<<MOST_LOG2)-1];
  reg [7:0] kept_byte;
  wire [7:0] read_lane;
  wire keep = state == DATA ? rx_valid : state == SPREAD;
  always @(posedge clk) begin
    if (keep) kept[index[MOST_LOG2-1:0]] <= state == DATA ? rx_byte : read_lane;
    kept_byte <= kept[index[MOST_LOG2-1:0]];
  end

  // ---- Memory: one beat at a time -------------------------------------------------------------
  wire [31:0] here = address + {16'd0, index};
  wire [LANE-1:0] lane = here[LANE-1:0];
  wire last_byte = index + 16'd1 == bytes;
  wire end_of_beat = &lane | last_byte;
  reg [31:0] beat;    // address of a byte in it
  reg finished;       // all its bytes are done
  reg answered;
  reg [BUS_BITS-1:0] read_beat;
  assign read_lane = read_beat[8*lane+:8];
  assign m_awaddr = {32'd0, beat[31:LANE], {LANE{1'b0}}};
  assign m_araddr = m_awaddr;
  wire unused = &{1'b0, m_rlast};
  assign {m_awlen, m_arlen} = 16'd0;
  assign m_wlast = 1'b1;
  assign m_bready = state == SEND & ~answered;
  assign m_rready = state == ASK;

  // ---- Registers ------------------------------------------------------------------------------
  assign l_awaddr = address;
  assign l_araddr = address;
  assign l_wdata = word;
  assign l_wstrb = 4'hF;
  assign l_bready = state == REGISTER;
  assign l_rready = state == REGISTER;

  // ---- The response, byte by byte -------------------------------------------------------------
  // Part 0 is the head, 1 the bytes, 2 the CRC.
  reg [1:0] part;
  wire [7:0] head_byte = index == 16'd0 ? 8'h5A : index == 16'd1 ? status : index == 16'd2 ? tag : index == 16'd3 ? length[7:0] : length[15:8];
  wire [7:0] data_byte = command == {5'd0, READ_MEMORY} ? kept_byte : reply[8*index[1:0]+:8];
  assign tx_byte = part == 2'd0 ? head_byte : part == 2'd1 ? data_byte : ~crc[7:0];
  assign tx_take = state == ANSWER & tx_free;
  wire [31:0] crc_next;
  integer place;
  rtlgen_crc32 u_crc (.crc(crc), .value(state == ANSWER ? tx_byte : rx_byte), .next_crc(crc_next));

  always @(posedge clk) begin
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
            // The head is complete with this byte: its second byte is still one position higher.
            state <= CHECK;
            if (head[15:8] == {5'd0, WRITE_REGISTER} || head[15:8] == {5'd0, WRITE_MEMORY}) state <= {16'd0, head[39:24]} > MOST || head[39:24] == 16'd0 ? LOST : DATA;
          end
        end
        if (rx_fault | silence) state <= LOST;
      end
      DATA: begin
        if (rx_valid) begin
          word <= {rx_byte, word[31:8]};
          crc <= crc_next;
          index <= last_byte ? 16'd0 : index + 16'd1;
          if (last_byte) state <= CHECK;
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
        answered <= 1'b0;
        finished <= 1'b0;
        status <= DONE;
        length <= 16'd0;
        m_wstrb <= {(BUS_BITS / 8){1'b0}};
        beat <= address;
        if (crc != RESIDUE) begin
          state <= LOST;
        end else if (command == {5'd0, HELLO} && bytes == 16'd0) begin
          reply <= {MOST_BITS[7:0], 8'd1, 8'h55, 8'h52};
          length <= 16'd4;
          state <= NEXT;
        end else if (is_register && bytes == 16'd4 && address[1:0] == 2'd0) begin
          length <= is_write ? 16'd0 : 16'd4;
          state <= again ? NEXT : REGISTER;
          l_awvalid <= is_write & ~again;
          l_wvalid <= is_write & ~again;
          l_arvalid <= ~is_write & ~again;
          if (again) begin
            status <= last_status;
            if (last_status != DONE) length <= 16'd0;
          end
        end else if (is_memory && bytes != 16'd0 && {16'd0, bytes} <= MOST) begin
          state <= is_write ? FETCH : ASK;
          m_arvalid <= ~is_write;
        end else begin
          status <= REFUSED;
          state <= NEXT;
        end
      end
      LOST: begin
        head[15:8] <= 8'd0;
        status <= NOT_UNDERSTOOD;
        length <= 16'd0;
        index <= 16'd0;
        part <= 2'd0;
        crc <= 32'hFFFFFFFF;
        missed <= 1'b0;
        if (silence) state <= ANSWER;
      end
      REGISTER: begin
        if (l_awready) l_awvalid <= 1'b0;
        if (l_wready) l_wvalid <= 1'b0;
        if (l_arready) l_arvalid <= 1'b0;
        if (l_rvalid) reply <= l_rdata;
        if (l_bvalid | l_rvalid) begin
          if ((is_write ? l_bresp : l_rresp) != 2'd0) begin
            status <= BUS_ERROR;
            length <= 16'd0;
          end
          state <= NEXT;
        end
      end
      FETCH: begin
        state <= GATHER;
        beat <= here;
        finished <= end_of_beat;
      end
      GATHER: begin
        // `beat` is `here`, as a register; one comparison per byte is shorter than a shift across the beat.
        for (place = 0; place < BUS_BITS / 8; place = place + 1) begin
          if (beat[LANE-1:0] == place[LANE-1:0]) begin
            m_wdata[8*place+:8] <= kept_byte;
            m_wstrb[place] <= 1'b1;
          end
        end
        index <= index + 16'd1;
        answered <= 1'b0;
        state <= finished ? SEND : FETCH;
        m_awvalid <= finished;
        m_wvalid <= finished;
      end
      SEND: begin
        if (m_awready) m_awvalid <= 1'b0;
        if (m_wready) m_wvalid <= 1'b0;
        if (m_bvalid & ~answered) begin
          answered <= 1'b1;
          if (m_bresp != 2'd0) status <= BUS_ERROR;
        end
        if (answered) begin
          m_wstrb <= {(BUS_BITS / 8){1'b0}};
          state <= index == bytes || status != DONE ? NEXT : FETCH;
        end
      end
      ASK: begin
        if (m_arready) m_arvalid <= 1'b0;
        if (m_rvalid) begin
          read_beat <= m_rdata;
          if (m_rresp != 2'd0) status <= BUS_ERROR;
          state <= m_rresp != 2'd0 ? NEXT : SPREAD;
        end
      end
      SPREAD: begin
        index <= index + 16'd1;
        beat <= here + 32'd1;
        if (last_byte) length <= bytes;
        if (end_of_beat) state <= last_byte ? NEXT : ASK;
        m_arvalid <= end_of_beat & ~last_byte;
      end
      NEXT: begin
        index <= 16'd0;
        part <= 2'd0;
        crc <= 32'hFFFFFFFF;
        known <= 1'b1;
        last_tag <= tag;
        last_status <= status;
        state <= ANSWER;
      end
      // The RAM outputs a byte one clock after its number.
      LOOK: state <= ANSWER;
      ANSWER: begin
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
      end
      default: state <= LOST;
    endcase
    if ((rx_valid | rx_fault) && (state == JUDGE || state >= REGISTER)) missed <= 1'b1;
    if (rst) begin
      state <= IDLE;
      known <= 1'b0;
      {l_awvalid, l_wvalid, l_arvalid, m_awvalid, m_wvalid, m_arvalid} <= 6'd0;
    end
  end

endmodule

`default_nettype wire
