-- @bench@ -- self-checking test bench of @core@
-- @origin@
-- Grid @grid@, time steps @iterations@: @run_words@ words of @cells@ cells in and out in each of the runs, here @runs@.
--
-- Words to offer and words to expect are in @vectors@/*.hex; the expected ones are the golden engine's. Words are offered
-- with gaps and taken with back-pressure, both from a seed. In this folder:
--
--   GHDL    ghdl -i --std=08 ../vhdl/*.vhd @bench@.vhd && ghdl -m --std=08 @bench@ && ghdl -r --std=08 @bench@
--   XSim    xvhdl -2008 $(sed s,^,../vhdl/, ../vhdl/files.txt) @bench@.vhd && xelab @bench@ -s @bench@ && xsim @bench@ -R
--   Questa  vlib work && vcom -2008 $(sed s,^,../vhdl/, ../vhdl/files.txt) @bench@.vhd && vsim -c @bench@ -onfinish exit -do "run -all; exit"
--
-- The last line says PASS or FAIL; FAIL ends with severity failure. ghdl -r with --vcd=@bench@.vcd writes what
-- @bench@_vhdl.gtkw and @bench@_vhdl.sucl lay out: gtkwave @bench@.vcd @bench@_vhdl.gtkw
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use std.textio.all;

entity @bench@ is
  generic (
    SEED : positive := @seed@;
    GAPS_IN : natural := 64;  -- clocks of 256 without a word to offer
    GAPS_OUT : natural := 64;  -- and those in which no word is taken
    VECTORS : string := "@vectors@"
  );
end entity @bench@;

architecture test of @bench@ is

  constant CELLS : positive := @cells@;  -- cells of a word
  constant RUNS : positive := @runs@;
  constant RUN_WORDS : positive := @run_words@;
  constant PASS_WORDS : positive := @pass_words@;
  constant FRAME_WORDS : positive := @frame_words@;
  constant PLANE_WORDS : positive := @plane_words@;
  constant ROW_WORDS : positive := @row_words@;
  constant ROWS : positive := @rows@;
  constant PASSES : positive := @passes@;  -- passes of a run
  constant QUIET_CYCLES : positive := @quiet@;  -- clocks without a word that mean a hang
  constant DRAIN : positive := @drain@;  -- clocks to wait for surplus words
  constant TO_COMPARE : natural := @compared@;  -- cells and monitors that count
  constant SHOWN : positive := 10;  -- faults with a line of their own

  signal clk : std_logic := '0';
  signal rst : std_logic := '1';
  signal noise : unsigned(31 downto 0) := to_unsigned(SEED, 32);
  signal run, faults, compared, words_in, words_out, cycles, quiet, passes_seen : natural := 0;
  signal in_valid, out_ready : std_logic := '0';
  signal in_ready, out_valid, done, config_error : std_logic;
@declarations@
  -- A linear feedback shift register over 32 bits, three shifts per clock (xorshift).
  function shifted (before : unsigned(31 downto 0)) return unsigned is
    variable s : unsigned(31 downto 0);
  begin
    s := before xor shift_left(before, 13);
    s := s xor shift_right(s, 17);
    return s xor shift_left(s, 5);
  end function shifted;

  -- The next line of a file: a hexadecimal number, of which `word` has the low bits.
  procedure next_word (file words : text; variable word : out std_logic_vector) is
    variable row : line;
    variable digits : std_logic_vector((word'length + 3) / 4 * 4 - 1 downto 0);
  begin
    readline(words, row);
    hread(row, digits);
    word := digits(word'length - 1 downto 0);
    deallocate(row);
  end procedure next_word;

  procedure say (text_of_line : string) is
    variable row : line;
  begin
    write(row, text_of_line);
    writeline(output, row);
  end procedure say;

  function bit_of (condition : boolean) return std_logic is
  begin
    if condition then
      return '1';
    end if;
    return '0';
  end function bit_of;

begin

  clk <= not clk after 5 ns;

  step_noise : process (clk) is
  begin
    if rising_edge(clk) then
      noise <= shifted(noise);
      out_ready <= bit_of(noise(15 downto 8) >= GAPS_OUT);
    end if;
  end process step_noise;

  core : entity work.@core@
    port map (
      clk => clk,
      rst => rst,
@connections@      in_valid => in_valid,
      in_ready => in_ready,
      out_valid => out_valid,
      out_ready => out_ready,
      config_error => config_error,
      done => done
    );

  -- Offers words together, and one more after the last, which the core must not take.
  offer : process (clk) is
    variable offered : natural := 0;
@offer_variables@  begin
    if rising_edge(clk) then
      if rst = '1' then
        in_valid <= '0';
        words_in <= 0;
        offered := 0;
      elsif in_valid = '0' or in_ready = '1' then
        if in_valid = '1' then
          words_in <= words_in + 1;
        end if;
        in_valid <= '0';
@offer_nothing@        if noise(7 downto 0) >= GAPS_IN then
          in_valid <= '1';
          if offered < RUN_WORDS then
@offer_word@            offered := offered + 1;
          end if;
        end if;
      end if;
    end if;
  end process offer;
@drive@
  check : process (clk) is
    variable found, count, seen, moves : natural := 0;
    variable was_stalled : boolean := false;
@check_variables@
    procedure wrong (what : string) is
    begin
      found := found + 1;
      if found < SHOWN then
        say("FAULT " & what & " (run " & integer'image(run) & ", word " & integer'image(words_out) & ")");
      elsif found = SHOWN then
        say("further faults are only counted");
      end if;
    end procedure wrong;

    procedure mismatch (field : string; lane : natural; got, expected : std_logic_vector) is
      constant WORD : natural := words_out mod PASS_WORDS mod FRAME_WORDS;
      constant BLOCK_INDEX : natural := words_out mod PASS_WORDS / FRAME_WORDS;
      constant X : integer := BLOCK_INDEX mod @blocks@ * @stride_x@ + WORD mod ROW_WORDS * CELLS + lane - @low_x@;
      constant Y : integer := BLOCK_INDEX / @blocks@ * @stride_y@ + WORD / ROW_WORDS mod ROWS - @low_y@;
      constant Z : integer := WORD / PLANE_WORDS - @low_z@;
      constant STEP : integer := (run * PASSES + words_out / PASS_WORDS + 1) * @steps@ - @bypass@;
    begin
      if found + 1 < SHOWN then
        say("MISMATCH " & field & " at x=" & integer'image(X) & " y=" & integer'image(Y) & " z=" & integer'image(Z) &
            " after step " & integer'image(STEP) & ": " & to_hstring(got) & ", expected " & to_hstring(expected) &
            " (run " & integer'image(run) & ", word " & integer'image(words_out) & ", lane " & integer'image(lane) & ")");
        found := found + 1;
      else
        wrong(field & " differs");
      end if;
    end procedure mismatch;
  begin
    if rising_edge(clk) then
      cycles <= cycles + 1;
      if rst = '1' then
        words_out <= 0;
        moves := 0;
        seen := 0;
        was_stalled := false;
      else
        moves := moves + 1;
        if in_valid = '1' and in_ready = '1' then
          moves := 0;
          if words_in = RUN_WORDS then
            wrong("the core takes a word too many");
          end if;
        end if;
        if config_error /= '0' then
          wrong("config_error is not 0");
        end if;
        if is_x(out_valid) then
          wrong("out_valid is unknown");
        end if;
        if was_stalled and out_valid /= '1' then
          wrong("out_valid falls before the word is taken");
        end if;
@stable@        if out_valid = '1' and out_ready = '1' then
          moves := 0;
          if words_out >= RUN_WORDS then
            wrong("the core gives a word too many");
          else
@compare@          end if;
          words_out <= words_out + 1;
        end if;
        was_stalled := out_valid = '1' and out_ready = '0';
@keep@@monitor@      end if;
      quiet <= moves;
      faults <= found;
      compared <= count;
      passes_seen <= seen;
    end if;
  end process check;

  control : process is
    variable own : natural := 0;
@control_variables@
    procedure clocks (number : positive) is
    begin
      for i in 1 to number loop
        wait until rising_edge(clk);
      end loop;
    end procedure clocks;

    procedure wrong (what : string) is
    begin
      own := own + 1;
      say("FAULT " & what & " (run " & integer'image(run) & ")");
    end procedure wrong;
  begin
    for index in 0 to RUNS - 1 loop
      run <= index;
      rst <= '1';
@settings@      clocks(4);
      rst <= '0';
      clocks(2);
      while words_out < RUN_WORDS and quiet < QUIET_CYCLES and faults < 100000 loop
        clocks(1);
      end loop;
      if words_out < RUN_WORDS then
        wrong("time-out: " & integer'image(words_out) & " of " & integer'image(RUN_WORDS) &
              " words have come out, and none moves");
        exit;
      end if;
      clocks(DRAIN);
      if done /= '1' then
        wrong("done is not 1 after the run");
      end if;
      if words_in /= RUN_WORDS then
        wrong("the core has not taken every word");
      end if;
@end@    end loop;
    if faults = 0 and own = 0 and compared = TO_COMPARE then
      say("PASS @core@: " & integer'image(compared) & " values are the golden engine's, " & integer'image(cycles) &
          " clocks");
      std.env.finish;
    else
      say("FAIL @core@: faults: " & integer'image(faults + own) & "; " & integer'image(compared) & " of " &
          integer'image(TO_COMPARE) & " values compared");
      report "@core@ failed" severity failure;
    end if;
    wait;
  end process control;

end architecture test;
