import Foundation
import SystemFiles
import TabularFiles

/// The store's aliases: a file that people may also edit; the manifest has its checksum.
extension StoreWriter {
  /// Replaces the store's aliases, or removes them; on disk when the call returns.
  ///
  /// A crash leaves the old file or the new one. In between, the manifest records no checksum of
  /// it.
  ///
  /// - Parameter text: A file of aliases; nil for none.
  /// - Throws: ``StoreError`` `.io` if the system refuses, and the old aliases stay; `.stored` if
  ///   it refuses later.
  public func replaceAliases(with text: Data?) throws(StoreError) {
    do { try note(aliases: nil) } catch {
      // So far only the manifest is new, and it merely lacks the checksum of the aliases.
      guard case .stored(let file, let reason) = error else { throw error }
      throw .io(file: file, reason: reason)
    }
    let path = store + "/" + NameAliases.fileName
    guard let text else { return try DurableFile.remove(path) }
    try DurableFile.replace(path, with: text)
    do { try note(aliases: .init(text)) } catch { throw error.afterCommit }
  }

  /// Records the checksum of the current file of aliases, after a change by hand.
  ///
  /// Also records the checksum of the ledger of angles if it was lost with the manifest.
  ///
  /// - Throws: ``StoreError`` `.io` if it cannot be read.
  public func acceptAliases() throws(StoreError) {
    let path = store + "/" + NameAliases.fileName
    try note(aliases: OwnFile.contents(of: path).map { .init($0) })
    if manifest.angles == nil,
      let ledger = try OwnFile.contents(of: store + "/" + StoreFolder.ledgerName)
    {
      try note(ledger: ledger)
    }
  }

  /// Copies another store's aliases and the recorded checksums of its aliases and its angles, with
  /// the next commit.
  ///
  /// - Parameter other: The other store's folder.
  /// - Throws: ``StoreError`` `.io` if they cannot be read or written.
  public func copyAliases(from other: String) throws(StoreError) {
    if let text = try OwnFile.contents(of: other + "/" + NameAliases.fileName) {
      try DurableFile.replace(store + "/" + NameAliases.fileName, with: text)
    }
    // A new checksum of the copy would hide an earlier change of the file.
    let noted = try Manifest.readIfWhole(store: other)
    manifest.aliases = noted?.aliases
    // The ledger is copied too.
    manifest.angles = noted?.angles
  }

  /// Replaces the store's ledger of angles by one with the same lines and some more; on disk when
  /// the call returns.
  ///
  /// A crash leaves the old ledger or the new one; its last lines may then lie beyond the recorded
  /// end.
  ///
  /// - Parameter text: All lines.
  /// - Throws: ``StoreError`` `.io` if the system refuses; `.stored` if the lines are in place.
  public func replaceLedger(with text: Data) throws(StoreError) {
    try DurableFile.replace(store + "/" + StoreFolder.ledgerName, with: text)
    manifest.angles = .init(text)
    do { try publish() } catch { throw error.afterCommit }
  }

  /// Records the checksum of the current ledger of angles, if a crash prevented it.
  ///
  /// - Parameter text: All lines.
  /// - Throws: ``StoreError`` `.io` if the system refuses.
  public func note(ledger text: Data) throws(StoreError) {
    guard !text.isEmpty, manifest.angles != .init(text) else { return }
    manifest.angles = .init(text)
    try publish()
  }

  // MARK: - Implementation

  private func note(aliases: Manifest.ArchiveEntry?) throws(StoreError) {
    guard manifest.aliases != aliases else { return }
    manifest.aliases = aliases
    try publish()
  }
}

extension NameAliases {
  /// Reads the aliases of a writer's store.
  ///
  /// - Parameter writer: The writer.
  /// - Throws: As ``init(store:)``.
  public init(of writer: StoreWriter) throws(FileError) {
    if let sum = writer.manifest.aliases, let damage = Damage(ofAliases: sum, in: writer.store) {
      throw .malformed(
        file: writer.store + "/" + damage.file, found: damage.found, expected: damage.expected)
    }
    try self.init(unchecked: writer.store)
  }
}

extension Manifest.ArchiveEntry {
  fileprivate init(_ text: Data) {
    self.init(sha256: Checksum.hex(of: text), bytes: text.count)
  }
}
