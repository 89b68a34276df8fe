#!/usr/bin/env bash
# rtlgen run under mpirun: the same bits as one card, one voice, and an end when a process fails or dies.
# Usage: mpi.sh RTLGEN MPIRUN SOURCE_DIR
set -euo pipefail
rtlgen=$1 mpirun=$2 source=$3
mixed=$source/tests/cards/mixed.yaml
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
launch=("$mpirun" --oversubscribe)
[ "$(id -u)" -ne 0 ] || launch+=(--allow-run-as-root)
# Containers often allow neither binding to processors nor reading of other processes' memory.
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_btl_vader_single_copy_mechanism=none OMP_NUM_THREADS=1

fail() {
  echo "mpi.sh: $*" >&2
  cat "$folder/out" "$folder/err" >&2 || true
  exit 1
}
# Runs the rest; $1: expected status.
expect() {
  local expected=$1 status=0
  shift
  timeout 240 "$@" >"$folder/out" 2>"$folder/err" || status=$?
  [ "$status" -eq "$expected" ] || fail "status $status, not $expected, of: $*"
}
says() { # file, text, how often
  [ "$(grep -cF -- "$2" "$folder/$1")" -eq "${3:-1}" ] || fail "std$1 does not say once: $2"
}

expect 0 "$rtlgen" run "$mixed" --output a="$folder/one.npy"
expect 0 "${launch[@]}" -n 4 "$rtlgen" run "$mixed" --output a="$folder/four.npy" --json "$folder/four.json"
says out "bit for bit: every cell equals"
cmp "$folder/one.npy" "$folder/four.npy" || fail "four cards make other cells"
grep -q '"processes": 4' "$folder/four.json" || fail "the JSON does not say how many processes there were"
expect 0 "${launch[@]}" -n 2 "$rtlgen" run "$source/tests/cards/round.yaml" --extents 8,6,40 --cards 2 --speeds 2,1,1,1
says out "4 cards in 2 processes"
says out "bit for bit: every cell equals"
expect 0 "${launch[@]}" -n 2 "$rtlgen" run "$mixed" --slabs 4 --output a="$folder/slabs.npy"
says out "4 per card, one computed while the others are exchanged"
cmp "$folder/one.npy" "$folder/slabs.npy" || fail "slabs make other cells"
# Messages that wait until they are taken, in a circle where one exchange is not hidden.
expect 0 env OMPI_MCA_btl_vader_eager_limit=100 OMPI_MCA_btl_self_eager_limit=100 "${launch[@]}" -n 3 "$rtlgen" run "$source/tests/cards/round.yaml" --slabs 3 --extents 8,6,300
says out "bit for bit: every cell equals"

# Faults of all, reported once; of one, reported by process 0.
expect 3 "${launch[@]}" -n 2 "$rtlgen" run "$source/examples/host/heat.yaml" --backend xdma --device /dev/no_such_xdma --set monitor={}
says err "/dev/no_such_xdma_user does not exist"
expect 2 "${launch[@]}" -n 2 "$rtlgen" run "$mixed" --extents 24,6
says err "error[RG0815]"
# A command of its own for the last process, without mpirun's "A : B", which crashes in Open MPI 5.0.7.
last=$folder/last
printf '#!/bin/sh\nlast=$1; shift\n[ "$OMPI_COMM_WORLD_RANK" = $((OMPI_COMM_WORLD_SIZE - 1)) ] || last=\nexec "$@" $last\n' >"$last"
chmod +x "$last"
expect 3 "${launch[@]}" -n 2 "$last" "--iterations 9" "$rtlgen" run "$mixed"
says err "process 1 was started with another description, run or number of cards"
expect 2 "${launch[@]}" -n 3 "$last" "--set iterations=none" "$rtlgen" run "$mixed"
says err "process 2 cannot use this"
says err "'iterations' must be an integer"

# A process that dies takes the others with it.
"${launch[@]}" -n 2 "$rtlgen" run "$mixed" --iterations 10000000 --no-check --slabs 3 >"$folder/out" 2>"$folder/err" &
launcher=$!
victim=
for _ in $(seq 200); do
  # The launcher's children that are the program and have begun to compute.
  for child in $(cat "/proc/$launcher/task/$launcher/children" 2>/dev/null || true); do
    grep -q "card.so" "/proc/$child/maps" 2>/dev/null && victim=$child
  done
  [ -z "$victim" ] || break
  sleep 0.1
done
[ -n "$victim" ] || fail "no process has begun to compute"
kill -KILL "$victim"
status=0
for _ in $(seq 300); do
  kill -0 "$launcher" 2>/dev/null || break
  sleep 0.1
done
kill -0 "$launcher" 2>/dev/null && { kill "$launcher"; fail "a process died, and the others wait for it"; }
wait "$launcher" || status=$?
[ "$status" -ne 0 ] || fail "a process died, and the launcher returns 0"
# Open MPI 5 breaks the line.
tr '\n' ' ' <"$folder/err" | grep -q "exited on *signal 9" || fail "the launcher does not name the signal"
echo "mpi.sh: all is as it should be"
