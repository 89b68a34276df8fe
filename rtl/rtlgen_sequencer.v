// rtlgen_sequencer -- starts a run, monitors it, stops it on an error, drains outstanding traffic, signals done
//
// One run: both resets end, that of the kernel side last; when the kernel side has left its reset, `walk_start`; when
// all walks are done, all engines are idle and the core is done, both resets, and when both sides are in reset, `done`.
//
// On an error: `stop`, and nothing more is started; when all engines are idle, that is, every requested burst has its
// response, the resets and `done`, with `failed` and the error word. So between runs everything is in reset, the
// configuration changes only then, and every run begins in a clean state.
//
// The resets overlap. A token, `ping`, follows the level to the kernel side, rests there for some edges and returns;
// the level changes only when the token is back. So both sides are in reset for at least four edges of either clock, at
// any ratio, also after a bus reset during a run: the token is not reset, and its round trip is awaited.
//
//   parameter  READERS, WRITERS  engines, 1 or more each; vectors have the readers low, then the writers
//              WATCHDOG_BITS     bits of watchdog_limit, 1 to 32
//              COUNTER_BITS      bits of the counters, 1 or more
//
//   port               clock   direction  meaning
//   clk                        in         the bus clock
//   rst                bus     in         synchronous, active high, of the whole bus: engines discard outstanding bursts
//   start              bus     in         begin a run; sampled between runs, may stay until done
//   cancel             bus     in         end the run; sampled during a run, for a clock or longer
//   watchdog_limit     bus     in         clocks without progress that end the run; 0: never. Must exceed the time of
//                                         a start, about 12 periods of both clocks
//   idle               bus     in         an engine has nothing inside or outstanding
//   err_resp           bus     in         an engine had an error response; stays until reset
//   err_bounds         bus     in         an engine had a burst outside its buffer; stays until reset
//   walk_done          bus     in         an engine's walk has nothing more to do; low from the clock after walk_start
//   progress           bus     in         a beat was transferred
//   walk_start         bus     out        for one clock, to all walks
//   stop               bus     out        to all walks and engines, from an error until the next run; a register
//   bus_rst            bus     out        resets walks, engines, banks and the bus side of the FIFOs; a register
//   busy               bus     out        from start until done
//   done               bus     out        for one clock, with everything in reset
//   failed             bus     out        the error word is not 0
//   errors             bus     out        the error word, kept until the next run starts, live during a run:
//                                         bit 0 error response to a read, 1 to a write, 2 burst outside its buffer, 3 extents that the
//                                         core refuses, 4 watchdog, 5 cancelled; 15:8 first engine with bit 0, 1 or 2
//   cycles_busy        bus     out        clocks of this run, or the last one
//   cycles_stalled     bus     out        those without progress, including start and end
//   kernel_clk                 in
//   kernel_rst         kernel  out        resets core, unpack, pack and the kernel side of the FIFOs; a register, 1 at power-up
//   core_done          kernel  in
//   core_config_error  kernel  in         arrives within 3 clocks of the end of kernel_rst; then no walk is started
// An engine that never becomes idle (because a memory does not respond) keeps the run in its stop, since AXI leaves no
// way out but a bus reset. So does a stopped kernel clock; the watchdog's bit is then set.
`default_nettype none

module rtlgen_sequencer #(
  parameter READERS = 1,
  parameter WRITERS = 1,
  parameter WATCHDOG_BITS = 32,
  parameter COUNTER_BITS = 64
) (
  input  wire                       clk,
  input  wire                       rst,
  input  wire                       start,
  input  wire                       cancel,
  input  wire [WATCHDOG_BITS-1:0]   watchdog_limit,
  input  wire [READERS+WRITERS-1:0] idle,
  input  wire [READERS+WRITERS-1:0] err_resp,
  input  wire [READERS+WRITERS-1:0] err_bounds,
  input  wire [READERS+WRITERS-1:0] walk_done,
  input  wire                       progress,
  output reg                        walk_start,
  output reg                        stop,
  output reg                        bus_rst,
  output reg                        busy,
  output wire                       done,
  output wire                       failed,
  output wire [31:0]                errors,
  output reg  [COUNTER_BITS-1:0]    cycles_busy,
  output reg  [COUNTER_BITS-1:0]    cycles_stalled,
  input  wire                       kernel_clk,
  output reg                        kernel_rst,
  input  wire                       core_done,
  input  wire                       core_config_error
);

  localparam ENGINES = READERS + WRITERS;

  generate
    if (READERS < 1 || WRITERS < 1 || ENGINES > 256) begin : guard_engines
      rtlgen_sequencer_needs_1_reader_and_1_writer_and_at_most_256_engines bad_parameter ();
    end
    if (WATCHDOG_BITS < 1 || WATCHDOG_BITS > 32 || COUNTER_BITS < 1) begin : guard_bits
      rtlgen_sequencer_needs_1_to_32_watchdog_bits_and_a_counter_bit bad_parameter ();
    end
  endgenerate

  // ---- Clock crossings -----------------------------------------------------------------------------------
  localparam REST = 6;  // edges that the token rests on the kernel side: two until kernel_rst follows, and four in it

  reg ping;  // no reset: a round trip in progress must finish
  initial ping = 1'b0;
  wire kernel_hold, kernel_ping, pong;
  (* shreg_extract = "no" *) reg [REST-1:0] resting;
  initial resting = {REST{1'b0}};
  reg kernel_done, kernel_config_error;
  wire core_is_done, config_error;

  rtlgen_sync #(.INIT(1)) u_hold (.clk(kernel_clk), .in(bus_rst), .out(kernel_hold));
  rtlgen_sync #(.INIT(0)) u_ping (.clk(kernel_clk), .in(ping), .out(kernel_ping));
  rtlgen_sync #(.INIT(0)) u_pong (.clk(clk), .in(resting[REST-1]), .out(pong));
  rtlgen_sync #(.INIT(0)) u_done (.clk(clk), .in(kernel_done), .out(core_is_done));
  rtlgen_sync #(.INIT(0)) u_config_error (.clk(clk), .in(kernel_config_error), .out(config_error));

  initial bus_rst = 1'b1;
  initial kernel_rst = 1'b1;
  always @(posedge kernel_clk) begin
    kernel_rst <= kernel_hold;
    resting <= {resting[REST-2:0], kernel_ping};
    kernel_done <= core_done;
    kernel_config_error <= core_config_error & ~kernel_rst;
  end

  wire token_back = ping == pong;

  // ---- The run ------------------------------------------------------------------------------------------
  localparam [2:0] RECALL = 0;   // in reset; an earlier trip of the token may not have ended
  localparam [2:0] RESET = 1;    // the token follows the reset
  localparam [2:0] SETTLE = 2;   // it is back, so kernel_rst is high
  localparam [2:0] IDLE = 3;
  localparam [2:0] RELEASE = 4;  // the token follows the end of the kernel side's reset
  localparam [2:0] LISTEN = 5;   // it is back; the core's check of its extents has arrived before it
  localparam [2:0] RUN = 6;
  localparam [2:0] STOP = 7;

  reg [2:0] state, next;
  reg [2:0] age;  // clocks in this state, up to 4
  wire settled = age[2];
  wire all_idle = &idle;
  wire finished = settled & (&walk_done) & all_idle & core_is_done;
  always @* begin
    next = state;
    case (state)
      RECALL: if (token_back) next = RESET;
      RESET: if (token_back) next = SETTLE;
      SETTLE: if (settled) next = IDLE;
      IDLE: if (start) next = RELEASE;
      RELEASE: if (token_back && age != 3'd0) next = LISTEN;
      LISTEN: if (settled) next = failed ? STOP : RUN;
      RUN: if (failed) next = STOP;
           else if (finished) next = RECALL;
      default: if (settled && all_idle) next = RECALL;
    endcase
  end

  wire begins = state == IDLE && start;
  wire next_open = next[2];  // RELEASE to STOP
  wire send = (state == RECALL && token_back) || (state == RELEASE && age == 3'd0);
  assign done = busy & (state == SETTLE) & settled;

  always @(posedge clk) begin
    if (send && !rst) ping <= ~ping;
    if (rst) begin
      state <= RECALL;
      age <= 3'd0;
      bus_rst <= 1'b1;
      walk_start <= 1'b0;
      stop <= 1'b0;
      busy <= 1'b0;
    end else begin
      state <= next;
      age <= next != state ? 3'd0 : age + {2'd0, ~settled};
      bus_rst <= ~next_open;
      walk_start <= state == LISTEN && next == RUN;
      stop <= next == STOP || (stop && !begins);
      busy <= begins | (busy & ~done);
    end
  end

  // ---- Errors ---------------------------------------------------------------------------------------------
  reg [5:0] kinds;
  reg [7:0] first;
  reg [WATCHDOG_BITS-1:0] quiet;
  localparam [WATCHDOG_BITS-1:0] NEVER = 0;
  wire barks = watchdog_limit != NEVER && quiet == watchdog_limit;
  wire [5:0] seen = {cancel, barks, config_error, |err_bounds, |err_resp[ENGINES-1:READERS], |err_resp[READERS-1:0]};

  function [7:0] lowest(input [ENGINES-1:0] which);
    integer i;
    begin
      lowest = 8'd0;
      for (i = ENGINES - 1; i >= 0; i = i - 1) if (which[i]) lowest = i[7:0];
    end
  endfunction

  always @(posedge clk) begin
    if (rst || begins) begin
      kinds <= 6'd0;
      first <= 8'd0;
    end else if (!bus_rst) begin
      kinds <= kinds | seen;
      if (kinds[2:0] == 3'd0) first <= lowest(err_resp | err_bounds);
    end
    if (bus_rst || progress) quiet <= NEVER;
    else if (quiet != watchdog_limit) quiet <= quiet + {{(WATCHDOG_BITS - 1){1'b0}}, 1'b1};
  end
  assign failed = kinds != 6'd0;
  assign errors = {16'd0, first, 2'd0, kinds};

  // ---- Counters -------------------------------------------------------------------------------------------
  localparam [COUNTER_BITS-1:0] NONE = 0;
  localparam [COUNTER_BITS-1:0] ONE = 1;
  always @(posedge clk) begin
    if (rst || begins) begin
      cycles_busy <= NONE;
      cycles_stalled <= NONE;
    end else begin
      if (busy) cycles_busy <= cycles_busy + ONE;
      if (busy && !progress) cycles_stalled <= cycles_stalled + ONE;
    end
  end

endmodule

`default_nettype wire
