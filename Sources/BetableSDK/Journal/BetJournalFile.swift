import Foundation
import Synchronization
import SystemFiles

/// A bet journal in a file of JSON lines that several processes may write.
///
/// Each call appends whole lines under the file's lock (`flock`). A reader may rename the file
/// under that lock; writers then start a new one. The next writer ends a line that a crash cut off,
/// so that it spoils no other line.
///
/// If you change the locking, also change the readers that take the file away.
public final class BetJournalFile: BetJournal {
  /// The file's path.
  public let path: String
  private let file = Mutex<Held>(Held())

  /// Safety: the file is used only under the mutex.
  private struct Held: @unchecked Sendable {
    var file: OpenFile?
  }

  /// Names a file; the first event creates it, readable by its owner only.
  public init(path: String) { self.path = path }

  /// Appends events; if one of them is `sent`, they are on disk when the call returns.
  ///
  /// - Parameter events: The events, in order.
  /// - Throws: ``BetJournalError``; the file is then unchanged.
  public func record(_ events: [BetEvent]) throws(BetJournalError) {
    guard !events.isEmpty else { return }
    let lines = events.reduce(into: Data()) { $0.append($1.line) }
    let mustLast = events.contains { if case .sent = $0 { true } else { false } }
    let result = file.withLock { held in
      Result { () throws(SystemError) in
        let file = try lockedFile(&held.file)
        defer { file.unlock() }
        try append(lines, to: file, mustLast: mustLast)
      }
    }
    if case .failure(let error) = result {
      throw BetJournalError(path: path, reason: error.reason)
    }
  }

  // MARK: - Implementation

  /// Opens and locks the file that is at the path now.
  private func lockedFile(_ held: inout OpenFile?) throws(SystemError) -> OpenFile {
    while true {
      let file = if let held { held } else { try opened() }
      held = file
      try file.waitForLock()
      if try FileSystem.status(of: path)?.identity == file.status().identity { return file }
      // Another process took the file away during the wait.
      file.unlock()
      held = nil
    }
  }

  private func opened() throws(SystemError) -> OpenFile {
    let isNew = try !FileSystem.exists(path)
    let folder = FileSystem.folder(of: path)
    if isNew { try FileSystem.makeFolder(folder) }
    let file = try OpenFile(path, for: .updating, isPrivate: true)
    // Sync the folder as well: the new file's name must survive a crash.
    if isNew { try OpenFile(folder, for: .reading).sync() }
    return file
  }

  private func append(
    _ lines: Data, to file: OpenFile, mustLast: Bool
  ) throws(SystemError) {
    let size = try file.status().size
    var lines = lines
    if size > 0, try lastByte(of: file, size) != UInt8(ascii: "\n") {
      lines.insert(UInt8(ascii: "\n"), at: lines.startIndex)
    }
    do throws(SystemError) {
      try file.write(lines, at: size)
      if mustLast { try file.sync() }
    } catch {
      try? file.cut(to: size)
      throw error
    }
  }

  private func lastByte(of file: OpenFile, _ size: Int) throws(SystemError) -> UInt8 {
    var byte: UInt8 = 0
    let count = try withUnsafeMutableBytes(of: &byte) { memory in
      Result { () throws(SystemError) in try file.read(into: memory, at: size - 1) }
    }.get()
    return count == 1 ? byte : UInt8(ascii: "\n")
  }
}
