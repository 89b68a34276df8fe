#!/bin/sh
# A test program that reads one file of the tree.
cat "$(dirname "$0")/../../LICENSE" > /dev/null
