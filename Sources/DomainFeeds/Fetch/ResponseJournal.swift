import ColumnStore
import Foundation
import SystemFiles
import TabularFiles

/// Answers on their way into the store: a file of zstd frames, each the lines of one answer, until
/// they are packed together for the archive.
///
/// A line is on disk before the next request is sent. What a crash has cut off, or a disk has changed,
/// is removed when the file is opened; the answer it was is asked for again. `zstd -dc` shows the
/// lines.
final class ResponseJournal {
  /// The file.
  let path: String
  /// The file's size.
  private(set) var size: Int
  /// The lines that were there when it was opened, until it is emptied.
  private(set) var entries: [JournalEntry]
  /// How many answers were damaged when it was opened, about; they are left out.
  let damageCount: Int

  /// How much text a frame holds in the archive, about.
  private static let archivedFrame = 1 << 20

  private var file: OpenFile

  /// Opens a journal, or makes an empty one.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - known: What the store knows of the answers before.
  /// - Throws: ``FetchError`` when it cannot be opened, or what is damaged not be taken out.
  init(path: String, known: KnownAnswers = KnownAnswers()) throws(FetchError) {
    self.path = path
    let (opened, found) = try onFetchDisk { () throws(SystemError) in
      let file = try OpenFile(path, for: .writing)
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
  /// - Parameter lines: The lines, each with its line end.
  /// - Throws: ``FetchError`` `.disk`; the journal then is as before.
  func append(_ lines: Data) throws(FetchError) {
    let frame = Compression.zstdFrame(of: lines)
    do throws(SystemError) {
      try file.write(frame, at: size)
      try file.sync()
    } catch {
      // Takes back what was written of the frame.
      try? file.cut(to: size)
      throw .disk(file: path, reason: error.reason)
    }
    size += frame.count
  }

  /// Packs answers together before they are archived.
  ///
  /// The file is a fraction of its size then, and sooner read. It is replaced as a whole, so a crash
  /// leaves the one or the other.
  ///
  /// - Throws: ``FetchError`` when it cannot be read or replaced.
  func pack() throws(FetchError) {
    let packed: Data?
    do {
      packed = try Compression.withFewerFrames(path, textLength: Self.archivedFrame)
    } catch {
      throw .journal(error)
    }
    if let packed { try replace(with: packed) }
  }

  /// Says so where answers were damaged.
  func tellOfDamage(_ note: (String) -> Void) {
    guard damageCount > 0 else { return }
    let found = damageCount == 1 ? "a damaged answer" : "\(damageCount) damaged answers"
    note("\(path): found \(found), taken out and asked for again")
  }

  /// Empties the journal once its answers are stored, or where none is worth storing.
  func clear() throws(FetchError) {
    try cut(to: 0)
    size = 0
    entries = []
  }

  /// Removes the file; it is written no more.
  func remove() { _ = try? FileSystem.remove(path) }

  // MARK: - Implementation

  /// Puts other bytes in the file's place, as a whole.
  private func replace(with bytes: Data) throws(FetchError) {
    try onFetchStore { () throws(StoreError) in try DurableFile.replace(path, with: bytes) }
    file = try onFetchDisk { () throws(SystemError) in try OpenFile(path, for: .writing) }
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
