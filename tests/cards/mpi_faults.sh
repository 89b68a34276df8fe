#!/usr/bin/env bash
# Cards in two and in three processes: each number of slabs is bit-exact, and a card that fails at any moment ends the run on all with its text.
# Usage: mpi_faults.sh PROGRAM MPIRUN DESCRIPTION
set -euo pipefail
program=$1 mpirun=$2 description=$3
launch=("$mpirun" --oversubscribe)
[ "$(id -u)" -ne 0 ] || launch+=(--allow-run-as-root)
# Containers often allow neither binding to processors nor reading of other processes' memory.
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_mpi_yield_when_idle=1 OMP_NUM_THREADS=1

for processes in 2 3; do
  said=$(timeout 1200 "${launch[@]}" -n "$processes" "$program" "$description" 0 1 5 9 10 11 12 13 14 15 16 17 18 20 22 26 29 33 40 0)
  echo "$said"
  # The first and the last of each number of slabs do not fail; those that fail before the run has ended are told.
  [ "$(grep -c ', 0: match$' <<<"$said")" -eq 8 ]
  [ "$(grep -c 'card 1 (process 1): it smells of smoke$' <<<"$said")" -ge 60 ]
  if grep -vE 'match$|smells of smoke$' <<<"$said"; then exit 1; fi
done
echo "mpi_faults.sh: all is as it should be"
