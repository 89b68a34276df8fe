// Sends rows and words between the cards of a run: within a process, or over MPI between processes.
//
// Cards are numbered across all processes: process p drives cards p x local() and following. Every process makes the
// same calls of share() in the same order.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace rtlgen::cards {

class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;

  [[nodiscard]] virtual int processes() const = 0;
  [[nodiscard]] virtual int process() const = 0;
  /// The number of cards per process.
  [[nodiscard]] virtual int local() const = 0;

  /// Sends a message; may return before it arrives. Messages with the same sender, receiver and tag (0 to 7) arrive in
  /// order.
  virtual void post(int from, int to, int tag, std::vector<std::uint8_t> bytes) = 0;
  /// Waits for the next such message, of `bytes` bytes, and returns it.
  virtual std::vector<std::uint8_t> take(int from, int to, int tag, std::size_t bytes) = 0;
  /// Collects the contribution of every process, in order of processes.
  virtual std::vector<std::string> share(const std::string& mine) = 0;
  /// Ends the other processes, which would wait for this one forever.
  virtual void end_all(int status) = 0;

  [[nodiscard]] int cards() const { return processes() * local(); }
  [[nodiscard]] int first() const { return process() * local(); }
  [[nodiscard]] bool is_root() const { return process() == 0; }
};

/// A transport for several cards in one process.
std::unique_ptr<Transport> in_process(int cards);

/// Whether a launcher such as mpirun started this process as one of several.
bool is_launched();
/// A transport for `cards` cards in each process of the launcher; call it once per program. Throws EnvironmentError if
/// rtlgen was built without MPI.
std::unique_ptr<Transport> over_mpi(int cards);

}  // namespace rtlgen::cards
