// Checks before a dataset of HDF5 is read: its attributes, and the size that its chunks unpack to.
#pragma once

#include <hdf5.h>

#include "data/attributes.hpp"
#include "spec/type.hpp"

namespace rtlgen::data {

struct Part;

/// Throws BadFile unless an enumeration is that of truth values as h5py stores them: FALSE is 0, TRUE is 1.
void check_truth(hid_t enumeration);

/// `stored` without its sign if the dataset is `_Unsigned`. Throws BadFile if the numbers are packed.
spec::Type type_by_attributes(hid_t dataset, const spec::Type& stored);

/// The numbers of the dataset that are no missing ones.
ValidNumbers valid_numbers(hid_t dataset, const spec::Type& type);

/// Throws BadFile if chunks of the part are far larger than the dataset, or unpack to more than a chunk: the library
/// takes memory for all of it.
void check_chunks(hid_t dataset, const Part& part);

}  // namespace rtlgen::data
