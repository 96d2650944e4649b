#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How many random cases a property test runs.
///
/// The full number with `ASSETS_FULL=1` in the environment, a twentieth of it otherwise, and never less than one.
public func caseCount(full: Int) -> Int {
  let asked = unsafe getenv("ASSETS_FULL").map { unsafe String(cString: $0) }
  return asked == "1" ? full : max(1, full / 20)
}
