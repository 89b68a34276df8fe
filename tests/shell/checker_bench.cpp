// Drives sim/shell/axi_checker.v with a legal trace and with one mutant per rule.
//
// Prints "ok <rules>" or, for each trace that is judged wrongly, what was expected and what came.
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "Vaxi_checker.h"
#include "verilated.h"

namespace {

struct Address {
  int valid = 0, ready = 0, id = 0, addr = 0, len = 0, size = 2, burst = 1, lock = 0, cache = 3;
};

struct Cycle {
  int rst = 0;
  Address aw, ar;
  int wvalid = 0, wready = 0, wdata = 0, wlast = 0;
  int bvalid = 0, bready = 1, bid = 0, bresp = 0;
  int rvalid = 0, rready = 1, rid = 0, rdata = 0, rresp = 0, rlast = 0;
};

using Trace = std::vector<Cycle>;

/// Every channel waits once; each direction has one burst of two beats.
Trace legal() {
  Trace t(12);
  t[0].rst = t[1].rst = 1;
  for (const int at : {3, 4}) {
    t[at].aw.valid = t[at].ar.valid = 1;
    t[at].aw.addr = 0xff8;
    t[at].ar.addr = 0x1ff8;
    t[at].aw.len = t[at].ar.len = 1;
    t[at].aw.ready = t[at].ar.ready = at == 4;
  }
  for (int at = 4; at < 8; ++at) {
    t[at].wvalid = 1;
    t[at].wready = at % 2;
    t[at].wdata = t[at].wlast = at >= 6;
  }
  for (const int at : {7, 8, 9}) {
    t[at].rvalid = 1;
    t[at].rready = at != 7;
    t[at].rdata = t[at].rlast = at == 9;
  }
  for (const int at : {8, 9}) {
    t[at].bvalid = 1;
    t[at].bready = at == 9;
  }
  return t;
}

struct Mutant {
  int rule;
  std::function<void(Trace&)> breaks;
};

/// Keeps cycle `from` for long, with nobody ready.
void hang(Trace& t, int from) {
  Cycle c = t[from];
  c.aw.ready = c.ar.ready = c.wready = c.bready = c.rready = 0;
  t.insert(t.begin() + from, 12, c);
}

std::vector<Mutant> address_mutants(int tens, Address Cycle::*a) {
  const auto both = [a](auto change) {
    return [a, change](Trace& t) {
      for (const int at : {3, 4}) change(t[at].*a);
    };
  };
  return {
      {tens + 1, both([](Address& x) { x.addr += 4; })},
      {tens + 2, both([](Address& x) { x.size = 1; })},
      {tens + 3, both([](Address& x) { x.burst = 2; })},
      {tens + 4, both([](Address& x) { x.addr -= 2; })},
      {tens + 5, both([](Address& x) { x.cache = 4; })},
      {tens + 6, both([](Address& x) { x.lock = 1; })},
      {tens + 7,
       [a](Trace& t) {
         Cycle lone;
         lone.*a = t[4].*a;
         t[3] = t[4] = t[5] = lone;
       }},
      {74, both([](Address& x) { x.id = 1; })},
  };
}

/// Mutants of all channels but the addresses.
const std::vector<Mutant> kMutants = {
    {1, [](Trace& t) { t[4].aw.valid = 0; }},
    {2, [](Trace& t) { t[5].wvalid = 0; }},
    {3, [](Trace& t) { t[9].bvalid = 0; }},
    {4, [](Trace& t) { t[4].ar.valid = 0; }},
    {5, [](Trace& t) { t[8].rvalid = 0; }},
    {11, [](Trace& t) { t[4].aw.addr = 0; }},
    {12, [](Trace& t) { t[5].wdata = 9; }},
    {13, [](Trace& t) { t[9].bresp = 2; }},
    {14, [](Trace& t) { t[4].ar.addr = 0; }},
    {15, [](Trace& t) { t[8].rdata = 9; }},
    {21, [](Trace& t) { t[2].aw = t[3].aw; }},
    {22, [](Trace& t) { t[2].wvalid = 1; }},
    {23, [](Trace& t) { t[2].bvalid = 1; }},
    {24, [](Trace& t) { t[2].ar = t[3].ar; }},
    {25, [](Trace& t) { t[2].rvalid = 1; }},
    {51, [](Trace& t) { t[4].wlast = t[5].wlast = 1; }},
    {51, [](Trace& t) { t[6].wlast = t[7].wlast = 0; }},
    {52,
     [](Trace& t) {
       for (const int at : {3, 4}) t[at].aw.valid = 0;
     }},
    {52, [](Trace& t) { t[8].wvalid = t[8].wlast = 1; }},
    {61, [](Trace& t) { t[6].bvalid = 1; }},
    {61, [](Trace& t) { t[10].bvalid = 1; }},
    {62, [](Trace& t) { t[8].bresp = t[9].bresp = 1; }},
    {71, [](Trace& t) { t[4].rvalid = 1; }},
    {71, [](Trace& t) { t[10].rvalid = 1; }},
    {72, [](Trace& t) { t[7].rlast = t[8].rlast = 1; }},
    {72, [](Trace& t) { t[9].rlast = 0; }},
    {73, [](Trace& t) { t[9].rresp = 1; }},
    {74, [](Trace& t) { t[8].bid = t[9].bid = 1; }},
    {74, [](Trace& t) { t[9].rid = 1; }},
    {81,
     [](Trace& t) {
       t[3].ar.valid = t[4].ar.valid = 0;
       hang(t, 3);
     }},
    {82, [](Trace& t) { hang(t, 6); }},
    {83,
     [](Trace& t) {
       t[8].rvalid = 0;
       t[7].rvalid = 0;
       hang(t, 8);
     }},
    {84,
     [](Trace& t) {
       t[3].aw.valid = t[4].aw.valid = 0;
       for (int at = 4; at < 8; ++at) t[at].wvalid = 0;
       hang(t, 3);
     }},
    {85,
     [](Trace& t) {
       t[7].wvalid = 0;
       t[6].wready = 1;
       hang(t, 7);
     }},
};

std::vector<Mutant> mutants() {
  std::vector<Mutant> all = kMutants;
  for (const Mutant& mutant : address_mutants(30, &Cycle::aw)) all.push_back(mutant);
  for (const Mutant& mutant : address_mutants(40, &Cycle::ar)) all.push_back(mutant);
  return all;
}

int judge(const Trace& trace) {
  Vaxi_checker dut;
  for (const Cycle& c : trace) {
    dut.rst = c.rst;
#define ADDRESS(a)                                                                                \
  dut.a##valid = c.a.valid, dut.a##ready = c.a.ready, dut.a##id = c.a.id, dut.a##addr = c.a.addr, \
  dut.a##len = c.a.len, dut.a##size = c.a.size, dut.a##burst = c.a.burst, dut.a##lock = c.a.lock, \
  dut.a##cache = c.a.cache
    ADDRESS(aw);
    ADDRESS(ar);
#undef ADDRESS
    dut.wvalid = c.wvalid, dut.wready = c.wready, dut.wdata = c.wdata, dut.wlast = c.wlast;
    dut.bvalid = c.bvalid, dut.bready = c.bready, dut.bid = c.bid, dut.bresp = c.bresp;
    dut.rvalid = c.rvalid, dut.rready = c.rready, dut.rid = c.rid, dut.rdata = c.rdata;
    dut.rresp = c.rresp, dut.rlast = c.rlast;
    dut.clk = 0;
    dut.eval();
    dut.clk = 1;
    dut.eval();
  }
  return dut.violation;
}

}  // namespace

int main() {
  if (const int rule = judge(legal()); rule != 0) {
    std::printf("legal traffic breaks rule %d\n", rule);
    return 1;
  }
  int faults = 0;
  for (const Mutant& mutant : mutants()) {
    Trace trace = legal();
    mutant.breaks(trace);
    const int rule = judge(trace);
    if (rule != mutant.rule) std::printf("rule %d is broken, %d was reported\n", mutant.rule, rule);
    faults += rule != mutant.rule;
  }
  if (faults == 0) std::printf("ok %zu\n", mutants().size());
  return faults == 0 ? 0 : 1;
}
