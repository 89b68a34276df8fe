// The job of one compiled simulation: the contents of a job file, and arrays packed into port words.
//
// Compiled with every Verilated core, so it includes nothing of rtlgen. A job file is lines of
// `key value...`; the runner (sim/runner/verilator.cpp) writes it. Array files are raw cells, x
// first, each cell in 1, 2, 4 or 8 little-endian bytes.
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace bench {

/// An array of a port: width of a cell in bits, bytes per cell in the file, file name.
struct ArrayJob {
  std::string name;
  int bits = 0;
  int bytes = 0;
  std::string path;
};

/// A data port: the arrays whose cells are adjacent in it, the first in the low bits.
struct PortJob {
  std::string name;
  std::vector<ArrayJob> arrays;

  /// Bits per lane.
  [[nodiscard]] int bits() const {
    int sum = 0;
    for (const ArrayJob& array : arrays) sum += array.bits;
    return sum;
  }
};

/// A port that loads arrays before the run, in their own shape.
struct HeldJob {
  PortJob port;
  int lanes = 1;
  std::uint64_t row_cells = 1;
  std::uint64_t rows = 1;

  [[nodiscard]] std::uint64_t row_words() const {
    return (row_cells + static_cast<std::uint64_t>(lanes) - 1) / static_cast<std::uint64_t>(lanes);
  }
  [[nodiscard]] std::uint64_t words() const { return row_words() * rows; }
};

struct Job {
  std::map<std::string, std::uint64_t> settings;  ///< value of every cfg_* and param_* port
  int lanes = 1;
  std::uint64_t grid[3] = {1, 1, 1};        ///< nx, ny, nz
  std::uint64_t ghost_low[3] = {0, 0, 0};   ///< cells of the frame before those of the grid, by axis
  std::uint64_t ghost_high[3] = {0, 0, 0};  ///< and after them
  std::uint64_t block[3] = {
      0, 0, 0};  ///< cells of a frame, including ghosts, along an axis that is cut into blocks; 0: whole
  std::uint64_t block_wraps[3] = {0, 0, 0};  ///< 1: frames continue at the grid's other side
  std::uint64_t passes = 1;
  std::vector<PortJob> inputs, outputs;
  std::vector<HeldJob> held;
  double stall_in = 0, stall_out = 0;  ///< probability that a cycle is stalled
  std::uint64_t seed = 1;
  std::uint64_t watchdog = 0;  ///< cycles without a moving word that count as a hang
  std::uint64_t drain = 0;     ///< cycles to watch for surplus words after the last one
  std::string trace, stats, progress = "none";

  /// Cells of a frame along an axis.
  [[nodiscard]] std::uint64_t frame(int axis) const {
    return block[axis] > 0 ? block[axis] : ghost_low[axis] + grid[axis] + ghost_high[axis];
  }
  [[nodiscard]] std::uint64_t row_words() const {
    return (frame(0) + static_cast<std::uint64_t>(lanes) - 1) / static_cast<std::uint64_t>(lanes);
  }
  [[nodiscard]] std::uint64_t frame_words() const { return row_words() * frame(1) * frame(2); }
  /// Cells of the grid per block along an axis.
  [[nodiscard]] std::uint64_t stride(int axis) const {
    return block[axis] > 0 ? block[axis] - ghost_low[axis] - ghost_high[axis] : grid[axis];
  }
  [[nodiscard]] std::uint64_t blocks(int axis) const { return (grid[axis] + stride(axis) - 1) / stride(axis); }
  /// Words of all frames of a pass, x fastest among the blocks.
  [[nodiscard]] std::uint64_t pass_words() const { return frame_words() * blocks(0) * blocks(1); }
  [[nodiscard]] bool in_place() const {
    return frame(0) * frame(1) * frame(2) * blocks(0) * blocks(1) == grid[0] * grid[1] * grid[2];
  }
  /// The grid coordinate along an axis of cell `cell` in the frame of a block, or -1: none.
  [[nodiscard]] std::int64_t grid_coordinate(int axis, std::uint64_t index, std::uint64_t cell) const {
    const auto n = static_cast<std::int64_t>(grid[axis]);
    const auto at = static_cast<std::int64_t>(index * stride(axis) + cell) - static_cast<std::int64_t>(ghost_low[axis]);
    if (block[axis] > 0 && !block_wraps[axis]) return at >= 0 && at < n ? at : -1;
    return (at % n + n) % n;
  }
  /// The position of grid cell (x, y, z) among all cells of a pass, including padding.
  [[nodiscard]] std::uint64_t home(std::int64_t x, std::int64_t y, std::int64_t z) const {
    std::uint64_t index[3], cell[3];
    const std::int64_t at[3] = {x, y, z};
    for (int a = 0; a < 3; ++a) {
      index[a] = static_cast<std::uint64_t>(at[a]) / stride(a);
      cell[a] = static_cast<std::uint64_t>(at[a]) % stride(a) + ghost_low[a];
    }
    const std::uint64_t row = (index[0] + blocks(0) * index[1]) * frame(1) * frame(2) + cell[1] + frame(1) * cell[2];
    return row * row_words() * static_cast<std::uint64_t>(lanes) + cell[0];
  }
  /// The grid cell at position `place` of a pass, as an index into the grid; -1: padding, or outside the grid.
  [[nodiscard]] std::int64_t cell_at(std::uint64_t place) const {
    const std::uint64_t padded = row_words() * static_cast<std::uint64_t>(lanes);
    const std::uint64_t row = place / padded, rows = frame(1) * frame(2);
    if (place % padded >= frame(0)) return -1;
    const std::uint64_t index = row / rows;
    const std::int64_t x = grid_coordinate(0, index % blocks(0), place % padded);
    const std::int64_t y = grid_coordinate(1, index / blocks(0), row % frame(1));
    const std::int64_t z = grid_coordinate(2, 0, row % rows / frame(1));
    if (x < 0 || y < 0 || z < 0) return -1;
    return x + static_cast<std::int64_t>(grid[0]) * (y + static_cast<std::int64_t>(grid[1]) * z);
  }
};

inline ArrayJob read_array(std::istringstream& line) {
  ArrayJob array;
  line >> array.name >> array.bits >> array.bytes >> std::ws;
  std::getline(line, array.path);
  return array;
}

inline Job read_job(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read job file " + path + ": " + std::strerror(errno));
  Job job;
  PortJob* latest = nullptr;  // port of the next array
  for (std::string text; std::getline(file, text);) {
    std::istringstream line(text);
    std::string key;
    line >> key;
    if (key == "set") {
      std::string port;
      line >> port;
      line >> job.settings[port];
    } else if (key == "input" || key == "output") {
      std::vector<PortJob>& list = key == "input" ? job.inputs : job.outputs;
      list.emplace_back();
      latest = &list.back();
      line >> latest->name;
    } else if (key == "held") {
      job.held.emplace_back();
      HeldJob& held = job.held.back();
      line >> held.lanes >> held.row_cells >> held.rows >> held.port.name;
      latest = &held.port;
    } else if (key == "array") {
      if (latest == nullptr) throw std::runtime_error("job file: an array before its port");
      latest->arrays.push_back(read_array(line));
    } else if (key == "lanes") {
      line >> job.lanes;
    } else if (key == "grid") {
      for (std::uint64_t& n : job.grid) line >> n;
    } else if (key == "ghost_low") {
      for (std::uint64_t& n : job.ghost_low) line >> n;
    } else if (key == "ghost_high") {
      for (std::uint64_t& n : job.ghost_high) line >> n;
    } else if (key == "block") {
      for (std::uint64_t& n : job.block) line >> n;
    } else if (key == "block_wraps") {
      for (std::uint64_t& n : job.block_wraps) line >> n;
    } else if (key == "passes") {
      line >> job.passes;
    } else if (key == "stall_in") {
      line >> job.stall_in;
    } else if (key == "stall_out") {
      line >> job.stall_out;
    } else if (key == "seed") {
      line >> job.seed;
    } else if (key == "watchdog") {
      line >> job.watchdog;
    } else if (key == "drain") {
      line >> job.drain;
    } else if (key == "progress") {
      line >> job.progress;
    } else if (key == "trace") {
      std::getline(line >> std::ws, job.trace);
    } else if (key == "stats") {
      std::getline(line >> std::ws, job.stats);
    } else if (!key.empty()) {
      throw std::runtime_error("job file: unknown key " + key);
    }
  }
  return job;
}

/// SplitMix64: small, seedable, and the same on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// True with the probability threshold / 2^32.
  bool chance(std::uint64_t threshold) { return (next() >> 32) < threshold; }

 private:
  std::uint64_t state_;
};

/// An array as port words of `stride` bytes each: lane 0 in the low bits, unused high bits zero.
class Words {
 public:
  Words() = default;
  Words(std::uint64_t count, std::size_t stride) : stride_(stride), data_(count * stride) {}

  [[nodiscard]] std::uint8_t* at(std::uint64_t index) { return data_.data() + index * stride_; }
  [[nodiscard]] const std::uint8_t* at(std::uint64_t index) const { return data_.data() + index * stride_; }

 private:
  std::size_t stride_ = 0;
  std::vector<std::uint8_t> data_;
};

inline void write_bits(std::uint8_t* word, std::size_t low, int count, std::uint64_t value) {
  for (int done = 0; done < count;) {
    const std::size_t byte = (low + static_cast<std::size_t>(done)) / 8;
    const int shift = static_cast<int>((low + static_cast<std::size_t>(done)) % 8);
    const int now = count - done < 8 - shift ? count - done : 8 - shift;
    const unsigned mask = ((1u << now) - 1u) << shift;
    const unsigned part = (static_cast<unsigned>(value >> done) << shift) & mask;
    word[byte] = static_cast<std::uint8_t>((word[byte] & ~mask) | part);
    done += now;
  }
}

inline std::uint64_t read_bits(const std::uint8_t* word, std::size_t low, int count) {
  std::uint64_t value = 0;
  for (int done = 0; done < count;) {
    const std::size_t byte = (low + static_cast<std::size_t>(done)) / 8;
    const int shift = static_cast<int>((low + static_cast<std::size_t>(done)) % 8);
    const int now = count - done < 8 - shift ? count - done : 8 - shift;
    const std::uint64_t part = (static_cast<unsigned>(word[byte]) >> shift) & ((1u << now) - 1u);
    value |= part << done;
    done += now;
  }
  return value;
}

inline std::uint64_t width_mask(int bits) { return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1; }

/// Copies a lane of one word to a lane of another.
inline void copy_lane(const PortJob& port, const std::uint8_t* from, std::uint64_t from_lane, std::uint8_t* to,
                      std::uint64_t to_lane) {
  const auto bits = static_cast<std::size_t>(port.bits());
  std::size_t done = 0;
  for (const ArrayJob& array : port.arrays) {
    write_bits(to, static_cast<std::size_t>(to_lane) * bits + done, array.bits,
               read_bits(from, static_cast<std::size_t>(from_lane) * bits + done, array.bits));
    done += static_cast<std::size_t>(array.bits);
  }
}

/// Reads the files of a port's arrays into the words of a pass, including ghosts. Lanes after the last cell of a row
/// and cells outside the grid get random bits, on which the core must not depend.
inline Words load_port(const Job& job, const PortJob& port, std::size_t stride, Random& random) {
  const std::uint64_t cells = job.grid[0] * job.grid[1] * job.grid[2];
  const auto lanes = static_cast<std::uint64_t>(job.lanes);
  Words words(job.pass_words(), stride);
  std::size_t low = 0;
  for (const ArrayJob& array : port.arrays) {
    const auto bytes = static_cast<std::size_t>(array.bytes);
    std::vector<std::uint8_t> raw(cells * bytes);
    std::ifstream file(array.path, std::ios::binary);
    if (!file.read(reinterpret_cast<char*>(raw.data()), static_cast<std::streamsize>(raw.size()))) {
      throw std::runtime_error("cannot read " + array.path + ": " + std::strerror(errno));
    }
    for (std::uint64_t place = 0; place < job.pass_words() * lanes; ++place) {
      const std::int64_t cell = job.cell_at(place);
      std::uint64_t value = 0;
      if (cell >= 0) {
        std::memcpy(&value, raw.data() + static_cast<std::size_t>(cell) * bytes, bytes);
      } else {
        value = random.next();
      }
      write_bits(words.at(place / lanes),
                 static_cast<std::size_t>(place % lanes) * static_cast<std::size_t>(port.bits()) + low, array.bits,
                 value & width_mask(array.bits));
    }
    low += static_cast<std::size_t>(array.bits);
  }
  return words;
}

/// The same for arrays that are loaded before the run, in their own shape.
inline Words load_held(const HeldJob& held, std::size_t stride, Random& random) {
  Job own;
  own.lanes = held.lanes;
  own.grid[0] = held.row_cells;
  own.grid[1] = held.rows;
  return load_port(own, held.port, stride, random);
}

/// Writes the grid's cells of a port's arrays to their files.
inline void store_port(const Job& job, const PortJob& port, const Words& words) {
  const auto lanes = static_cast<std::uint64_t>(job.lanes);
  std::size_t low = 0;
  for (const ArrayJob& array : port.arrays) {
    const auto bytes = static_cast<std::size_t>(array.bytes);
    std::vector<std::uint8_t> raw(job.grid[0] * job.grid[1] * job.grid[2] * bytes);
    for (std::uint64_t cell = 0; cell < raw.size() / bytes; ++cell) {
      const std::uint64_t row = cell / job.grid[0];
      const std::uint64_t place =
          job.home(static_cast<std::int64_t>(cell % job.grid[0]), static_cast<std::int64_t>(row % job.grid[1]),
                   static_cast<std::int64_t>(row / job.grid[1]));
      const std::uint64_t value =
          read_bits(words.at(place / lanes),
                    static_cast<std::size_t>(place % lanes) * static_cast<std::size_t>(port.bits()) + low, array.bits);
      std::memcpy(raw.data() + cell * bytes, &value, bytes);
    }
    low += static_cast<std::size_t>(array.bits);
    std::ofstream file(array.path, std::ios::binary);
    file.write(reinterpret_cast<const char*>(raw.data()), static_cast<std::streamsize>(raw.size()));
    if (!file.flush()) throw std::runtime_error("cannot write " + array.path + ": " + std::strerror(errno));
  }
}

}  // namespace bench
