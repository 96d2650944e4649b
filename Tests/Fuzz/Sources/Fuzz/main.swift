internal import CFuzzer

// fuzz xliff|yaml [options of libFuzzer] CORPUS…
//
// Takes one document after the other; a broken promise of the readers or editors ends the process, and libFuzzer
// keeps the document.
let target = CommandLine.arguments.dropFirst().first
// libFuzzer does not get to see the name of the target; its own messages begin with it.
var count = CommandLine.argc - 1
var arguments = unsafe CommandLine.unsafeArgv + 1

switch target {
case "xliff":
  _ = unsafe LLVMFuzzerRunDriver(&count, &arguments) { data, size in
    var target = unsafe XLIFFTarget(UnsafeBufferPointer(start: data, count: size))
    target.run()
    return 0
  }
case "yaml":
  _ = unsafe LLVMFuzzerRunDriver(&count, &arguments) { data, size in
    var target = unsafe YAMLTarget(UnsafeBufferPointer(start: data, count: size))
    target.run()
    return 0
  }
default: fatalError("usage: fuzz xliff|yaml [options of libFuzzer] CORPUS…")
}
