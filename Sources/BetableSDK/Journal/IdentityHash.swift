import Foundation
import SystemFiles

/// Names users and sessions by salted hashes, so that nobody can tell them from what is stored.
///
/// The salt lies in a file beside the journal, for its owner alone: the same user has the same hash in
/// all processes that use that file, and another one elsewhere.
public struct IdentityHash: Sendable {
  private let salt: Data
  private let digest: @Sendable (Data) -> String

  /// Takes a salt.
  ///
  /// - Parameters:
  ///   - salt: At least 16 random bytes.
  ///   - digest: A one-way function such as SHA-256, as hexadecimal digits.
  public init(salt: Data, digest: @escaping @Sendable (Data) -> String) {
    self.salt = salt
    self.digest = digest
  }

  /// Takes the salt of a file; makes it where there is none.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - digest: A one-way function such as SHA-256, as hexadecimal digits.
  /// - Throws: ``BetJournalError`` where the file cannot be read or made.
  public init(
    saltFile path: String, digest: @escaping @Sendable (Data) -> String
  ) throws(BetJournalError) {
    do throws(SystemError) {
      self.init(
        salt: try FileSystem.randomBytes(keptIn: path, count: Self.saltSize), digest: digest)
    } catch {
      throw BetJournalError(path: path, reason: error.reason)
    }
  }

  /// The hash of a user's id; nil of a user without one.
  public func subject(_ userID: String?) -> String { hash("subject", userID ?? "") }

  /// The hash of a session's id.
  public func session(_ sessionID: String) -> String { hash("session", sessionID) }

  // MARK: - Implementation

  private static let saltSize = 32

  private func hash(_ purpose: String, _ id: String) -> String {
    String(digest(salt + Data(purpose.utf8) + [0] + Data(id.utf8)).prefix(32))
  }
}
