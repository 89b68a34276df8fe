// release_model -- Intel's reset release: high until the whole device is configured
`timescale 1ps/1ps
`default_nettype none

module release_model #(
  parameter CONFIGURATION_PS = 60000
) (
  output reg release_reset
);

  initial begin
    release_reset = 1'b1;
    #(CONFIGURATION_PS) release_reset = 1'b0;
  end

endmodule

`default_nettype wire
