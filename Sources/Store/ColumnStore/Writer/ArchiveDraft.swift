import Foundation
import SystemFiles
import TabularFiles

/// A copy of a file's bytes, for a store's raw archive.
///
/// The checksums are of the copied bytes, even if the file changes in the meantime. The code that
/// makes a copy discards it in the end.
public final class ArchiveDraft: @unchecked Sendable {
  // Safety: one thread at a time writes it; the maker hands it on.

  /// The SHA-256 of the bytes.
  public let sha256: String
  /// The checksum and number of the bytes.
  public let sum: FileSum
  private let path: String
  private var isTaken = false

  /// Copies a file; any thread may, while the store's writer is open.
  ///
  /// - Parameters:
  ///   - source: The file, or a link to it.
  ///   - store: The store's folder.
  ///   - isWanted: Called during the copy; false stops it.
  /// - Throws: ``StoreError`` if the file cannot be read or copied, or is no longer wanted.
  public init(
    of source: String, store: String, isWanted: () -> Bool = { true }
  ) throws(StoreError) {
    let folder = store + "/archive"
    // Its length is not a checksum's: after a crash a writer removes such files.
    path = folder + "/draft-" + UUID().uuidString
    try DurableFile.makeUnsyncedFolder(folder)
    do throws(StoreError) {
      (sha256, sum) = try onDisk { [path] () throws(SystemError) in
        try ArchiveDraft.copy(source, to: path, isWanted)
      }
    } catch {
      _ = try? FileSystem.remove(path)
      throw error
    }
  }

  /// Removes the copy, unless it was moved to the archive.
  public func discard() { if !isTaken { _ = try? FileSystem.remove(path) } }

  /// Moves the copy to its name in the archive.
  func move(to kept: String) throws(StoreError) {
    try onDisk { () throws(SystemError) in try FileSystem.rename(path, to: kept) }
    isTaken = true
  }

  // MARK: - Implementation

  private static func copy(
    _ source: String, to path: String, _ isWanted: () -> Bool
  ) throws(SystemError) -> (String, FileSum) {
    let file = try OpenFile(source, for: .reading)
    let copy = try Drafts.begin(path) { () throws(SystemError) in
      try OpenFile(path, for: .drafting)
    }
    var hash = SHA256()
    var place = 0
    let sum = try FileSum { (take) throws(SystemError) in
      try file.readAll { (bytes) throws(SystemError) in
        guard isWanted() else { throw SystemError(path: source, code: ECANCELED) }
        hash.update(bytes)
        take(bytes)
        try copy.write(bytes, at: place)
        place += bytes.count
      }
    }
    copy.startWriting()
    try copy.close()
    return (hash.hex(), sum)
  }
}

extension StoreWriter {
  /// Keeps a copied file in the raw archive under its checksum.
  ///
  /// - Parameter draft: The copy.
  /// - Throws: ``StoreError`` if it cannot be renamed.
  public func archive(_ draft: ArchiveDraft) throws(StoreError) {
    let known = archivedPath(sha256: draft.sha256)
    // The archive may have lost a file of its list, or its bytes.
    if let known, try OwnFile.isThere(known), try Checksum.ofFile(known).hex == draft.sha256 {
      return
    }
    hasDrafts = true
    try draft.move(to: store + "/archive/" + draft.sha256)
    // The commit syncs it, together with the other new files.
    newArchiveFiles.append("archive/" + draft.sha256)
    guard known == nil else { return }
    manifest.archive.append(.init(sha256: draft.sha256, bytes: draft.sum.bytes))
  }
}
