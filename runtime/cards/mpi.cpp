// Messages between processes, with MPI if rtlgen was built with it.
#include <cstdlib>

#include "cards/transport.hpp"
#include "support/errors.hpp"

#ifdef RTLGEN_HAVE_MPI
#include <mpi.h>

#include <algorithm>
#include <list>
#endif

namespace rtlgen::cards {

bool is_launched() {
  const auto several = [](const char* name) {
    const char* const size = std::getenv(name);
    return size != nullptr && std::atoi(size) > 1;
  };
  // Open MPI's mpirun; MPICH's and Slurm's PMI; srun with PMIx.
  return several("OMPI_COMM_WORLD_SIZE") || several("PMI_SIZE") ||
         (std::getenv("PMIX_RANK") != nullptr && several("SLURM_STEP_NUM_TASKS"));
}

#ifdef RTLGEN_HAVE_MPI

namespace {

/// Errors of MPI itself end all processes, by default. Messages are sent in pieces, because MPI counts bytes in an int.
class Mpi : public Transport {
 public:
  explicit Mpi(int cards) : cards_(cards) {
    MPI_Init(nullptr, nullptr);
    MPI_Comm_size(MPI_COMM_WORLD, &processes_);
    MPI_Comm_rank(MPI_COMM_WORLD, &process_);
  }
  ~Mpi() override {
    complete();
    MPI_Finalize();
  }

  [[nodiscard]] int processes() const override { return processes_; }
  [[nodiscard]] int process() const override { return process_; }
  [[nodiscard]] int local() const override { return cards_; }

  void post(int from, int to, int tag, std::vector<std::uint8_t> bytes) override {
    const std::vector<std::uint8_t>& kept = sent_.emplace_back(std::move(bytes));
    for (std::size_t done = 0; done < kept.size(); done += kPiece) {
      MPI_Request request{};
      MPI_Isend(kept.data() + done, piece(kept.size() - done), MPI_BYTE, to / cards_, number(from, to, tag),
                MPI_COMM_WORLD, &request);
      requests_.push_back(request);
    }
  }
  std::vector<std::uint8_t> take(int from, int to, int tag, std::size_t bytes) override {
    std::vector<std::uint8_t> message(bytes);
    for (std::size_t done = 0; done < bytes; done += kPiece) {
      MPI_Recv(message.data() + done, piece(bytes - done), MPI_BYTE, from / cards_, number(from, to, tag),
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return message;
  }
  std::vector<std::string> share(const std::string& mine) override {
    complete();
    int length = static_cast<int>(mine.size());
    std::vector<int> lengths(static_cast<std::size_t>(processes_)), places;
    MPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, MPI_COMM_WORLD);
    int end = 0;
    for (const int l : lengths) places.push_back(end), end += l;
    std::string together(static_cast<std::size_t>(end), '\0');
    if (end > 0)
      MPI_Allgatherv(mine.data(), length, MPI_CHAR, together.data(), lengths.data(), places.data(), MPI_CHAR,
                     MPI_COMM_WORLD);
    std::vector<std::string> texts;
    for (std::size_t p = 0; p < lengths.size(); ++p)
      texts.push_back(together.substr(static_cast<std::size_t>(places[p]), static_cast<std::size_t>(lengths[p])));
    return texts;
  }
  void end_all(int status) override { MPI_Abort(MPI_COMM_WORLD, status); }

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 30;
  static int piece(std::size_t left) { return static_cast<int>(std::min(left, kPiece)); }
  [[nodiscard]] int number(int from, int to, int tag) const {
    return ((from % cards_) * cards_ + to % cards_) * 8 + tag;
  }

  void complete() {
    if (!requests_.empty()) MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
    requests_.clear();
    sent_.clear();
  }

  int cards_;
  int processes_ = 1, process_ = 0;
  std::vector<MPI_Request> requests_;
  std::list<std::vector<std::uint8_t>> sent_;  ///< kept in place until they have been sent
};

}  // namespace

std::unique_ptr<Transport> over_mpi(int cards) { return std::make_unique<Mpi>(cards); }

#else

std::unique_ptr<Transport> over_mpi(int /*cards*/) {
  throw EnvironmentError(
      "this rtlgen was built without MPI, so its processes cannot communicate: run apt-get install libopenmpi-dev and "
      "build rtlgen again, or use --cards N without mpirun");
}

#endif

}  // namespace rtlgen::cards
