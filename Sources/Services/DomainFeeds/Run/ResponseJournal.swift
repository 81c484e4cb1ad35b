import ColumnStore
import Foundation
import SystemFiles
import TabularFiles

/// Answers waiting for the store: a file of zstd frames, each with the lines of one answer, until
/// they are repacked for the archive.
///
/// A line is on disk before the next request is sent. Opening the file removes torn or damaged
/// lines; their requests are sent again. `zstd -dc` shows the lines.
final class ResponseJournal {
  /// The file's path.
  let path: String
  /// The file's size.
  private(set) var size: Int
  /// The lines since it was last emptied.
  private(set) var entries: [JournalEntry]
  /// The approximate number of damaged answers when it was opened; they are left out.
  let damageCount: Int

  /// The approximate text length of a frame in the archive.
  private static let archivedFrame = 1 << 20

  private var file: OpenFile

  /// Opens a journal, or creates an empty one.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - known: The store's earlier answers.
  /// - Throws: ``FetchError`` if it cannot be opened, or damaged lines cannot be removed.
  init(path: String, known: KnownAnswers = KnownAnswers()) throws(FetchError) {
    self.path = path
    let bytes = try onFetchDisk { () throws(SystemError) in
      try FileSystem.status(of: path, followsLinks: false)?.size ?? 0
    }
    guard bytes <= Limits.journalBytes else {
      throw .journal(
        .malformed(
          file: path, found: "\(bytes) bytes", expected: "at most \(Limits.journalBytes) bytes"))
    }
    let (opened, found) = try onFetchDisk { () throws(SystemError) in
      let file = try OpenFile(path, for: .updating)
      var bytes = Data()
      try file.readAll { bytes.append(contentsOf: $0) }
      return (file, bytes)
    }
    file = opened
    let reading = JournalReading(of: found, known: known)
    (entries, damageCount) = (reading.entries, reading.damageCount)
    size = reading.bytes.count
    if damageCount > 0 {
      try replace(with: reading.bytes)
    } else if size < found.count {
      try cut(to: size)
    }
    try onFetchStore { () throws(StoreError) in
      try DurableFile.sync(FileSystem.folder(of: path))
    }
  }

  /// Appends lines as one frame; they are on disk when the call returns.
  ///
  /// - Parameter lines: The lines.
  /// - Throws: ``FetchError`` `.disk`; the journal is then unchanged.
  func append(_ lines: [AnswerLine]) throws(FetchError) {
    let frame = Compression.zstdFrame(of: Data(lines.flatMap(\.text)))
    do throws(SystemError) {
      try file.write(frame, at: size)
      try file.sync()
    } catch {
      // Remove the partly written frame.
      try? file.cut(to: size)
      throw .disk(file: path, reason: error.reason)
    }
    size += frame.count
    entries += lines.map(\.entry)
  }

  /// Repacks answers before they are archived.
  ///
  /// The file is then a fraction of its size, and faster to read. It is replaced as a whole, so a
  /// crash leaves either version.
  ///
  /// - Throws: ``FetchError`` if it cannot be read or replaced.
  func pack() throws(FetchError) {
    let packed: Data?
    do {
      packed = try Compression.withFewerFrames(path, textLength: Self.archivedFrame)
    } catch {
      throw .journal(error)
    }
    if let packed { try replace(with: packed) }
  }

  /// Reports damaged answers.
  func reportDamage(_ note: (String) -> Void) {
    guard damageCount > 0 else { return }
    let found = damageCount == 1 ? "a damaged answer" : "\(damageCount) damaged answers"
    note("\(path): found \(found); removed, and requested again")
  }

  /// Empties the journal after its answers are stored, or if none is worth storing.
  func clear() throws(FetchError) {
    try cut(to: 0)
    size = 0
    entries = []
  }

  /// Removes the file; it is not written again.
  func remove() { _ = try? FileSystem.remove(path) }

  // MARK: - Implementation

  /// Replaces the file's bytes as a whole.
  private func replace(with bytes: Data) throws(FetchError) {
    try onFetchStore { () throws(StoreError) in try DurableFile.replace(path, with: bytes) }
    file = try onFetchDisk { () throws(SystemError) in try OpenFile(path, for: .updating) }
    size = bytes.count
  }

  private func cut(to size: Int) throws(FetchError) {
    do throws(SystemError) {
      try file.cut(to: size)
      try file.sync()
    } catch {
      throw .disk(file: path, reason: error.reason)
    }
  }
}
