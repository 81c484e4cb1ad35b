import Foundation
import Synchronization

/// A program's secrets by name, from the environment or from a file.
///
/// Names equal the environment variables' names, such as `RAILBIRD_RACING_API_KEY`. No description
/// of the store shows a value.
public final class CredentialStore: Sendable {
  /// The names that are read from the environment.
  public static let names = [
    "RAILBIRD_RACING_API_KEY", "RAILBIRD_SEASONAL_TOKEN",
    "RAILBIRD_SPORTSBOOK_USERNAME", "RAILBIRD_SPORTSBOOK_PASSWORD",
    "RAILBIRD_BETABLE_CLIENT_ID", "RAILBIRD_BETABLE_CLIENT_SECRET",
    "RAILBIRD_BETABLE_ACCESS_TOKEN", "RAILBIRD_BETABLE_SESSION_ID", "CHATIST_API_KEY",
    "CHATIST_API_URL", "RAILBIRD_SPARK_TOKEN",
  ]

  private let values: Mutex<[String: Secret]>

  /// Makes a store from values, for tests and for programs that keep them elsewhere.
  public init(_ values: [String: Secret] = [:]) { self.values = Mutex(values) }

  /// Reads values from the environment, and from a file if one is given.
  ///
  /// - Parameters:
  ///   - environment: The variables; an empty one counts as absent.
  ///   - path: A file of `NAME=value` lines, which take precedence.
  /// - Throws: ``SettingsError`` if the file cannot be read or others can read it, and for a value
  ///   that cannot be sent in a header field.
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

  /// The secret of a name; nil if there is none.
  public subscript(name: String) -> Secret? {
    get { values.withLock { $0[name] } }
    set { values.withLock { $0[name] = newValue } }
  }

  /// The names that have a secret, sorted.
  public var presentNames: [String] { values.withLock { $0.keys.sorted() } }

  /// A redactor of all secrets of the store; service URLs are not secrets.
  public var redactor: Redactor {
    Redactor(values.withLock { $0.filter { !$0.key.hasSuffix("_URL") }.values })
  }
}

extension CredentialStore: CustomStringConvertible, CustomReflectable {
  /// The names that have a secret.
  public var description: String { "credentials: \(presentNames.joined(separator: ", "))" }

  /// A mirror that shows only the names.
  public var customMirror: Mirror { Mirror(self, children: ["names": presentNames]) }
}
