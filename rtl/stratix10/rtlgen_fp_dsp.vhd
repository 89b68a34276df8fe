-- rtlgen_fp_dsp -- the hard floating-point DSP block of Stratix 10: fourteennm_fp_mac
-- For Quartus projects; simulation uses the model rtl/rtlgen_fp_dsp.vhd. Never compiled by Quartus here: the names of
-- ports and generics come from public designs (docs/adr/0025-hard-floats.md).
--
--   generic  MODE  0: a + b, 3 clocks; 1: a * b, 3 clocks; 2: a * b, rounded, + c, 4 clocks
--
--   port  direction  meaning
--   clk   in         everything happens at its rising edge; there is no reset and no enable
--   a     in
--   b     in
--   c     in         unused in modes 0 and 1
--   q     out        the result, a register
library ieee;
use ieee.std_logic_1164.all;

library fourteennm;
use fourteennm.fourteennm_components.fourteennm_fp_mac;

entity rtlgen_fp_dsp is
  generic (
    MODE : natural range 0 to 2 := 0
  );
  port (
    clk : in std_logic;
    a   : in std_logic_vector(31 downto 0);
    b   : in std_logic_vector(31 downto 0);
    c   : in std_logic_vector(31 downto 0);
    q   : out std_logic_vector(31 downto 0)
  );
end entity rtlgen_fp_dsp;

architecture rtl of rtlgen_fp_dsp is
begin

  one_sum : if MODE = 0 generate
    block_of : fourteennm_fp_mac
      generic map (
        operation_mode => "sp_add",
        use_chainin => "false",
        adder_subtract => "false",
        ax_clock => "0",
        ay_clock => "0",
        adder_input_clock => "0",
        output_clock => "0",
        clear_type => "none"
      )
      port map (
        clk(0) => clk,
        clk(1) => '0',
        clk(2) => '0',
        ena(0) => '1',
        ena(1) => '0',
        ena(2) => '0',
        clr(0) => '0',
        clr(1) => '0',
        ax => a,
        ay => b,
        resulta => q
      );
  end generate one_sum;

  one_product : if MODE = 1 generate
    block_of : fourteennm_fp_mac
      generic map (
        operation_mode => "sp_mult",
        use_chainin => "false",
        adder_subtract => "false",
        ay_clock => "0",
        az_clock => "0",
        mult_2nd_pipeline_clock => "0",
        output_clock => "0",
        clear_type => "none"
      )
      port map (
        clk(0) => clk,
        clk(1) => '0',
        clk(2) => '0',
        ena(0) => '1',
        ena(1) => '0',
        ena(2) => '0',
        clr(0) => '0',
        clr(1) => '0',
        ay => a,
        az => b,
        resulta => q
      );
  end generate one_product;

  product_and_sum : if MODE = 2 generate
    block_of : fourteennm_fp_mac
      generic map (
        operation_mode => "sp_mult_add",
        use_chainin => "false",
        adder_subtract => "false",
        ax_clock => "0",
        ay_clock => "0",
        az_clock => "0",
        mult_2nd_pipeline_clock => "0",
        ax_chainin_pl_clock => "0",
        adder_input_clock => "0",
        output_clock => "0",
        clear_type => "none"
      )
      port map (
        clk(0) => clk,
        clk(1) => '0',
        clk(2) => '0',
        ena(0) => '1',
        ena(1) => '0',
        ena(2) => '0',
        clr(0) => '0',
        clr(1) => '0',
        ax => c,
        ay => a,
        az => b,
        resulta => q
      );
  end generate product_and_sum;

end architecture rtl;
