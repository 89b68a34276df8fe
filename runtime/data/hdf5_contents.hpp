// Checks before reading an HDF5 dataset: its attributes, and the unpacked size of its chunks.
#pragma once

#include <hdf5.h>

#include "data/attributes.hpp"
#include "spec/type.hpp"

namespace rtlgen::data {

struct Part;

/// Throws BadFile unless an enumeration is that of truth values in h5py: FALSE is 0, TRUE is 1.
void check_truth(hid_t enumeration);

/// `stored` without its sign if the dataset is `_Unsigned`. Throws BadFile if the numbers are packed.
spec::Type type_by_attributes(hid_t dataset, const spec::Type& stored);

/// Recognises missing numbers in the dataset.
ValidNumbers valid_numbers(hid_t dataset, const spec::Type& type);

/// Throws BadFile if chunks of the part are far larger than the dataset, or unpack to more than a chunk, because the
/// library allocates memory for all of that.
void check_chunks(hid_t dataset, const Part& part);

}  // namespace rtlgen::data
