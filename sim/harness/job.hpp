// The job of one compiled simulation: what a job file says, and arrays packed into port words.
//
// Compiled with every Verilated core, so it includes nothing of rtlgen. A job file is lines of
// `key value...`; the runner (sim/runner/verilator.cpp) writes it. Array files are raw cells, x
// first, each cell in 1, 2, 4 or 8 little-endian bytes.
#pragma once

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

/// One data port's array: width of a cell in bits, bytes of a cell in the file, file name.
struct ArrayJob {
  std::string name;
  int bits = 0;
  int bytes = 0;
  std::string path;
};

/// An array that is loaded before the run, in its own shape.
struct HeldJob {
  ArrayJob array;
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
  std::uint64_t ghost_low[3] = {0, 0, 0};   ///< cells of the frame before the grid's, by axis
  std::uint64_t ghost_high[3] = {0, 0, 0};  ///< and after them
  std::uint64_t passes = 1;
  std::vector<ArrayJob> inputs, outputs;
  std::vector<HeldJob> held;
  double stall_in = 0, stall_out = 0;  ///< probability that a cycle is stalled
  std::uint64_t seed = 1;
  std::uint64_t watchdog = 0;  ///< cycles without any word moving that mean a hang
  std::uint64_t drain = 0;     ///< cycles to watch for words too many after the last one
  std::string trace, stats, progress = "none";

  /// Cells of the frame along an axis.
  [[nodiscard]] std::uint64_t frame(int axis) const { return ghost_low[axis] + grid[axis] + ghost_high[axis]; }
  [[nodiscard]] std::uint64_t row_words() const {
    return (frame(0) + static_cast<std::uint64_t>(lanes) - 1) / static_cast<std::uint64_t>(lanes);
  }
  [[nodiscard]] std::uint64_t frame_words() const { return row_words() * frame(1) * frame(2); }
  [[nodiscard]] bool has_ghosts() const { return frame(0) * frame(1) * frame(2) != grid[0] * grid[1] * grid[2]; }
  /// The coordinate in the grid that frame coordinate `cell` shows along an axis.
  [[nodiscard]] std::uint64_t grid_coordinate(int axis, std::uint64_t cell) const {
    const std::uint64_t n = grid[axis];
    return (cell + (n - ghost_low[axis] % n)) % n;
  }
  /// Where the frame holds that coordinate outside its ghosts.
  [[nodiscard]] std::uint64_t home(int axis, std::uint64_t cell) const { return ghost_low[axis] + grid_coordinate(axis, cell); }
};

inline ArrayJob read_array(std::istringstream& line) {
  ArrayJob array;
  line >> array.name >> array.bits >> array.bytes >> std::ws;
  std::getline(line, array.path);
  return array;
}

inline Job read_job(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read job file " + path);
  Job job;
  for (std::string text; std::getline(file, text);) {
    std::istringstream line(text);
    std::string key;
    line >> key;
    if (key == "set") {
      std::string port;
      line >> port;
      line >> job.settings[port];
    } else if (key == "input") {
      job.inputs.push_back(read_array(line));
    } else if (key == "held") {
      HeldJob held;
      line >> held.lanes >> held.row_cells >> held.rows;
      held.array = read_array(line);
      job.held.push_back(held);
    } else if (key == "output") {
      job.outputs.push_back(read_array(line));
    } else if (key == "lanes") {
      line >> job.lanes;
    } else if (key == "grid") {
      for (std::uint64_t& n : job.grid) line >> n;
    } else if (key == "ghost_low") {
      for (std::uint64_t& n : job.ghost_low) line >> n;
    } else if (key == "ghost_high") {
      for (std::uint64_t& n : job.ghost_high) line >> n;
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

/// SplitMix64: small, seedable, the same everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// True with the probability that `threshold` = probability * 2^32 says.
  bool chance(std::uint64_t threshold) { return (next() >> 32) < threshold; }

 private:
  std::uint64_t state_;
};

/// An array as port words, each in `stride` bytes: lane 0 in the low bits, unused high bits zero.
class Words {
 public:
  Words() = default;
  Words(std::uint64_t count, std::size_t stride) : stride_(stride), data_(count * stride) {}

  [[nodiscard]] std::uint8_t* at(std::uint64_t index) { return data_.data() + index * stride_; }
  [[nodiscard]] const std::uint8_t* at(std::uint64_t index) const {
    return data_.data() + index * stride_;
  }

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

inline std::uint64_t width_mask(int bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

/// Reads an array's file into words, ghosts included. Lanes beyond a row's last cell get random bits: the core must
/// not care.
inline Words load_array(const Job& job, const ArrayJob& array, std::size_t stride, Random& random) {
  const std::uint64_t cells = job.grid[0] * job.grid[1] * job.grid[2];
  const auto bytes = static_cast<std::size_t>(array.bytes);
  std::vector<std::uint8_t> raw(cells * bytes);
  std::ifstream file(array.path, std::ios::binary);
  if (!file.read(reinterpret_cast<char*>(raw.data()), static_cast<std::streamsize>(raw.size()))) {
    throw std::runtime_error("cannot read " + array.path);
  }
  Words words(job.frame_words(), stride);
  const auto lanes = static_cast<std::uint64_t>(job.lanes);
  const std::uint64_t padded = job.row_words() * lanes;
  for (std::uint64_t row = 0; row < job.frame(1) * job.frame(2); ++row) {
    const std::uint64_t from =
        job.grid_coordinate(1, row % job.frame(1)) + job.grid[1] * job.grid_coordinate(2, row / job.frame(1));
    for (std::uint64_t x = 0; x < padded; ++x) {
      std::uint64_t value = 0;
      if (x < job.frame(0)) {
        std::memcpy(&value, raw.data() + (from * job.grid[0] + job.grid_coordinate(0, x)) * bytes, bytes);
      } else {
        value = random.next();
      }
      write_bits(words.at(row * job.row_words() + x / lanes),
                 static_cast<std::size_t>(x % lanes) * static_cast<std::size_t>(array.bits),
                 array.bits, value & width_mask(array.bits));
    }
  }
  return words;
}

/// The same of an array that is loaded before the run, in its own shape.
inline Words load_held(const HeldJob& held, std::size_t stride, Random& random) {
  Job own;
  own.lanes = held.lanes;
  own.grid[0] = held.row_cells;
  own.grid[1] = held.rows;
  return load_array(own, held.array, stride, random);
}

/// Writes the grid's cells of an array to its file.
inline void store_array(const Job& job, const ArrayJob& array, const Words& words) {
  const auto bytes = static_cast<std::size_t>(array.bytes);
  std::vector<std::uint8_t> raw(job.grid[0] * job.grid[1] * job.grid[2] * bytes);
  const auto lanes = static_cast<std::uint64_t>(job.lanes);
  for (std::uint64_t row = 0; row < job.grid[1] * job.grid[2]; ++row) {
    const std::uint64_t from =
        job.ghost_low[1] + row % job.grid[1] + job.frame(1) * (job.ghost_low[2] + row / job.grid[1]);
    for (std::uint64_t x = 0; x < job.grid[0]; ++x) {
      const std::uint64_t cell = job.ghost_low[0] + x;
      const std::uint64_t value =
          read_bits(words.at(from * job.row_words() + cell / lanes),
                    static_cast<std::size_t>(cell % lanes) * static_cast<std::size_t>(array.bits),
                    array.bits);
      std::memcpy(raw.data() + (row * job.grid[0] + x) * bytes, &value, bytes);
    }
  }
  std::ofstream file(array.path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(raw.data()), static_cast<std::streamsize>(raw.size()));
  if (!file.flush()) throw std::runtime_error("cannot write " + array.path);
}

}  // namespace bench
