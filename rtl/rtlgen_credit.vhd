-- rtlgen_credit -- counts how many more words may be in flight
--
-- A token may enter a chain that cannot be stopped only if the FIFO at its end has room for everything in flight. The
-- counter starts with CREDITS, the number of words that the FIFO holds; a token takes one credit, a word that leaves
-- the FIFO returns it.
--
--   generic    CREDITS    1 or more
--
--   port       direction  meaning
--   clk        in         everything happens at its rising edge
--   rst        in         synchronous, active high; all credits are available again
--   take       in         a token enters now; only while available
--   give       in         a word leaves the FIFO now
--   available  out        at least one credit is available; a register
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.rtlgen_pkg.all;

entity rtlgen_credit is
  generic (
    CREDITS : positive := 16
  );
  port (
    clk       : in std_logic;
    rst       : in std_logic;
    take      : in std_logic;
    give      : in std_logic;
    available : out std_logic
  );
end entity rtlgen_credit;

architecture rtl of rtlgen_credit is

  constant COUNT_BITS : positive := bits_to_count(CREDITS + 1);

  signal count : unsigned(COUNT_BITS - 1 downto 0);

begin

  counter : process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        count     <= to_unsigned(CREDITS, COUNT_BITS);
        available <= '1';
      elsif take = '1' and give = '0' then
        count     <= count - 1;
        available <= ne(count, to_unsigned(1, COUNT_BITS));
      elsif give = '1' and take = '0' then
        count     <= count + 1;
        available <= '1';
      end if;
    end if;
  end process counter;

end architecture rtl;
