#!/bin/sh
# Builds an app that links only the indexer, both ways, and fails if it would need what an app must not be made to ship.
set -eu
cd "$(dirname "$0")/IndexConsumer"
scratch=$(realpath -m "${SCRATCH:-../../../.build/consumers}")
mkdir -p "$scratch"

for product in SearchIndex SearchIndexDynamic; do
  folder="$scratch/$product"
  INDEX_PRODUCT=$product swift build --scratch-path "$folder" --product IndexConsumer >"$scratch/build.log" 2>&1 || {
    cat "$scratch/build.log" >&2
    exit 1
  }
  bin=$(INDEX_PRODUCT=$product swift build --scratch-path "$folder" --show-bin-path)
  files="$bin/IndexConsumer"
  [ "$product" = SearchIndex ] || files="$files $bin/libSearchIndexDynamic.so"
  for file in $files; do
    needed=$(readelf -d "$file" | sed -n 's/.*(NEEDED).*\[\(.*\)\].*/\1/p')
    echo "$(basename "$file") ($product) needs:"
    echo "$needed" | sed 's/^/  /'
    if echo "$needed" | grep -E 'libxml2|libyaml|libpq|Foundation'; then
      echo "$(basename "$file") needs a library that the indexer must do without" >&2
      exit 1
    fi
  done
  "$bin/IndexConsumer"
done
