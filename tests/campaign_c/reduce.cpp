// Removes one piece after another while the failure stays.
#include "reduce.hpp"

#include <utility>

namespace rtlgen::test::random_c {

namespace {

/// Pieces in the order of the text: larger ones come before their parts.
void collect(Piece& piece, std::vector<Piece*>& out) {
  out.push_back(&piece);
  for (Piece& part : piece.parts) collect(part, out);
}

/// Smaller pieces that can stand in its place.
std::vector<Piece> smaller(const Piece& piece) {
  std::vector<Piece> out;
  if (piece.role == Piece::Role::kStatement && !piece.pattern.empty()) {
    out.push_back(statement(""));
    // The contents of an if or a loop, without its head.
    if (piece.pattern.compare(0, 2, "if") == 0) {
      for (const Piece& part : piece.parts) {
        if (part.role == Piece::Role::kFixed) out.push_back(part);
      }
    }
  }
  if (piece.role != Piece::Role::kValue) return out;
  if (piece.pattern != "1") out.push_back(value("1", Kind::kS32));
  for (const Piece& part : piece.parts) {
    // A float in the place of a whole number could be beyond the type that it is converted to.
    const bool is_defined = is_float(piece.kind) || !is_float(part.kind);
    if (part.role == Piece::Role::kValue && is_defined) out.push_back(part);
  }
  return out;
}

}  // namespace

CProgram reduce(CProgram program, const std::function<bool(const CProgram&)>& fails, int tries) {
  for (bool is_shorter = true; is_shorter && tries > 0;) {
    is_shorter = false;
    for (std::size_t at = 0; tries > 0; ++at) {
      std::vector<Piece*> pieces;
      collect(program.text, pieces);
      if (at >= pieces.size()) break;
      for (const Piece& instead : smaller(*pieces[at])) {
        if (tries-- <= 0) break;
        Piece old = std::exchange(*pieces[at], instead);
        if (fails(program)) {
          is_shorter = true;
          --at;  // the smaller piece can be smaller still
          break;
        }
        *pieces[at] = std::move(old);
      }
    }
  }
  return program;
}

}  // namespace rtlgen::test::random_c
