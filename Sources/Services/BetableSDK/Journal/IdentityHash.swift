import Columns
import Foundation
import SystemFiles

/// Names users and sessions by salted hashes, so that stored data does not reveal them.
///
/// The salt lies in a file beside the journal, readable by its owner only. A user has the same hash
/// in all processes with that file, and a different one elsewhere.
public struct IdentityHash: Sendable {
  private let salt: Data
  private let digest: @Sendable (Data) -> String
  private let isKnown: @Sendable (String) -> Bool

  /// Takes a salt.
  ///
  /// - Parameters:
  ///   - salt: At least 16 random bytes.
  ///   - isKnown: Whether a hash is already in use. If an id has several spellings, such as a UUID
  ///     in capitals, the hash in use is kept.
  ///   - digest: A one-way function, such as SHA-256, that returns hexadecimal digits.
  public init(
    salt: Data, isKnown: @escaping @Sendable (String) -> Bool = { _ in false },
    digest: @escaping @Sendable (Data) -> String
  ) {
    self.salt = salt
    self.isKnown = isKnown
    self.digest = digest
  }

  /// Reads the salt from a file; creates the file if it is missing.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - digest: A one-way function, such as SHA-256, that returns hexadecimal digits.
  /// - Throws: ``BetJournalError`` if the file is damaged, or cannot be read or created.
  public init(
    saltFile path: String, digest: @escaping @Sendable (Data) -> String
  ) throws(BetJournalError) {
    let found: Result<Data, KeptSalt.Damage>?
    do throws(SystemError) {
      if try !FileSystem.exists(path) { try KeptSalt.make(path) }
      found = try KeptSalt.read(path)
    } catch {
      throw BetJournalError(path: path, reason: error.reason)
    }
    switch found {
    case .success(let salt): self.init(salt: salt, digest: digest)
    case .failure(let damage):
      throw BetJournalError(path: path, reason: "\(damage.found), no \(damage.expected)")
    case nil: throw BetJournalError(path: path, reason: "no file")
    }
  }

  /// Returns the hash of a user's id; nil, for a user without an id, counts as empty.
  public func subject(_ userID: String?) -> String { hash("subject", userID ?? "") }

  /// Returns the hash of a session's id.
  public func session(_ sessionID: String) -> String { hash("session", sessionID) }

  // MARK: - Implementation

  /// Returns the known hash of an id in any spelling, else that of its value.
  private func hash(_ purpose: String, _ id: String) -> String {
    func hash(_ id: String) -> String {
      String(digest(salt + Data(purpose.utf8) + [0] + Data(id.utf8)).prefix(32))
    }
    let spellings = IdentifierValue.spellings(of: id)
    guard spellings.count > 1 else { return hash(id) }
    return spellings.lazy.map(hash).first(where: isKnown) ?? hash(spellings[0])
  }
}
