// Formal harness of rtlgen_walk for all shapes up to bounds at once: extents, strides, ghosts and passes are free.
//
// One beat of memory is followed, any one. PART 0, a writer's walk: the beat is given once a pass if it is on the grid, never
// if it is not, and in the row that `its_row` says. PART 1, a reader's: with rows_committed at any number that stays, the
// beat is offered in pass p only if the row that gave it in pass p-1 is among them, and never if it is not on the grid. As
// what a row waits for does not depend on what has been committed, that is as good as a number that grows. Segments are
// taken at once; a run that is not over after LIMIT clocks is bad, so a check of as many clocks is a proof.
//
// Rows are 4 beats apart, planes 16. Vectors hold {z, y, x}, four bits each.
`default_nettype none

module walk_props #(
  parameter PART = 0,
  parameter AXES = 3,
  parameter BLOCKED_X = 1,
  parameter BLOCKED_Y = 1,
  parameter WRAP_X = 0,
  parameter WRAP_Y = 0,
  parameter WRAP_Z = 0,
  parameter MOST_X = 3,  // extents of the grid, 4 at most; z 2 at most
  parameter MOST_Y = 3,
  parameter MOST_Z = 2,
  parameter GHOSTS = 1,  // on each side
  parameter PASSES = 2,
  parameter ROWS = 99,   // rows of all frames of a pass that are read
  parameter LIMIT = 200
) (
  input  wire        clk,
  input  wire [11:0] any_grid,
  input  wire [7:0]  any_stride,
  input  wire [7:0]  any_blocks,
  input  wire [11:0] any_low,
  input  wire [11:0] any_high,
  input  wire [1:0]  any_passes,
  input  wire [4:0]  any_beat,
  input  wire [7:0]  any_block,  // block of the beat, {y, x}
  input  wire [8:0]  any_committed,
  output wire        bad
);

  localparam WRITE = PART == 0;
  localparam C = 6;

  reg rst = 1'b1, began = 1'b0;
  always @(posedge clk) rst <= 1'b0;

  reg [11:0] grid, low, high;
  reg [7:0] stride, blocks;
  reg [1:0] passes;
  reg [4:0] beat;
  reg [7:0] block;
  reg [8:0] committed;
  always @(posedge clk) if (rst) begin
    {grid, stride, blocks, low, high} <= {any_grid, any_stride, any_blocks, any_low, any_high};
    {passes, beat, block, committed} <= {any_passes, any_beat, any_block, any_committed};
  end
  wire [3:0] nx = grid[3:0], ny = grid[7:4], nz = grid[11:8];
  wire [3:0] sx = stride[3:0], sy = stride[7:4], bx = blocks[3:0], by = blocks[7:4];

  // ---- Which shapes there are, as gen/contract has it -------------------------------------------------------------------
  function fits(input [3:0] n, s, b, l, h, input integer most, is_blocked, wraps);
    fits = n >= 4'd1 & n <= most & l <= GHOSTS & h <= GHOSTS & s >= 4'd1 & b >= 4'd1 &
           (is_blocked != 0 ? s <= most & b <= most & {4'd0, s} * b >= n & {4'd0, s} * (b - 4'd1) < n & (wraps == 0 | s < n)
                            : b == 4'd1 & s == n & (wraps != 0 | (l == 4'd0 & h == 4'd0)));
  endfunction
  function [3:0] from(input [3:0] n, l, input integer wraps);  // coordinate of the first position
    from = wraps != 0 ? (n - l % n) % n : -l;
  endfunction
  wire [7:0] frames = bx * by;
  wire [3:0] rows_in = low[7:4] + sy + high[7:4];
  wire [3:0] planes_in = low[11:8] + nz + high[11:8];
  wire legal = fits(nx, sx, bx, low[3:0], high[3:0], MOST_X, BLOCKED_X, WRAP_X) &
               fits(ny, sy, by, low[7:4], high[7:4], MOST_Y, BLOCKED_Y, WRAP_Y) &
               fits(nz, nz, 4'd1, low[11:8], high[11:8], MOST_Z, 0, WRAP_Z) &
               passes >= 2'd1 & passes <= PASSES & frames * rows_in * planes_in <= ROWS;
  // Values that follow from the free numbers are computed once, in the clock after them.
  reg computes = 1'b0, computed = 1'b0, is_legal = 1'b0;
  wire start = computed & is_legal & ~began;
  always @(posedge clk) begin
    computes <= rst;
    computed <= computed | computes;
    began <= began | start;
    if (computes) is_legal <= legal;
  end

  wire [7:0] own_rows = sy * nz;
  wire [3:0] ahead_x = (high[3:0] + sx - 4'd1) / sx, ahead_y = (high[7:4] + sy - 4'd1) / sy;
  wire far = (BLOCKED_X != 0 & WRAP_X != 0) | (BLOCKED_Y != 0 & WRAP_Y != 0);
  wire [7:0] reach = (BLOCKED_Y != 0 ? ahead_y * bx : 8'd0) + (BLOCKED_X != 0 ? ahead_x : 8'd0);
  wire [7:0] ahead = far | reach > frames - 8'd1 ? frames - 8'd1 : reach;

  reg [31:0] rows_ahead, rows_below;
  reg [C-1:0] frames_ahead, first_x, first_y, first_z, row_beats;
  reg [7:0] pass_rows;
  always @(posedge clk) if (computes) begin
    rows_ahead <= {24'd0, ahead} * own_rows;
    frames_ahead <= frames - ahead;
    rows_below <= {28'd0, from(nz, low[11:8], WRAP_Z)} * sy;
    first_x <= {{C - 4{WRAP_X == 0 & |low[3:0]}}, from(nx, low[3:0], WRAP_X)};
    first_y <= {{C - 4{WRAP_Y == 0 & |low[7:4]}}, from(ny, low[7:4], WRAP_Y)};
    first_z <= {{C - 4{1'b0}}, from(nz, low[11:8], WRAP_Z)};
    row_beats <= WRITE ? sx : low[3:0] + {{C - 4{1'b0}}, sx} + high[3:0];
    pass_rows <= frames * own_rows;
  end

  // ---- The walk ----------------------------------------------------------------------------------------------------------
  wire done, offered, bank, row_end;
  wire valid = offered & ~rst;
  wire [C-1:0] addr, beats;
  wire [C-1:0] last_y = ny - 6'd1, last_z = nz - 6'd1;
  rtlgen_walk #(
    .ADDR_BITS(C), .BUS_BITS(8), .COUNT_BITS(C), .OFFSET_BITS(C), .AXES(AXES), .BLOCKED_X(BLOCKED_X), .BLOCKED_Y(BLOCKED_Y),
    .WRAP_X(WRAP_X), .WRAP_Y(WRAP_Y), .WRAP_Z(WRAP_Z), .WRITE(WRITE), .HAS_WRITER(1)
  ) u_walk (
    .clk(clk), .rst(rst), .start(start), .stop(1'b0), .done(done), .passes({4'd0, passes}), .row_beats(row_beats),
    .rows({2'd0, WRITE ? sy : rows_in}), .planes({2'd0, WRITE ? nz : planes_in}), .grid_x({2'd0, nx}), .first_x(first_x),
    .stride_x({2'd0, sx}), .blocks_x({2'd0, bx}), .first_y(first_y), .stride_y({2'd0, sy}), .blocks_y({2'd0, by}),
    .last_y(last_y), .first_z(first_z), .last_z(last_z), .first_offset((first_y << 2) + (first_z << 4)), .row_pitch(6'd4),
    .plane_pitch(6'd16), .band_pitch({sy, 2'd0}), .turn_row(-(last_y << 2)), .turn_plane(-(last_z << 4)),
    .turn_band({sy - ny, 2'd0}), .base_0(6'd0), .base_1(6'd0), .first_buffer(1'b0), .rows_committed({23'd0, committed}),
    .rows_ahead(rows_ahead), .frames_ahead(frames_ahead), .rows_below(rows_below),
    .seg_valid(offered), .seg_ready(1'b1), .seg_addr(addr), .seg_beats(beats), .seg_bank(bank), .seg_row_end(row_end)
  );
  reg [9:0] age = 0;
  always @(posedge clk) age <= age + began;
  wire late = age > LIMIT & ~done;

  // ---- The followed beat --------------------------------------------------------------------------------------------------
  wire on_grid = beat[1:0] < nx & beat[3:2] < ny & beat[4] < nz;
  wire [C-1:0] distance = {1'b0, beat} - addr;
  wire covers = valid & distance < beats;

  // Its block, and its own part's row of a pass, counted from 0.
  wire [7:0] corner_x = block[3:0] * sx, corner_y = block[7:4] * sy;
  reg placed = 1'b0;
  reg [7:0] its_row;
  always @(posedge clk) if (computes) begin
    placed <= on_grid & block[3:0] < bx & block[7:4] < by & beat[1:0] >= corner_x & beat[1:0] < corner_x + sx &
              beat[3:2] >= corner_y & beat[3:2] < corner_y + sy;
    its_row <= (block[7:4] * bx + block[3:0]) * own_rows + beat[4] * sy + beat[3:2] - corner_y;
  end

  reg is_written = 1'b0;  // in this pass
  reg [7:0] rows = 0;     // rows of this pass
  reg [1:0] pass = 2'd0;
  wire pass_ends = valid & row_end & rows + 8'd1 == pass_rows;
  always @(posedge clk) if (valid) begin
    is_written <= ~pass_ends & (is_written | covers);
    rows <= pass_ends ? 8'd0 : rows + row_end;
    pass <= pass + pass_ends;
  end
  wire twice = covers & (is_written | ~on_grid);
  wire missing = pass_ends & on_grid & ~(is_written | covers);
  wire wrong_row = covers & placed & rows != its_row;
  wire misplaced = valid & (bank != ~pass[0] | pass == passes | ~row_end);
  wire ends_early = age != 0 & done & pass != passes;
  wire writes = twice | missing | wrong_row | misplaced | ends_early | late;

  reg [1:0] read_pass = 2'd0;
  wire [1:0] read_pass_now = read_pass + (bank != read_pass[0]);
  always @(posedge clk) if (valid) read_pass <= read_pass_now;
  wire [9:0] needed = (read_pass_now == 2'd2 ? pass_rows : 8'd0) + its_row + 10'd1;
  wire too_early = covers & placed & read_pass_now != 2'd0 & committed < needed;
  wire unread = age != 0 & done & read_pass + 2'd1 != passes;
  wire enough = committed >= {pass_rows, 1'b0};
  wire reads = too_early | (covers & ~on_grid) | unread | (enough & late);

  generate
    if (PART == 0) begin : part_writes
      assign bad = ~rst & writes;
    end else begin : part_reads
      assign bad = ~rst & reads;
    end
  endgenerate

endmodule

`default_nettype wire
