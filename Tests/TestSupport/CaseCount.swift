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

/// The seed from which a property test draws its cases: the number in `ASSETS_SEED`, or always the same one, so
/// that a run that failed can be had again even when it crashed before it could say its seed.
public func caseSeed() -> UInt64 {
  let asked = unsafe getenv("ASSETS_SEED").map { unsafe String(cString: $0) }
  return asked.flatMap { UInt64($0) } ?? 20_261_130
}
