-- rtlgen_pkg -- functions that keep VHDL expressions as short as those in Verilog
--
-- Values are std_logic (one bit) or unsigned (two bits and more). Comparisons and reductions
-- return std_logic and propagate an unknown as 'X' instead of hiding it as false; none of them
-- reports metavalues, so a simulation is silent while its pipelines fill.
-- Valid as VHDL-93 and as VHDL-2008; everything is synthesisable.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package rtlgen_pkg is

  -- '1' for true, '0' for false.
  function to_sl(condition : boolean) return std_logic;

  -- A single bit as a vector of one.
  function vec(a : std_logic) return unsigned;

  -- Comparisons: equal, not equal, unsigned less (or equal), signed less (or equal).
  function eq(a, b : unsigned) return std_logic;
  function ne(a, b : unsigned) return std_logic;
  function ult(a, b : unsigned) return std_logic;
  function ule(a, b : unsigned) return std_logic;
  function slt(a, b : unsigned) return std_logic;
  function sle(a, b : unsigned) return std_logic;

  -- Shifts by a variable amount; an amount of the width or more gives zero (sar: the sign).
  function shl(a, amount : unsigned) return unsigned;
  function shr(a, amount : unsigned) return unsigned;
  function sar(a, amount : unsigned) return unsigned;

  -- a + b + carry, one carry chain.
  function add_carry(a, b : unsigned; carry : std_logic) return unsigned;

  -- An address as an array index; 0 while it is unknown.
  function index(address : unsigned) return natural;

  -- Bits that hold 0 to values - 1; at least 1.
  function bits_to_count(values : positive) return positive;

  function larger(a, b : integer) return integer;

  -- Constants of any width, and a value repeated `count` times.
  function zeros(width : positive) return unsigned;
  function ones(width : positive) return unsigned;
  function rep(a : std_logic; count : positive) return unsigned;
  function rep(a : unsigned; count : positive) return unsigned;

  -- Sign extension.
  function sext(a : unsigned; width : positive) return unsigned;

  -- All bits and-ed, or-ed, xor-ed.
  function reduce_and(a : unsigned) return std_logic;
  function reduce_or(a : unsigned) return std_logic;
  function reduce_xor(a : unsigned) return std_logic;

end package rtlgen_pkg;

package body rtlgen_pkg is

  -- Unknown operands are handled in parts that only a simulator reads; synthesis reads a single
-- expression per function, since early returns become multiplexers in some tools.

  function known(a : unsigned) return boolean is
  begin
    return not is_x(std_logic_vector(a));
  end function known;

  function to_sl(condition : boolean) return std_logic is
    variable result : std_logic;
  begin
    if condition then
      result := '1';
    else
      result := '0';
    end if;
    return result;
  end function to_sl;

  function vec(a : std_logic) return unsigned is
    variable result : unsigned(0 downto 0);
  begin
    result(0) := a;
    return result;
  end function vec;

  function eq(a, b : unsigned) return std_logic is
  begin
    -- pragma translate_off
    if not (known(a) and known(b)) then
      return 'X';
    end if;
    -- pragma translate_on
    return to_sl(a = b);
  end function eq;

  function ne(a, b : unsigned) return std_logic is
  begin
    -- pragma translate_off
    if not (known(a) and known(b)) then
      return 'X';
    end if;
    -- pragma translate_on
    return to_sl(a /= b);
  end function ne;

  function ult(a, b : unsigned) return std_logic is
  begin
    -- pragma translate_off
    if not (known(a) and known(b)) then
      return 'X';
    end if;
    -- pragma translate_on
    return to_sl(a < b);
  end function ult;

  function ule(a, b : unsigned) return std_logic is
  begin
    -- pragma translate_off
    if not (known(a) and known(b)) then
      return 'X';
    end if;
    -- pragma translate_on
    return to_sl(a <= b);
  end function ule;

  function slt(a, b : unsigned) return std_logic is
  begin
    -- pragma translate_off
    if not (known(a) and known(b)) then
      return 'X';
    end if;
    -- pragma translate_on
    return to_sl(signed(a) < signed(b));
  end function slt;

  function sle(a, b : unsigned) return std_logic is
  begin
    -- pragma translate_off
    if not (known(a) and known(b)) then
      return 'X';
    end if;
    -- pragma translate_on
    return to_sl(signed(a) <= signed(b));
  end function sle;

  -- Integers have 31 bits; a shift by that much empties any value.
  constant integer_bits : positive := 30;

  function places(amount : unsigned) return natural is
    alias n : unsigned(amount'length - 1 downto 0) is amount;
    variable result : natural;
  begin
    if n'length > integer_bits then
      result := to_integer(n(integer_bits - 1 downto 0));
      if n(n'high downto integer_bits) /= zeros(n'length - integer_bits) then
        result := 2 ** integer_bits;
      end if;
    else
      result := to_integer(n);
    end if;
    return result;
  end function places;

  function shl(a, amount : unsigned) return unsigned is
  begin
    -- pragma translate_off
    if not known(amount) then
      return rep('X', a'length);
    end if;
    -- pragma translate_on
    return shift_left(a, places(amount));
  end function shl;

  function shr(a, amount : unsigned) return unsigned is
  begin
    -- pragma translate_off
    if not known(amount) then
      return rep('X', a'length);
    end if;
    -- pragma translate_on
    return shift_right(a, places(amount));
  end function shr;

  -- Written with the logical shift: GHDL 2.0 prints the arithmetic one as logical.
  function sar(a, amount : unsigned) return unsigned is
    constant sign : unsigned(a'length - 1 downto 0) := rep(a(a'left), a'length);
  begin
    -- pragma translate_off
    if not known(amount) then
      return rep('X', a'length);
    end if;
    -- pragma translate_on
    return shift_right(a xor sign, places(amount)) xor sign;
  end function sar;

  function index(address : unsigned) return natural is
  begin
    -- pragma translate_off
    if not known(address) then
      return 0;
    end if;
    -- pragma translate_on
    return to_integer(address);
  end function index;

  function bits_to_count(values : positive) return positive is
    variable bits : positive := 1;
  begin
    while 2 ** bits < values loop
      bits := bits + 1;
    end loop;
    return bits;
  end function bits_to_count;

  function larger(a, b : integer) return integer is
    variable result : integer;
  begin
    if a > b then
      result := a;
    else
      result := b;
    end if;
    return result;
  end function larger;

  function add_carry(a, b : unsigned; carry : std_logic) return unsigned is
  begin
    return a + b + resize(vec(carry), a'length);
  end function add_carry;

  function zeros(width : positive) return unsigned is
    constant result : unsigned(width - 1 downto 0) := (others => '0');
  begin
    return result;
  end function zeros;

  function ones(width : positive) return unsigned is
    constant result : unsigned(width - 1 downto 0) := (others => '1');
  begin
    return result;
  end function ones;

  function rep(a : std_logic; count : positive) return unsigned is
    variable result : unsigned(count - 1 downto 0);
  begin
    result := (others => a);
    return result;
  end function rep;

  function rep(a : unsigned; count : positive) return unsigned is
    variable result : unsigned(a'length * count - 1 downto 0);
  begin
    for i in 0 to count - 1 loop
      result((i + 1) * a'length - 1 downto i * a'length) := a;
    end loop;
    return result;
  end function rep;

  function sext(a : unsigned; width : positive) return unsigned is
  begin
    return unsigned(resize(signed(a), width));
  end function sext;

  function reduce_and(a : unsigned) return std_logic is
    -- pragma translate_off
    variable result : std_logic := '1';
    -- pragma translate_on
  begin
    -- pragma translate_off
    if not known(a) then
      for i in a'range loop
        result := result and a(i);
      end loop;
      return result;
    end if;
    -- pragma translate_on
    return to_sl(a = ones(a'length));
  end function reduce_and;

  function reduce_or(a : unsigned) return std_logic is
    -- pragma translate_off
    variable result : std_logic := '0';
    -- pragma translate_on
  begin
    -- pragma translate_off
    if not known(a) then
      for i in a'range loop
        result := result or a(i);
      end loop;
      return result;
    end if;
    -- pragma translate_on
    return to_sl(a /= zeros(a'length));
  end function reduce_or;

  function reduce_xor(a : unsigned) return std_logic is
    variable result : std_logic := '0';
  begin
    for i in a'range loop
      result := result xor a(i);
    end loop;
    return result;
  end function reduce_xor;

end package body rtlgen_pkg;
