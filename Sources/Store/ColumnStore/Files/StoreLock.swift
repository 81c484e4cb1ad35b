import Foundation
import SystemFiles

/// The right to write to a store, held by one process at a time.
final class StoreLock {
  static let fileName = "LOCK"

  /// A stage of a store's first commit, which the lock file records until it has finished.
  ///
  /// The texts have one length, so that a single call replaces one by the other.
  enum FirstCommit: String {
    /// No file belongs to a state yet.
    case begun = "first commit\n"
    /// The manifest's draft is complete; if the draft is missing, the manifest was in place.
    case renaming = "first rename\n"
  }

  private let lock: FileLock

  init(store: String) throws(StoreError) {
    let lock = try onDisk { () throws(SystemError) in
      try FileLock(path: store + "/" + Self.fileName)
    }
    guard let lock else { throw .locked(store: store) }
    self.lock = lock
  }

  /// Reads the stage of a first commit that has not finished; this needs no lock.
  static func firstCommit(of store: String) throws(StoreError) -> FirstCommit? {
    // A pipe would wait for its writer.
    try OwnFile.isThere(store + "/" + fileName)
    return try onDisk { () throws(SystemError) in
      let file = try OpenFile(store + "/" + fileName, for: .reading)
      var found = Data(count: FirstCommit.begun.rawValue.utf8.count + 1)
      let count = try found.withUnsafeMutableBytes { bytes in
        Result { () throws(SystemError) in try file.read(into: bytes, at: 0) }
      }.get()
      // Only these texts: a damaged lock file must not lead to the loss of a lost store's files.
      return FirstCommit(rawValue: String(decoding: found.prefix(count), as: UTF8.self))
    }
  }

  /// Releases the right.
  func release() { lock.release() }

  /// Records the stage of a store's first commit; nil when it has finished.
  func note(_ stage: FirstCommit?) throws(StoreError) {
    try onDisk { () throws(SystemError) in
      guard let stage else { return try lock.file.cut(to: 0) }
      try lock.file.write(Data(stage.rawValue.utf8), at: 0)
      try lock.file.sync()
    }
  }
}
