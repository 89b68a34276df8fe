// rtlgen_crc32 -- adds a byte to a CRC-32 of Ethernet (IEEE 802.3), low bit first
// The initial value is all ones. The complement is sent after the bytes, low byte first. After a message with its own
// CRC the value is 32'hDEBB20E3.
//
//   port      direction  meaning
//   crc       in         CRC of the previous bytes
//   value     in         the byte
//   next_crc  out        CRC including the byte; combinational
`default_nettype none

module rtlgen_crc32 (
  input  wire [31:0] crc,
  input  wire [7:0]  value,
  output wire [31:0] next_crc
);

  function [31:0] shifted(input [31:0] old_crc);
    integer i;
    begin
      shifted = old_crc;
      for (i = 0; i < 8; i = i + 1) shifted = {1'b0, shifted[31:1]} ^ (shifted[0] ? 32'hEDB88320 : 32'd0);
    end
  endfunction

  assign next_crc = shifted({crc[31:8], crc[7:0] ^ value});

endmodule

`default_nettype wire
