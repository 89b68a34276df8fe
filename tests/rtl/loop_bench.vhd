-- Self-checking bench: tokens pass a credit counter, a chain of LATENCY registers and a FIFO.
--
-- The words are numbers in order; a missing, doubled or unknown one, an unknown control signal or
-- an overflow is a failure. With CREDITS above DEPTH + 1 the FIFO must overflow.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity loop_bench is
  generic (
    WIDTH   : positive := 16;
    DEPTH   : positive := 4;
    CREDITS : positive := 4;
    LATENCY : positive := 3;
    CYCLES  : positive := 3000
  );
end entity loop_bench;

architecture test of loop_bench is
  signal clk       : std_logic := '0';
  signal rst       : std_logic := '1';
  signal running   : boolean := true;
  signal noise     : std_logic_vector(31 downto 0) := X"01234567";
  signal available : std_logic;
  signal offer     : std_logic;
  signal take      : std_logic;
  signal give      : std_logic;
  signal out_valid : std_logic;
  signal out_ready : std_logic;
  signal overflow  : std_logic;
  signal out_data  : std_logic_vector(WIDTH - 1 downto 0);
  signal stall     : std_logic := '0';
  signal next_in   : unsigned(WIDTH - 1 downto 0);
  signal next_out  : unsigned(WIDTH - 1 downto 0);

  type words_type is array (0 to LATENCY - 1) of std_logic_vector(WIDTH - 1 downto 0);
  signal words  : words_type;
  signal valids : std_logic_vector(0 to LATENCY - 1);
begin

  clk       <= not clk after 5 ns when running else '0';
  offer     <= noise(3) or noise(17);
  out_ready <= (noise(6) or noise(7) or noise(8)) and not stall;
  take      <= offer and available;
  give      <= out_valid and out_ready;

  u_credit : entity work.rtlgen_credit
    generic map (CREDITS => CREDITS)
    port map (clk => clk, rst => rst, take => take, give => give, available => available);

  u_fifo : entity work.rtlgen_fifo
    generic map (WIDTH => WIDTH, DEPTH => DEPTH)
    port map (clk => clk, rst => rst, in_valid => valids(LATENCY - 1),
              in_data => words(LATENCY - 1), out_ready => out_ready, out_valid => out_valid,
              out_data => out_data, overflow => overflow);

  chain : process (clk)
  begin
    if rising_edge(clk) then
      noise <= noise(30 downto 0) & (noise(31) xor noise(21) xor noise(1) xor noise(0));
      words(0) <= std_logic_vector(next_in);
      for i in 1 to LATENCY - 1 loop
        words(i) <= words(i - 1);
      end loop;
      if rst = '1' then
        valids   <= (others => '0');
        next_in  <= (others => '0');
        next_out <= (others => '0');
      else
        valids(0) <= take;
        for i in 1 to LATENCY - 1 loop
          valids(i) <= valids(i - 1);
        end loop;
        if take = '1' then
          next_in <= next_in + 1;
        end if;
        if give = '1' then
          next_out <= next_out + 1;
        end if;
      end if;
    end if;
  end process chain;

  watch : process
    variable count : natural := 0;
  begin
    for cycle in 0 to CYCLES loop
      wait until falling_edge(clk);
      if cycle = 3 then
        rst <= '0';
      end if;
      -- Long stalls now and then, so that the FIFO fills.
      if (cycle / 32) mod 8 = 5 then
        stall <= '1';
      else
        stall <= '0';
      end if;
      if cycle > 4 then
        assert not is_x(std_logic_vector'(available & out_valid & overflow))
           report "unknown control" severity failure;
        assert overflow = '0' report "overflow" severity failure;
        if out_valid = '1' then
          assert not is_x(out_data) report "unknown word" severity failure;
          assert unsigned(out_data) = next_out report "wrong word" severity failure;
          if out_ready = '1' then
            count := count + 1;
          end if;
        end if;
      end if;
    end loop;
    assert count >= CYCLES / 16 report "too few words" severity failure;
    report "PASS";
    running <= false;
    wait;
  end process watch;

end architecture test;
