import ColumnStore
import Foundation
import Mappings
import SystemFiles
import TabularFiles

/// The folder that a replay fills with a new store.
struct ReplayTarget {
  private let target: String
  private let store: String

  /// Takes the folder and the old store.
  init(_ target: String, of store: String) {
    self.target = target
    self.store = store
  }

  /// Checks that nothing is overwritten except the rest of an earlier run that was cut short, and
  /// that the old store stays unchanged.
  ///
  /// - Throws: `ImportError` `.file` with what the folder is instead.
  func check() throws(ImportError) {
    let (own, outer) = try onDisk { () throws(SystemError) in
      (try FileSystem.parts(of: target), try FileSystem.parts(of: store))
    }
    guard own != outer else {
      throw refused("the store itself", "another folder, or no --into to fill the store anew")
    }
    guard !own.starts(with: outer) else {
      throw refused("a folder inside the store \(store)", "one outside of it")
    }
    if (try? Snapshot(store: target, tables: [])) != nil {
      throw refused("a store", "a new or an empty folder")
    }
    let found = try onDisk { () throws(SystemError) in try FileSystem.names(in: target) } ?? []
    let isCutShort = found.contains(StoreWriter.lockFile)
    let strangers = isCutShort ? found.filter { !Self.leftNames.contains($0) } : found
    guard let first = strangers.min() else { return }
    throw refused("a folder that holds \(first)", "a new or an empty folder")
  }

  // MARK: - Implementation

  /// The names that a replay may have written there before it was cut short.
  private static let leftNames = StoreFolder.ownNames.subtracting(["MANIFEST"])

  private func refused(_ found: String, _ expected: String) -> ImportError {
    .file(.malformed(file: target, found: found, expected: expected))
  }
}
