public import Diagnostics

/// The rules about who signed a revision.
public enum SignatureRules {
  /// `RV-SIGNATURE`: a head without a good signature by one of the trusted keys.
  public static let signature = Rule(
    "RV-SIGNATURE", .error, "a revision is not signed by a key that is trusted",
    cause: "it was published without a signing key, by somebody else, or its head or signature was changed",
    bad: "--require-signature, and r42 has no signature", good: "publish with --signing-key, or trust its key"
  )

  /// Every rule of this enum.
  public static let all = [signature]
}

extension SignatureVerdict {
  /// What is wrong, for a revision; `nil` if it is signed by a trusted key.
  public func problem(revision: Int) -> String? {
    switch self {
    case .signed: nil
    case .missing: "r\(revision) is not signed"
    case .untrusted: "r\(revision) is signed, and not by a key that is trusted"
    case .bad(let key): "the signature of \(key) is not one of r\(revision)"
    }
  }
}
