#!/bin/sh
# Builds an app that links only the indexer, both ways, and fails if it would need what an app must not be made to ship.
set -eu
cd "$(dirname "$0")/IndexConsumer"
scratch=$(realpath -m "${SCRATCH:-../../../.build/consumers}")
mkdir -p "$scratch" Sources/SpotlightConsumer
work=$(mktemp -d)
trap 'rm -rf "$work" Sources/SpotlightConsumer/Program.swift' EXIT

# The code of the page is one program.
awk '/^```swift$/ { inside = 1; next } /^```$/ { inside = 0 } inside' ../../../Docs/AppleIntegration.md \
  >Sources/SpotlightConsumer/Program.swift

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

echo "the program of Docs/AppleIntegration.md:"
folder="$scratch/SearchIndex"
swift build --scratch-path "$folder" --product SpotlightConsumer >"$scratch/build.log" 2>&1 || {
  cat "$scratch/build.log" >&2
  exit 1
}
bin=$(swift build --scratch-path "$folder" --show-bin-path)
if [ -n "${ASSETS_BINARY:-}" ]; then
  cp -r ../../../Catalogs "$work/project"
  rm -rf "$work/project/Bundles" "$work/project/assets.lock"
  "$ASSETS_BINARY" -C "$work/project" publish --message first --quiet >/dev/null
  "$bin/SpotlightConsumer" "$work" "$work/project/Bundles"
else
  "$bin/SpotlightConsumer" "$work"
fi
