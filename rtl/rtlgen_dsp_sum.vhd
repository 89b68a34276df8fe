-- rtlgen_dsp_sum -- model of a sum in a DSP block: a + b, or a - b
-- For simulation. A project uses the file from the folder of its device family (rtl/xc5v, rtl/xc7, rtl/xcu) instead:
-- the same entity around the vendor's cell. Vivado maps this file to a DSP block, too.
--
--   generic  WIDTH  bits, 1 to 48
--   generic  RANKS  1: the result is a register; 2: the operands are registers too
--
--   port      direction  meaning
--   clk       in         everything happens at its rising edge; there is no reset and no enable
--   a         in
--   b         in
--   subtract  in         a - b instead of a + b
--   q         out        the result, RANKS clocks later, a register
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity rtlgen_dsp_sum is
  generic (
    WIDTH : positive range 1 to 48 := 48;
    RANKS : positive range 1 to 2 := 2
  );
  port (
    clk      : in std_logic;
    a        : in std_logic_vector(WIDTH - 1 downto 0);
    b        : in std_logic_vector(WIDTH - 1 downto 0);
    subtract : in std_logic;
    q        : out std_logic_vector(WIDTH - 1 downto 0)
  );
end entity rtlgen_dsp_sum;

architecture rtl of rtlgen_dsp_sum is

  signal a1, b1, sum : unsigned(WIDTH - 1 downto 0);
  signal subtract1   : std_logic;

  attribute use_dsp : string;
  attribute use_dsp of sum : signal is "yes";

begin

  registered : if RANKS = 2 generate
    operands : process (clk)
    begin
      if rising_edge(clk) then
        a1 <= unsigned(a);
        b1 <= unsigned(b);
        subtract1 <= subtract;
      end if;
    end process operands;
  end generate registered;

  direct : if RANKS = 1 generate
    a1 <= unsigned(a);
    b1 <= unsigned(b);
    subtract1 <= subtract;
  end generate direct;

  result : process (clk)
  begin
    if rising_edge(clk) then
      if subtract1 = '1' then
        sum <= a1 - b1;
      else
        sum <= a1 + b1;
      end if;
    end if;
  end process result;

  q <= std_logic_vector(sum);

end architecture rtl;
