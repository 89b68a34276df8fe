// Faults in the responses of a memory channel and in the interrupt of a card, for response_faults_test.cpp
//
// Each module stands between the model of an IP and the card, and passes everything through until the test sets a fault:
// by rtlgen_card_set_fault with the module's KIND and PLACE, a channel that the board does not have.
`timescale 1ps/1ps
`default_nettype none

// response_fault -- loses one response, or adds one of one beat that was not requested
//
// Value of the fault, 0 for none: bit 0 the ID whose responses count, bit 1 adds instead of loses, from bit 2 on the
// number of the response that is lost or that the added one precedes, counted from 1.
module response_fault #(
  parameter KIND = 0,
  parameter PLACE = 0
) (
  input  wire       clk,
  input  wire       from_valid,
  output wire       from_ready,
  input  wire       from_last,
  input  wire [3:0] from_id,
  output wire       valid,
  input  wire       ready,
  output wire       last,
  output wire [3:0] id
);

  import "DPI-C" context function int rtlgen_model_fault(input int fault, input int channel);

  int now = 0, seen = 0;
  reg [29:0] left = 30'd0;  // responses up to the fault
  reg master = 1'b0, adds = 1'b0, open = 1'b0, extra = 1'b0;

  wire is_due = left == 30'd1;
  wire lose = is_due & ~adds & ~extra & from_id[0] == master;
  wire ends = from_valid & from_ready & from_last;
  wire between = ends | (~from_valid & ~open);  // the next response has not been offered yet

  always @(posedge clk) begin
    if (from_valid & from_ready) open <= ~from_last;
    if (extra) begin
      if (ready) extra <= 1'b0;
    end else if (between & is_due & adds) begin
      extra <= 1'b1;
      left <= 30'd0;
    end else if (ends & |left & from_id[0] == master) begin
      left <= left - 30'd1;
    end
    now = rtlgen_model_fault(KIND, PLACE);
    if (now != seen && between && !extra) begin
      seen = now;
      left <= now[31:2];
      adds <= now[1];
      master <= now[0];
    end
  end

  assign valid = extra | (from_valid & ~lose);
  assign last = extra | from_last;
  assign id = extra ? {3'd0, master} : from_id;
  assign from_ready = ~extra & (ready | lose);

endmodule

// interrupt_fault -- loses interrupts, or adds one
//
// Value of the fault, 0 for none: 1 requests are acknowledged, but no message is sent; 2 requests are ignored; 3 a
// message is sent once without a request.
module interrupt_fault #(
  parameter KIND = 0,
  parameter PLACE = 0
) (
  input  wire       clk,
  input  wire [1:0] req,
  output wire [1:0] ack,
  output wire [1:0] to_req,
  input  wire [1:0] from_ack
);

  import "DPI-C" context function int rtlgen_model_fault(input int fault, input int channel);

  int now = 0, seen = 0;
  reg extra = 1'b0, was = 1'b0;

  always @(posedge clk) begin
    was <= req[0];
    if (from_ack[0]) extra <= 1'b0;
    now = rtlgen_model_fault(KIND, PLACE);
    if (now != seen && (now == 0 || (!req[0] && !extra))) begin
      seen = now;
      extra <= now == 3;
    end
  end

  wire ignored = seen == 1 || seen == 2;
  assign to_req = {req[1], extra | (req[0] & ~ignored)};
  assign ack = {from_ack[1], ignored ? seen == 1 & req[0] & ~was : from_ack[0]};

endmodule

`default_nettype wire
