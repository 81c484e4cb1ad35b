import Foundation
import Synchronization

/// The names and secrets that a program works with, from the environment or from a file.
///
/// Names are those of the environment variables, such as `RAILBIRD_RACING_API_KEY`. No description of
/// the store shows a value.
public final class CredentialStore: Sendable {
  /// The names that are looked for in the environment.
  public static let names = [
    "RAILBIRD_RACING_API_KEY", "RAILBIRD_SEASONAL_TOKEN",
    "RAILBIRD_SPORTSBOOK_USERNAME", "RAILBIRD_SPORTSBOOK_PASSWORD",
    "RAILBIRD_BETABLE_CLIENT_ID", "RAILBIRD_BETABLE_CLIENT_SECRET",
    "RAILBIRD_BETABLE_ACCESS_TOKEN", "RAILBIRD_BETABLE_SESSION_ID", "CHATIST_API_KEY",
    "CHATIST_API_URL",
  ]

  private let values: Mutex<[String: Secret]>

  /// Makes a store of values, for tests and for programs that keep them elsewhere.
  public init(_ values: [String: Secret] = [:]) { self.values = Mutex(values) }

  /// Takes values from the environment, and from a file where one is given.
  ///
  /// - Parameters:
  ///   - environment: The variables; an empty one counts as absent.
  ///   - path: A file of `NAME=value` lines; what stands there wins.
  /// - Throws: ``SettingsError`` when the file cannot be read or others can read it, and for a value
  ///   that no header field can carry.
  public convenience init(
    environment: [String: String] = ProcessInfo.processInfo.environment, file path: String? = nil
  ) throws(SettingsError) {
    var values: [String: Secret] = [:]
    for name in Self.names {
      if let value = environment[name], !value.isEmpty { values[name] = Secret(value) }
    }
    if let path { values.merge(try CredentialFile.read(path)) { $1 } }
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let found = value.exposed.unsendable else { continue }
      throw .badCredential(name: name, found: found)
    }
    self.init(values)
  }

  /// The secret of a name; nil where there is none.
  public subscript(name: String) -> Secret? {
    get { values.withLock { $0[name] } }
    set { values.withLock { $0[name] = newValue } }
  }

  /// The names that have a secret, in order.
  public var presentNames: [String] { values.withLock { $0.keys.sorted() } }

  /// What takes all secrets of the store out of a text; URLs of services are no secrets.
  public var redactor: Redactor {
    Redactor(values.withLock { $0.filter { !$0.key.hasSuffix("_URL") }.values })
  }
}

extension CredentialStore: CustomStringConvertible, CustomReflectable {
  /// The names that have a secret.
  public var description: String { "credentials: \(presentNames.joined(separator: ", "))" }

  /// Shows the names only.
  public var customMirror: Mirror { Mirror(self, children: ["names": presentNames]) }
}
