// Checks before reading an HDF5 dataset: its attributes, and the unpacked size of its chunks.
#pragma once

#include <hdf5.h>

#include <optional>

#include "data/attributes.hpp"
#include "spec/type.hpp"
#include "support/expected.hpp"

namespace rtlgen::data {

struct Part;

/// An error unless an enumeration is that of truth values in h5py: FALSE is 0, TRUE is 1.
std::optional<Error> check_truth(hid_t enumeration);

/// `stored` without its sign if the dataset is `_Unsigned`. An error if the numbers are packed.
Expected<spec::Type> type_by_attributes(hid_t dataset, const spec::Type& stored);

/// Recognises missing numbers in the dataset.
Expected<ValidNumbers> valid_numbers(hid_t dataset, const spec::Type& type);

/// An error if chunks of the part are far larger than the dataset, or unpack to more than a chunk, because the library
/// allocates memory for all of that.
std::optional<Error> check_chunks(hid_t dataset, const Part& part);

}  // namespace rtlgen::data
