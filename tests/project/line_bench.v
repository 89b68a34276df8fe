// A board's top, or the netlist of its bitstream, between an oscillator and a serial line that a program drives through standard input and output.
//
//   w N and N bytes (hexadecimal)   are sent, one after the other
//   r N                             up to N ns pass, until bytes have come; they are printed as a count and the bytes
//
// TOP is the module, HALF_PS half the oscillator's period, BIT_PS a bit of the line.
`timescale 1ps/1fs

module line_bench;

  reg clk = 1'b0, rx = 1'b1;
  wire tx;
  always #(`HALF_PS) clk = ~clk;
  `TOP u_top (.clk(clk), .uart_rx(rx), .uart_tx(tx));

  localparam [31:0] STDIN = 32'h80000000, STDOUT = 32'h80000001;
  reg [7:0] came [0:65535];
  reg [15:0] head = 0, tail = 0;
  reg [7:0] value;
  integer bits;
  always begin
    @(negedge tx);
    #(1.5 * `BIT_PS);
    for (bits = 0; bits < 8; bits = bits + 1) begin
      value[bits] = tx;
      #(`BIT_PS);
    end
    came[head] = value;
    head = head + 1;
  end

  reg [7:0] command, sent;
  integer count, i, bit_index, waited;
  initial begin
    while ($fscanf(STDIN, " %c %d", command, count) == 2) begin
      if (command == "w") begin
        for (i = 0; i < count; i = i + 1) begin
          if ($fscanf(STDIN, " %h", sent) != 1) $finish(0);
          rx = 1'b0;
          #(`BIT_PS);
          for (bit_index = 0; bit_index < 8; bit_index = bit_index + 1) begin
            rx = sent[bit_index];
            #(`BIT_PS);
          end
          rx = 1'b1;
          #(`BIT_PS);
        end
      end else begin
        waited = 0;
        while (head == tail && waited < count) begin
          #1000000;
          waited = waited + 1000;
        end
        $write("%0d", head - tail);
        while (head != tail) begin
          $write(" %h", came[tail]);
          tail = tail + 1;
        end
        $write("\n");
        $fflush(STDOUT);
      end
    end
    $finish(0);
  end

endmodule
