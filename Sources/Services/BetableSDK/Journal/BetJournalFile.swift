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
    /// The keys of the bets that were sent by the file's lines so far, and their bytes.
    var keys: Set<String> = []
    var readTo = 0
  }

  /// Names a file; the first event creates it, readable by its owner only.
  public init(path: String) { self.path = path }

  /// Appends events; if one of them is `sent`, they are on disk when the call returns.
  ///
  /// - Parameter events: The events, in order.
  /// - Throws: ``BetJournalError``, also where a bet of the same key was sent before, by this or
  ///   another process; the file is then unchanged.
  public func record(_ events: [BetEvent]) throws(BetJournalError) {
    guard !events.isEmpty else { return }
    let lines = events.reduce(into: Data()) { $0.append($1.line) }
    let mustLast = events.contains { if case .sent = $0 { true } else { false } }
    let result = file.withLock { held in
      Result { () throws(SystemError) -> String? in
        let file = try lockedFile(&held)
        defer { file.unlock() }
        let keys = events.compactMap { if case .sent(let bet) = $0 { bet.betKey } else { nil } }
        if !keys.isEmpty {
          try readKeys(of: file, &held)
          if let known = keys.first(where: held.keys.contains) { return known }
        }
        try append(lines, to: file, mustLast: mustLast)
        return nil
      }
    }
    switch result {
    case .failure(let error): throw BetJournalError(path: path, reason: error.reason)
    case .success(let known?):
      throw BetJournalError(path: path, reason: "the bet \(known), which was sent before")
    case .success(nil): break
    }
  }

  // MARK: - Implementation

  /// Opens and locks the file that is at the path now.
  private func lockedFile(_ held: inout Held) throws(SystemError) -> OpenFile {
    while true {
      let file = if let file = held.file { file } else { try opened() }
      held.file = file
      try file.waitForLock()
      if try FileSystem.status(of: path)?.identity == file.status().identity { return file }
      // Another process took the file away during the wait.
      file.unlock()
      (held.file, held.readTo) = (nil, 0)
    }
  }

  /// Reads the bets that other processes have sent since the last time.
  private func readKeys(of file: OpenFile, _ held: inout Held) throws(SystemError) {
    // A hole may pretend to any size.
    guard try file.status().size - held.readTo <= 1 << 30 else {
      throw SystemError(path: path, code: EFBIG)
    }
    var data = Data()
    try file.readAll(from: held.readTo) { data.append(contentsOf: $0) }
    let whole = data.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    for line in data.prefix(whole).split(separator: UInt8(ascii: "\n")) {
      if let key = BetEvent.keySent(by: line) { held.keys.insert(key) }
    }
    held.readTo += whole
  }

  private func opened() throws(SystemError) -> OpenFile {
    let isNew = try !FileSystem.exists(path)
    let folder = FileSystem.folder(of: path)
    if isNew { try FileSystem.makeFolder(folder) }
    let file = try OpenFile(path, for: .updating, isPrivate: true)
    // A file that an earlier version or another program made may be open to other users.
    if try !file.isPrivate() { try file.makePrivate() }
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
