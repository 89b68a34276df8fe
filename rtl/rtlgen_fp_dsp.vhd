-- rtlgen_fp_dsp -- model of a hard floating-point DSP block: float32, nearest even, subnormals are zero
-- For simulation. A project uses the Verilog file from the folder of its device family (rtl/arria10, rtl/stratix10,
-- rtl/agilex) instead: the same module around the vendor's cell. docs/language.md defines every bit.
--
--   generic  MODE  0: a + b, 3 clocks; 1: a * b, 3 clocks; 2: a * b, rounded, + c, 4 clocks
--
--   port  direction  meaning
--   clk   in         everything happens at its rising edge; there is no reset and no enable
--   a     in
--   b     in
--   c     in         unused in modes 0 and 1
--   q     out        the result, a register
-- Registers are where a block has them: at its inputs, after the multiplier or before the adder, and at its output.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.rtlgen_pkg.all;

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

  subtype float32 is unsigned(31 downto 0);

  constant QUIET_NAN : float32 := x"7fc00000";
  constant NOTHING   : unsigned(30 downto 0) := (others => '0');  -- below the sign of a zero

  function all_ones(x : float32) return boolean is
  begin
    return x(30 downto 23) = 255;
  end function all_ones;

  function is_nan(x : float32) return boolean is
  begin
    return all_ones(x) and x(22 downto 0) /= 0;
  end function is_nan;

  function is_inf(x : float32) return boolean is
  begin
    return all_ones(x) and x(22 downto 0) = 0;
  end function is_inf;

  function is_zero(x : float32) return boolean is
  begin
    return x(30 downto 23) = 0;
  end function is_zero;

  -- A number without the hidden bit counts as zero.
  function significand(x : float32) return unsigned is
    variable m : unsigned(23 downto 0) := (others => '0');
  begin
    if not is_zero(x) then
      m := '1' & x(22 downto 0);
    end if;
    return m;
  end function significand;

  function exponent_of(x : float32) return signed is
  begin
    return signed("000" & std_logic_vector(x(30 downto 23)));
  end function exponent_of;

  function infinity(sign : std_logic) return unsigned is
    variable x : float32 := x"7f800000";
  begin
    x(31) := sign;
    return x;
  end function infinity;

  -- Rounds the number magnitude * 2^(exponent - 127 - 47), not zero, then flushes it to zero or makes it infinite if
  -- needed.
  function rounded(sign : std_logic; exponent : signed(10 downto 0);
                   magnitude : unsigned(47 downto 0)) return unsigned is
    variable m    : unsigned(47 downto 0);
    variable e    : signed(10 downto 0);
    variable kept : unsigned(24 downto 0);
    variable x    : float32;
  begin
    m := magnitude;
    e := exponent;
    if m(47 downto 16) = 0 then
      m := shift_left(m, 32);
      e := e - 32;
    end if;
    if m(47 downto 32) = 0 then
      m := shift_left(m, 16);
      e := e - 16;
    end if;
    if m(47 downto 40) = 0 then
      m := shift_left(m, 8);
      e := e - 8;
    end if;
    if m(47 downto 44) = 0 then
      m := shift_left(m, 4);
      e := e - 4;
    end if;
    if m(47 downto 46) = 0 then
      m := shift_left(m, 2);
      e := e - 2;
    end if;
    if m(47) = '0' then
      m := shift_left(m, 1);
      e := e - 1;
    end if;
    kept := '0' & m(47 downto 24);
    if m(23) = '1' and (m(24) = '1' or m(22 downto 0) /= 0) then
      kept := kept + 1;
    end if;
    if kept(24) = '1' then
      e := e + 1;
    end if;
    if e <= 0 then
      x := sign & NOTHING;
    elsif e >= 255 then
      x := infinity(sign);
    else
      x := sign & unsigned(std_logic_vector(e(7 downto 0))) & kept(22 downto 0);
    end if;
    return x;
  end function rounded;

  function known_sum(x, y : float32) return unsigned is
    variable l, s         : float32;  -- the larger exponent, the smaller
    variable down         : unsigned(7 downto 0);
    variable moved        : unsigned(95 downto 0) := (others => '0');
    variable high, low : unsigned(47 downto 0);
    variable r            : float32;
  begin
    l := x;
    s := y;
    if x(30 downto 23) < y(30 downto 23) then
      l := y;
      s := x;
    end if;
    down := l(30 downto 23) - s(30 downto 23);
    if down > 48 then
      down := to_unsigned(48, 8);
    end if;
    high := shift_left(resize(significand(l), 48), 23);
    moved(94 downto 71) := significand(s);
    moved := shift_right(moved, to_integer(down));
    low := moved(95 downto 48);
    if moved(47 downto 0) /= 0 then
      low(0) := '1';
    end if;
    if is_nan(x) or is_nan(y) or (is_inf(x) and is_inf(y) and x(31) /= y(31)) then
      r := QUIET_NAN;
    elsif is_inf(l) then
      r := l;
    elsif high = 0 and low = 0 then
      r := (x(31) and y(31)) & NOTHING;
    elsif l(31) = s(31) then
      r := rounded(l(31), exponent_of(l) + 1, high + low);
    elsif high = low then
      r := '0' & NOTHING;
    elsif high < low then
      r := rounded(s(31), exponent_of(l) + 1, low - high);
    else
      r := rounded(l(31), exponent_of(l) + 1, high - low);
    end if;
    return r;
  end function known_sum;

  function known_product(x, y : float32) return unsigned is
    variable sign : std_logic;
    variable r    : float32;
  begin
    sign := x(31) xor y(31);
    if is_nan(x) or is_nan(y) or ((is_inf(x) or is_inf(y)) and (is_zero(x) or is_zero(y))) then
      r := QUIET_NAN;
    elsif is_inf(x) or is_inf(y) then
      r := infinity(sign);
    elsif is_zero(x) or is_zero(y) then
      r := sign & NOTHING;
    else
      r := rounded(sign, exponent_of(x) + exponent_of(y) - 126, significand(x) * significand(y));
    end if;
    return r;
  end function known_product;

  function sum(x, y : float32) return unsigned is
    variable unknown : float32 := (others => 'X');
  begin
    -- pragma translate_off
    if is_x(std_logic_vector(x)) or is_x(std_logic_vector(y)) then
      return unknown;
    end if;
    -- pragma translate_on
    return known_sum(x, y);
  end function sum;

  function product(x, y : float32) return unsigned is
    variable unknown : float32 := (others => 'X');
  begin
    -- pragma translate_off
    if is_x(std_logic_vector(x)) or is_x(std_logic_vector(y)) then
      return unknown;
    end if;
    -- pragma translate_on
    return known_product(x, y);
  end function product;

  signal a1, b1, c1, p2, c2, r2, r3, r4 : float32;

begin

  operands : process (clk)
  begin
    if rising_edge(clk) then
      a1 <= unsigned(a);
      b1 <= unsigned(b);
      c1 <= unsigned(c);
    end if;
  end process operands;

  one_sum : if MODE = 0 generate
    result : process (clk)
    begin
      if rising_edge(clk) then
        r2 <= sum(a1, b1);
        r3 <= r2;
      end if;
    end process result;
    q <= std_logic_vector(r3);
  end generate one_sum;

  one_product : if MODE = 1 generate
    result : process (clk)
    begin
      if rising_edge(clk) then
        r2 <= product(a1, b1);
        r3 <= r2;
      end if;
    end process result;
    q <= std_logic_vector(r3);
  end generate one_product;

  product_and_sum : if MODE = 2 generate
    result : process (clk)
    begin
      if rising_edge(clk) then
        p2 <= product(a1, b1);
        c2 <= c1;
        r3 <= sum(p2, c2);
        r4 <= r3;
      end if;
    end process result;
    q <= std_logic_vector(r4);
  end generate product_and_sum;

end architecture rtl;
