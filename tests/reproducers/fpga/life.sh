# Takes a description to a board that is too small for it, and follows the advice.
rtlgen project "$1" --board ulx3s -o first > first.txt 2>&1
grep -E "FIT|would" first.txt
eval "rtlgen project '$1' --board ulx3s -o second $(sed -n 's/.*would fit:.*of P [0-9]*, I [0-9]*: //p' first.txt | head -1)" > second.txt 2>&1 &&
  echo "the advice fits" || cat second.txt
