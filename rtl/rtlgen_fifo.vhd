-- rtlgen_fifo -- synchronous FIFO whose writer guarantees room
-- First-word fall-through, one word per clock, registered output. There is no in_ready: a credit
-- loop (rtlgen_credit) admits a word only if there is room for it, so the path back stays short.
--
--   generic    WIDTH  bits of a word, 1 or more
--              DEPTH  words that are always accepted, 1 or more, any number
--
--   port       direction  meaning
--   clk        in         everything happens at its rising edge
--   rst        in         synchronous, active high; empties the FIFO, clears overflow
--   in_valid   in         in_data is a word to store
--   in_data    in
--   out_ready  in         the reader accepts out_data at this edge if out_valid
--   out_valid  out        out_data is the oldest word; does not wait for out_ready
--   out_data   out        stable until accepted
--   overflow   out        a word arrived without room and was lost; stays until rst
-- A word appears two clocks after it arrived. The output register is part of the RAM, so one word more than DEPTH may
-- be inside; a write that finds DEPTH words in the RAM is an overflow. Read and write address are therefore never
-- equal, and any RAM will do.
--
-- A one-bit word is a std_logic_vector of one bit here: the port's width is a generic.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
use work.rtlgen_pkg.all;

entity rtlgen_fifo is
  generic (
    WIDTH : positive := 32;
    DEPTH : positive := 16
  );
  port (
    clk       : in std_logic;
    rst       : in std_logic;
    in_valid  : in std_logic;
    in_data   : in std_logic_vector(WIDTH - 1 downto 0);
    out_ready : in std_logic;
    out_valid : out std_logic;
    out_data  : out std_logic_vector(WIDTH - 1 downto 0);
    overflow  : out std_logic
  );
end entity rtlgen_fifo;

architecture rtl of rtlgen_fifo is

  constant ADDRESS_BITS : positive := bits_to_count(DEPTH);
  constant COUNT_BITS   : positive := bits_to_count(DEPTH + 1);

  -- At least two words: GHDL 2.0 stops at a memory of one word.
  type words_type is array (0 to larger(DEPTH, 2) - 1) of std_logic_vector(WIDTH - 1 downto 0);
  signal words         : words_type;
  signal write_address : unsigned(ADDRESS_BITS - 1 downto 0);
  signal read_address  : unsigned(ADDRESS_BITS - 1 downto 0);
  signal next_write    : unsigned(ADDRESS_BITS - 1 downto 0);
  signal next_read     : unsigned(ADDRESS_BITS - 1 downto 0);
  signal stored        : unsigned(COUNT_BITS - 1 downto 0);  -- words in the RAM
  signal has_words     : std_logic;
  signal is_full       : std_logic;
  signal write         : std_logic;
  signal read          : std_logic;
  signal valid         : std_logic;

begin

  has_words <= reduce_or(stored);
  is_full   <= eq(stored, to_unsigned(DEPTH, COUNT_BITS));
  write     <= in_valid and not is_full;
  read      <= has_words and (not valid or out_ready);

  next_write <= zeros(ADDRESS_BITS)
                when eq(write_address, to_unsigned(DEPTH - 1, ADDRESS_BITS)) = '1'
                else write_address + 1;
  next_read  <= zeros(ADDRESS_BITS)
                when eq(read_address, to_unsigned(DEPTH - 1, ADDRESS_BITS)) = '1'
                else read_address + 1;

  storage : process (clk)
  begin
    if rising_edge(clk) then
      if write = '1' then
        words(index(write_address)) <= in_data;
      end if;
      if read = '1' then
        out_data <= words(index(read_address));
      end if;
    end if;
  end process storage;

  control : process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        write_address <= zeros(ADDRESS_BITS);
        read_address  <= zeros(ADDRESS_BITS);
        stored        <= zeros(COUNT_BITS);
        valid         <= '0';
        overflow      <= '0';
      else
        if write = '1' then
          write_address <= next_write;
        end if;
        if read = '1' then
          read_address <= next_read;
        end if;
        if write = '1' and read = '0' then
          stored <= stored + 1;
        elsif read = '1' and write = '0' then
          stored <= stored - 1;
        end if;
        valid <= read or (valid and not out_ready);
        if in_valid = '1' and is_full = '1' then
          overflow <= '1';
        end if;
      end if;
    end if;
  end process control;

  out_valid <= valid;

end architecture rtl;
