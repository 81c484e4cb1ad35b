import ColumnStore
import Foundation
import TabularFiles

/// Answers on their way into the store: a file of zstd frames, each the lines of one answer, until
/// they are packed together for the archive.
///
/// A line is on disk before the next request is sent. What a crash has cut off is removed when the
/// file is opened; the answer it was is asked for again. `zstd -dc` shows the lines.
final class ResponseJournal {
  /// The file.
  let path: String
  /// The file's size.
  private(set) var size: Int
  /// The lines that were there when it was opened.
  let entries: [JournalEntry]

  /// How much text a frame holds in the archive, about.
  private static let archivedFrame = 1 << 20

  private var file: Int32

  /// Opens a journal, or makes an empty one.
  ///
  /// - Parameter path: The file.
  /// - Throws: ``FetchError`` when it cannot be opened, or is damaged before its last frame.
  init(path: String) throws(FetchError) {
    self.path = path
    file = try Self.opened(path)
    let found = FileManager.default.contents(atPath: path) ?? Data()
    var frames = ZstdFrames.lengths(in: found)
    size = frames.reduce(0, +)
    if size < found.count { try Self.cut(file, to: size, path) }
    do {
      entries = try Self.read(path, size)
    } catch {
      // Blocks of the last frame may be missing in its middle: only a whole file was synced.
      guard let last = frames.popLast() else { throw .journal(error) }
      size -= last
      try Self.cut(file, to: size, path)
      do { entries = try Self.read(path, size) } catch { throw .journal(error) }
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
    guard let packed else { return }
    let draft = path + ".new"
    try onFetchStore { () throws(StoreError) in try DurableFile.write(packed, to: draft) }
    guard rename(draft, path) == 0 else { throw Self.systemError(path) }
    let folder = (path as NSString).deletingLastPathComponent
    try onFetchStore { () throws(StoreError) in try DurableFile.sync(folder) }
    let replaced = file
    file = try Self.opened(path)
    close(replaced)
    size = packed.count
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

  private static func read(_ path: String, _ size: Int) throws(FileError) -> [JournalEntry] {
    size == 0 ? [] : try JournalEntry.entries(of: SourceFile(path: path))
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
