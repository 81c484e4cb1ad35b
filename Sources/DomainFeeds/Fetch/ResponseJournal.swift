import ColumnStore
import Foundation
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
  /// The lines that were there when it was opened.
  let entries: [JournalEntry]
  /// How many answers were damaged when it was opened, about; they are left out.
  let damageCount: Int

  /// How much text a frame holds in the archive, about.
  private static let archivedFrame = 1 << 20

  private var file: Int32

  /// Opens a journal, or makes an empty one.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - known: What the store knows of the answers before.
  /// - Throws: ``FetchError`` when it cannot be opened, or what is damaged not be taken out.
  init(path: String, known: KnownAnswers = KnownAnswers()) throws(FetchError) {
    self.path = path
    file = try Self.opened(path)
    guard let found = FileManager.default.contents(atPath: path) else {
      throw .journal(.cannotOpen(file: path, reason: String(cString: strerror(errno))))
    }
    let reading = JournalReading(of: found, known: known)
    (entries, damageCount) = (reading.entries, reading.damageCount)
    size = reading.bytes.count
    if damageCount > 0 {
      try replace(with: reading.bytes)
    } else if size < found.count {
      try Self.cut(file, to: size, path)
    }
    let folder = (path as NSString).deletingLastPathComponent
    try onFetchStore { () throws(StoreError) in try DurableFile.sync(folder) }
  }

  deinit { close(file) }

  /// Appends lines as one frame; they are on disk when the call returns.
  ///
  /// - Parameter lines: The lines, each with its line end.
  /// - Throws: ``FetchError`` `.disk`; the journal then is as before.
  func append(_ lines: Data) throws(FetchError) {
    let frame = Compression.zstdFrame(of: lines)
    var written = 0
    while written < frame.count {
      let count = frame.withUnsafeBytes {
        // Safety: `written` stays below the frame's count.
        pwrite(file, $0.baseAddress! + written, frame.count - written, off_t(size + written))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw undone() }
      written += count
    }
    guard fsync(file) == 0 else { throw undone() }
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
    try Self.cut(file, to: 0, path)
    size = 0
  }

  /// Removes the file; it is written no more.
  func remove() { unlink(path) }

  // MARK: - Implementation

  private static func opened(_ path: String) throws(FetchError) -> Int32 {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw systemError(path) }
    return file
  }

  /// Puts other bytes in the file's place, as a whole.
  private func replace(with bytes: Data) throws(FetchError) {
    let draft = path + ".new"
    try onFetchStore { () throws(StoreError) in try DurableFile.write(bytes, to: draft) }
    guard rename(draft, path) == 0 else { throw Self.systemError(path) }
    let folder = (path as NSString).deletingLastPathComponent
    try onFetchStore { () throws(StoreError) in try DurableFile.sync(folder) }
    let replaced = file
    file = try Self.opened(path)
    close(replaced)
    size = bytes.count
  }

  private static func cut(_ file: Int32, to size: Int, _ path: String) throws(FetchError) {
    guard ftruncate(file, off_t(size)) == 0, fsync(file) == 0 else { throw systemError(path) }
  }

  private static func systemError(_ path: String) -> FetchError {
    .disk(file: path, reason: String(cString: strerror(errno)))
  }

  /// Takes back a frame that was not written whole.
  private func undone() -> FetchError {
    let error = Self.systemError(path)
    ftruncate(file, off_t(size))
    return error
  }
}
