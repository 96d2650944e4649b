/// How the flag that turns a Boolean off is called.
public enum FlagInversion: Hashable, Sendable {
  /// `--color` and `--no-color`.
  case prefixedNo
  /// `--enable-color` and `--disable-color`.
  case prefixedEnableDisable
}

extension FlagInversion {
  /// The long names that turn the value on and off; short names only turn it on.
  func names(_ names: [OptionName]) -> (on: [OptionName], off: [OptionName]) {
    var on: [OptionName] = []
    var off: [OptionName] = []
    for name in names {
      guard case .long(let word) = name else {
        on.append(name)
        continue
      }
      switch self {
      case .prefixedNo:
        on.append(name)
        off.append(.long("no-" + word))
      case .prefixedEnableDisable:
        on.append(.long("enable-" + word))
        off.append(.long("disable-" + word))
      }
    }
    return (on, off)
  }
}
