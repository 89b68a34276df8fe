# The host library: programs link all of it, the fuzzers what they reach (cmake/RtlgenFuzz.cmake).
set(RTLGEN_HOST_SOURCES
  design.cpp numbers.cpp layout.cpp parts.cpp registers.cpp self_test.cpp field_places.cpp run_registers.cpp
  backend.cpp card_block.cpp channel_probe.cpp kernel_clock.cpp transfer_threads.cpp batch.cpp accelerator.cpp simulated_card.cpp device_files.cpp xdma.cpp
  vfio_device.cpp avalon_dma.cpp dma_engine.cpp avalon_tables.cpp mcdma_queues.cpp serial_port.cpp holders.cpp
  uart_line.cpp uart.cpp uart_stream.cpp c_api.cpp)
