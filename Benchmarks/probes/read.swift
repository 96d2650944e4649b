// read FILE... : the product's own readers and nothing else, from the file to the sorted table.
//
// Prints the number of units and the bytes of all keys and texts, which the limit of memory is measured by.
// `Benchmarks/run` compiles it against the modules of a release build.

import Glibc
import Interchange
import Translations

/// A file, read from its descriptor.
struct OpenFile: ByteSource {
  let descriptor: Int32
  let size: Int

  init?(_ path: String) {
    descriptor = open(path, O_RDONLY)
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return nil }
    size = Int(status.st_size)
  }

  var expectedByteCount: Int? { size }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
  }
}

var units = 0
var textBytes = 0
for path in CommandLine.arguments.dropFirst() {
  guard var file = OpenFile(path) else { fatalError("cannot open \(path)") }
  let isYAML = path.hasSuffix(".yml") || path.hasSuffix(".yaml")
  let document =
    isYAML
    ? try YAMLCatalogReader().read(file, path: path, sizeHint: file.size)
    : try XLIFFReader.read(&file, path: path)
  guard document.isReadable else { fatalError("cannot read \(path): \(document.diagnostics.prefix(3))") }
  units += document.unitCount
  textBytes += document.catalogs.reduce(0) { $0 + $1.arena.count }
}
print("\(units) units, \(textBytes) bytes of text")
