-- rtlgen_dsp_sum -- a sum in the DSP block of Virtex-5: DSP48E
-- For projects; simulation uses the model rtl/rtlgen_dsp_sum.vhd. Ports and parameters: UG193. Z is C, X is A:B, and
-- the ALU's mode 0011 subtracts X from Z.
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

library unisim;
use unisim.vcomponents.all;

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

  signal wide_a, wide_b, sum : std_logic_vector(47 downto 0);
  signal mode                : std_logic_vector(3 downto 0);

begin

  wide_a <= std_logic_vector(resize(unsigned(a), 48));
  wide_b <= std_logic_vector(resize(unsigned(b), 48));
  mode   <= "00" & subtract & subtract;

  block_of : DSP48E
    generic map (
      A_INPUT => "DIRECT",
      B_INPUT => "DIRECT",
      USE_MULT => "NONE",
      USE_SIMD => "ONE48",
      USE_PATTERN_DETECT => "NO_PATDET",
      AREG => RANKS - 1,
      ACASCREG => RANKS - 1,
      BREG => RANKS - 1,
      BCASCREG => RANKS - 1,
      CREG => RANKS - 1,
      MREG => 0,
      PREG => 1,
      ALUMODEREG => RANKS - 1,
      OPMODEREG => 0,
      CARRYINREG => 0,
      CARRYINSELREG => 0,
      MULTCARRYINREG => 0
    )
    port map (
      CLK => clk,
      A => wide_b(47 downto 18),
      B => wide_b(17 downto 0),
      C => wide_a,
      P => sum,
      ALUMODE => mode,
      OPMODE => "0110011",
      CARRYIN => '0',
      CARRYINSEL => "000",
      ACIN => "000000000000000000000000000000",
      BCIN => "000000000000000000",
      PCIN => "000000000000000000000000000000000000000000000000",
      CARRYCASCIN => '0',
      MULTSIGNIN => '0',
      CEA2 => '1',
      CEB2 => '1',
      CEC => '1',
      CEP => '1',
      CEALUMODE => '1',
      CEA1 => '0',
      CEB1 => '0',
      CEM => '0',
      CECTRL => '0',
      CECARRYIN => '0',
      CEMULTCARRYIN => '0',
      RSTA => '0',
      RSTB => '0',
      RSTC => '0',
      RSTM => '0',
      RSTP => '0',
      RSTALUMODE => '0',
      RSTCTRL => '0',
      RSTALLCARRYIN => '0',
      ACOUT => open,
      BCOUT => open,
      CARRYCASCOUT => open,
      CARRYOUT => open,
      MULTSIGNOUT => open,
      OVERFLOW => open,
      PATTERNBDETECT => open,
      PATTERNDETECT => open,
      PCOUT => open,
      UNDERFLOW => open
    );

  q <= sum(WIDTH - 1 downto 0);

end architecture rtl;
