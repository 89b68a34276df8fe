/* Registers of the card block: offsets from its beginning, and masks of fields.
 *
 * Generated from gen/contract/card_map.cpp; do not edit. docs/card_block.md has the table. */
/* clang-format off */
#ifndef RTLGEN_CARD_H
#define RTLGEN_CARD_H

#define RTLGEN_CARD_BLOCK_OFFSET 0x00008000u /* begin of the block in each kernel's registers */
#define RTLGEN_CARD_EXPECTED_MAGIC 0x52544344u /* value of the word `magic` */
#define RTLGEN_CARD_TABLE_VERSION 0x00000001u /* version of this table */
#define RTLGEN_CARD_REQUEST_KEY 0xc0de0000u /* upper half of every write to a request */
#define RTLGEN_CARD_REFUSED_READ 0xfa11ed00u /* a read that a firewall refused gives this, plus the kind */
#define RTLGEN_CARD_METER_WINDOW 0x00010000u /* clocks of the bus in which edges are counted */
#define RTLGEN_CARD_MAGIC 0x00000000u /* 0x52544344, "RTCD" */
#define RTLGEN_CARD_FORMAT 0x00000004u /* features of this bitstream */
#define RTLGEN_CARD_FORMAT_VERSION 0x000000ffu /* version of this table: 1 */
#define RTLGEN_CARD_FORMAT_CHANNELS 0x0000ff00u /* memory channels */
#define RTLGEN_CARD_FORMAT_KERNELS 0x00ff0000u /* accelerators */
#define RTLGEN_CARD_FORMAT_TESTER 0x01000000u /* there is a memory tester */
#define RTLGEN_CARD_FORMAT_CLOCK 0x02000000u /* the kernel clock can be changed */
#define RTLGEN_CARD_FORMAT_PROBES 0x04000000u /* there are probes of the channels */
#define RTLGEN_CARD_DIGEST 0x00000008u /* digest of the design, as in manifest.json and in the register `digest` */
#define RTLGEN_CARD_STATE 0x0000000cu /* the current state */
#define RTLGEN_CARD_STATE_KERNEL_LOCKED 0x00000001u /* the kernel clock is locked */
#define RTLGEN_CARD_STATE_IN_RESET 0x00000002u /* accelerators and the path to memory are in reset */
#define RTLGEN_CARD_STATE_RUN_BUSY 0x00000004u /* a run is active */
#define RTLGEN_CARD_STATE_RUN_FAILED 0x00000008u /* the last run failed */
#define RTLGEN_CARD_STATE_REGISTERS_CLOSED 0x00000010u /* the firewall of the registers is closed */
#define RTLGEN_CARD_STATE_TRANSFERS_CLOSED 0x00000020u /* the firewall of the transfers is closed */
#define RTLGEN_CARD_STATE_CALIBRATED 0x0000ff00u /* memory is calibrated */
#define RTLGEN_CARD_STATE_READY 0x00ff0000u /* transfers go through: calibrated, and its clock crossing has been in reset */
#define RTLGEN_CARD_STATE_CAL_FAILED 0xff000000u /* calibration has failed, where the controller says so */
#define RTLGEN_CARD_KERNEL_EDGES 0x00000010u /* edges of the kernel clock in 2^16 clocks of the bus, in steps of 16; 0: it has stopped */
#define RTLGEN_CARD_MEMORY_EDGES_0 0x00000014u /* the same of the clock of this channel's controller */
#define RTLGEN_CARD_MEMORY_EDGES_1 0x00000018u /* the same of the clock of this channel's controller */
#define RTLGEN_CARD_MEMORY_EDGES_2 0x0000001cu /* the same of the clock of this channel's controller */
#define RTLGEN_CARD_MEMORY_EDGES_3 0x00000020u /* the same of the clock of this channel's controller */
#define RTLGEN_CARD_MEMORY_EDGES_4 0x00000024u /* the same of the clock of this channel's controller */
#define RTLGEN_CARD_MEMORY_EDGES_5 0x00000028u /* the same of the clock of this channel's controller */
#define RTLGEN_CARD_MEMORY_EDGES_6 0x0000002cu /* the same of the clock of this channel's controller */
#define RTLGEN_CARD_MEMORY_EDGES_7 0x00000030u /* the same of the clock of this channel's controller */
#define RTLGEN_CARD_REFUSAL 0x00000034u /* the first refusal of each firewall since the events of refusals were cleared */
#define RTLGEN_CARD_REFUSAL_TRANSFER_KIND 0x00000007u /* 0 none, 1 beyond memory, 2 channel not ready, 3 closed, in test or in reset, 4 no response, 5 protocol broken */
#define RTLGEN_CARD_REFUSAL_TRANSFER_WRITE 0x00000008u /* it was a write */
#define RTLGEN_CARD_REFUSAL_REGISTER_KIND 0x00000070u /* 0 none, 1 nothing at this address, 3 closed or in reset, 4 no response, 5 protocol broken */
#define RTLGEN_CARD_REFUSAL_REGISTER_WRITE 0x00000080u /* it was a write */
#define RTLGEN_CARD_REFUSAL_REGISTER_ADDRESS 0xffffff00u /* its address */
#define RTLGEN_CARD_REFUSED_LOW 0x00000038u /* address of the transfer; kinds 4 and 5: of the last one that went through */
#define RTLGEN_CARD_REFUSED_HIGH 0x0000003cu /* its upper half */
#define RTLGEN_CARD_TEST 0x00000040u /* the last memory test */
#define RTLGEN_CARD_TEST_BUSY 0x00000001u /* a test is running */
#define RTLGEN_CARD_TEST_DONE 0x00000002u /* it has finished */
#define RTLGEN_CARD_TEST_NO_RESPONSE 0x00000004u /* it stopped because memory stopped responding; reset the bus */
#define RTLGEN_CARD_TEST_NOT_READY 0x00000008u /* it stopped at a channel that is not ready */
#define RTLGEN_CARD_TEST_BAD_RESPONSE 0x00000010u /* memory gave an error response */
#define RTLGEN_CARD_TEST_ABORTED 0x00000020u /* a reset ended it */
#define RTLGEN_CARD_TEST_WRONG 0x00000044u /* beats that differ */
#define RTLGEN_CARD_TEST_BYTES_LOW 0x00000048u /* byte lanes 0 to 31 of a beat that differ in any of them */
#define RTLGEN_CARD_TEST_BYTES_HIGH 0x0000004cu /* byte lanes 32 to 63 */
#define RTLGEN_CARD_TEST_BAD_PAGE 0x00000050u /* page of the first word that differs */
#define RTLGEN_CARD_TEST_BAD_WORD 0x00000054u /* place of that word */
#define RTLGEN_CARD_TEST_BAD_WORD_BEAT 0x000000ffu /* beat in its page */
#define RTLGEN_CARD_TEST_BAD_WORD_LANE 0x0000ff00u /* word of 32 bits in its beat */
#define RTLGEN_CARD_TEST_SEEN 0x00000058u /* the word that was read there */
#define RTLGEN_CARD_TEST_WRITE_CLOCKS 0x0000005cu /* clocks of the bus that writing took */
#define RTLGEN_CARD_TEST_READ_CLOCKS 0x00000060u /* clocks of the bus that reading took */
#define RTLGEN_CARD_RESTARTS 0x00000064u /* resets and losses since the bitstream was loaded, modulo 2^16 */
#define RTLGEN_CARD_RESTARTS_BUS 0x0000ffffu /* resets of accelerators and the path to memory: runs and settings are lost */
#define RTLGEN_CARD_RESTARTS_MEMORY 0xffff0000u /* losses of a memory's calibration, and with it of its contents */
#define RTLGEN_CARD_CLOCK 0x00000068u /* the last change of the kernel clock */
#define RTLGEN_CARD_CLOCK_BUSY 0x00000001u /* it has begun, and the clock is not locked again: accelerators are in reset */
#define RTLGEN_CARD_CLOCK_REFUSED 0x00000002u /* the source of the clock responded with an error */
#define RTLGEN_CARD_CLOCK_IGNORED 0x00000004u /* the clock kept its lock, so it was not changed */
#define RTLGEN_CARD_CLOCK_CHANGED 0x00000008u /* settings other than the bitstream's were loaded */
#define RTLGEN_CARD_MET 0x0000006cu /* results of the build after routing */
#define RTLGEN_CARD_MET_TENTHS 0x0000ffffu /* the highest kernel clock that it meets, in 0.1 MHz */
#define RTLGEN_CARD_MET_MARK 0xffff0000u /* 0x4D48 if it is known */
#define RTLGEN_CARD_PROBE_READ_AT 0x00000070u /* probe of the chosen channel: address of the last read burst of the last run, in beats */
#define RTLGEN_CARD_PROBE_WRITE_AT 0x00000074u /* the same for writes */
#define RTLGEN_CARD_PROBE_READ_OLDEST 0x00000078u /* the oldest read burst without all of its data, if any is outstanding */
#define RTLGEN_CARD_PROBE_WRITE_OLDEST 0x0000007cu /* the oldest write burst without a response, if any is outstanding */
#define RTLGEN_CARD_PROBE_ERROR_AT 0x00000080u /* the burst that got the first error; 0 after a response without a burst */
#define RTLGEN_CARD_PROBE_BURSTS 0x00000084u /* bursts without all of their responses */
#define RTLGEN_CARD_PROBE_BURSTS_READS 0x000000ffu /* outstanding reads */
#define RTLGEN_CARD_PROBE_BURSTS_WRITES 0x0000ff00u /* outstanding writes */
#define RTLGEN_CARD_PROBE_BURSTS_MOST_READS 0x00ff0000u /* the most outstanding reads */
#define RTLGEN_CARD_PROBE_BURSTS_MOST_WRITES 0xff000000u /* the most outstanding writes */
#define RTLGEN_CARD_PROBE_WAITS 0x00000088u /* the longest time without a transfer while bursts are outstanding, in clocks of the bus */
#define RTLGEN_CARD_PROBE_WAITS_READ 0x0000ffffu /* reads; at most 65535 */
#define RTLGEN_CARD_PROBE_WAITS_WRITE 0xffff0000u /* writes; at most 65535 */
#define RTLGEN_CARD_PROBE_FLAGS 0x0000008cu /* the first error, and whether the probe records */
#define RTLGEN_CARD_PROBE_FLAGS_KEPT 0x00000001u /* an error is kept */
#define RTLGEN_CARD_PROBE_FLAGS_RECORDING 0x00000002u /* it has recorded the last run, and has seen no error */
#define RTLGEN_CARD_PROBE_FLAGS_READ_ERROR 0x00000004u /* an error response to a read */
#define RTLGEN_CARD_PROBE_FLAGS_WRITE_ERROR 0x00000008u /* an error response to a write */
#define RTLGEN_CARD_PROBE_FLAGS_READ_UNREQUESTED 0x00000010u /* data without a read */
#define RTLGEN_CARD_PROBE_FLAGS_WRITE_UNREQUESTED 0x00000020u /* a response without a write */
#define RTLGEN_CARD_PROBE_FLAGS_MORE_BEATS 0x00000040u /* more beats than requested */
#define RTLGEN_CARD_PROBE_FLAGS_FEWER_BEATS 0x00000080u /* fewer beats than requested */
#define RTLGEN_CARD_PROBE_FLAGS_UNREQUESTED_READS 0x0000ff00u /* since the event `unrequested` was cleared: beats that the host had not requested, up to 255 */
#define RTLGEN_CARD_PROBE_FLAGS_UNREQUESTED_WRITES 0x00ff0000u /* the same of responses to writes */
#define RTLGEN_CARD_EVENTS 0x00000100u /* events since the bit was cleared */
#define RTLGEN_CARD_EVENTS_KERNEL_LOST 0x00000001u /* the kernel clock lost its lock */
#define RTLGEN_CARD_EVENTS_RESTARTED 0x00000002u /* accelerators and the path to memory were reset: runs and settings are lost */
#define RTLGEN_CARD_EVENTS_REGISTER_REFUSED 0x00000004u /* an access to registers got an error from its firewall */
#define RTLGEN_CARD_EVENTS_TRANSFER_REFUSED 0x00000008u /* a transfer got an error from its firewall */
#define RTLGEN_CARD_EVENTS_REGISTERS_CLOSED 0x00000010u /* the firewall of the registers closed */
#define RTLGEN_CARD_EVENTS_TRANSFERS_CLOSED 0x00000020u /* the firewall of the transfers closed */
#define RTLGEN_CARD_EVENTS_MEMORY_LOST 0x0000ff00u /* memory was ready and no longer is */
#define RTLGEN_CARD_EVENTS_RUN_ERROR 0x00ff0000u /* the probe saw an error; until this is cleared, its words keep their values */
#define RTLGEN_CARD_EVENTS_UNREQUESTED 0xff000000u /* memory sent a response that the host had not requested, and it was dropped */
#define RTLGEN_CARD_SCRATCH 0x00000200u /* no effect */
#define RTLGEN_CARD_TRANSFER_LIMIT 0x00000204u /* clocks of the bus that the oldest transfer may take */
#define RTLGEN_CARD_TRANSFER_LIMIT_CLOCKS 0x00ffffffu /* 0: 65536 */
#define RTLGEN_CARD_TEST_PAGE 0x00000208u /* first page of 4096 bytes of a memory test */
#define RTLGEN_CARD_TEST_PAGES 0x0000020cu /* number of pages */
#define RTLGEN_CARD_TEST_SEED 0x00000210u /* seed of its pattern */
#define RTLGEN_CARD_TEST_MODE 0x00000214u /* kind of the test */
#define RTLGEN_CARD_TEST_MODE_PATTERN 0x00000003u /* 0 address, 1 noise, 2 walking ones */
#define RTLGEN_CARD_TEST_MODE_SKIP_WRITE 0x00000100u /* reads only */
#define RTLGEN_CARD_TEST_MODE_SKIP_READ 0x00000200u /* writes only */
#define RTLGEN_CARD_CLOCK_FEEDBACK 0x00000218u /* kernel clock: dividers from the bus clock to its oscillator */
#define RTLGEN_CARD_CLOCK_FEEDBACK_DIVIDER 0x000000ffu /* divides the bus clock */
#define RTLGEN_CARD_CLOCK_FEEDBACK_MULTIPLIER 0x0000ff00u /* multiplies the quotient */
#define RTLGEN_CARD_CLOCK_DIVIDE 0x0000021cu /* kernel clock: divider behind its oscillator */
#define RTLGEN_CARD_CLOCK_DIVIDE_DIVIDER 0x000000ffu /* divides its clock */
#define RTLGEN_CARD_PROBE_CHANNEL 0x00000220u /* memory channel whose probe is shown */
#define RTLGEN_CARD_PROBE_CHANNEL_CHANNEL 0x00000007u /* its number */
#define RTLGEN_CARD_RESET 0x00000300u /* resets accelerators and the path to memory, and in addition */
#define RTLGEN_CARD_RESET_BUS 0x00000001u /* nothing else */
#define RTLGEN_CARD_RESET_KERNEL 0x00000002u /* the source of the kernel clock */
#define RTLGEN_CARD_RESET_MEMORY 0x0000ff00u /* the controller; the contents of its memory are lost */
#define RTLGEN_CARD_TEST_START 0x00000304u /* starts a memory test, unless one is running */
#define RTLGEN_CARD_TEST_START_START 0x00000001u /* now */
#define RTLGEN_CARD_CLOCK_LOAD 0x00000308u /* resets accelerators and the path to memory, and loads the kernel clock's source with */
#define RTLGEN_CARD_CLOCK_LOAD_SETTINGS 0x00000001u /* the dividers of the settings */
#define RTLGEN_CARD_CLOCK_LOAD_BITSTREAM 0x00000002u /* those of the bitstream */

#endif
