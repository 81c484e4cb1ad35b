import Foundation
import Synchronization

/// Files and folders that tests need often: made once a run, then copied.
///
/// A test gets a copy of its own and may change it. Tests that need the same thing at the same time
/// wait for the one that makes it. Each process makes its own; they go at its end.
public final class MadeOnce<Key: Hashable & Sendable>: Sendable {
  /// A file or a folder, and whether it has been made.
  private final class Entry: Sendable {
    let path: String
    let isMade = Mutex(false)

    init(_ name: String) throws { path = try madeFolder.get().file("\(UUID())-\(name)") }
  }

  private let entries = Mutex<[Key: Entry]>([:])

  /// Knows of nothing yet.
  public init() {}

  /// Copies what belongs to a key.
  ///
  /// - Parameters:
  ///   - key: All that the result depends on.
  ///   - path: The copy's path, which is free.
  ///   - make: Makes the file or folder at a path, for the first test that asks.
  /// - Throws: The maker's error, and the next test tries again; the copy's.
  public func copy(_ key: Key, to path: String, make: (String) throws -> Void) throws {
    let entry = try entries.withLock { entries in
      let entry = try entries[key] ?? Entry((path as NSString).lastPathComponent)
      entries[key] = entry
      return entry
    }
    try entry.isMade.withLock { isMade in
      if !isMade { try make(entry.path) }
      isMade = true
    }
    try FileManager.default.copyItem(atPath: entry.path, toPath: path)
  }
}

/// The folder of all that is made once; removed when the process ends.
private let madeFolder: Result<TemporaryFolder, any Error> = Result {
  atexit {
    if let folder = try? madeFolder.get() {
      try? FileManager.default.removeItem(atPath: folder.path)
    }
  }
  return try TemporaryFolder()
}
