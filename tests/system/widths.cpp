// AxiMemory at every width of the bus; compiled, not run.
#include "system/axi_memory.hpp"
#include "system/clock.hpp"
#include "system/pcie_host.hpp"

namespace rtlgen::system {

template class AxiMemory<32>;
template class AxiMemory<64>;
template class AxiMemory<128>;
template class AxiMemory<256>;
template class AxiMemory<512>;
template class AxiMemory<1024>;
template class AxiMemory<512, 40, 4>;
template class PcieHost<12>;

}  // namespace rtlgen::system
