#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The machine's clock, for those who do not bring one.
public enum SystemClock {
  /// Seconds since 1970, on which no rule depends.
  public static let secondsSince1970: @Sendable () -> Int = { Int(time(nil)) }
}
