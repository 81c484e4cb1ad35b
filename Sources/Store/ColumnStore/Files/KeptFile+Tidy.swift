import Foundation
import SystemFiles

extension KeptFile {
  /// Finds the damaged kept files of a store.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - threads: The maximum number of threads.
  /// - Returns: Their names.
  package static func damaged(in store: String, threads: Int) -> [String] {
    let names = (try? FileSystem.names(in: store + "/" + Self.folder)) ?? []
    return names.filter { name in
      guard isOwn(name), !name.hasSuffix(".new") else { return false }
      return KeptFile(store: store, name: name)?.isWhole(threads: threads) != true
    }
  }

  /// Removes kept files: useless ones, and the oldest beyond a limit.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - limit: The maximum number of files.
  ///   - isUseful: Whether a file with this text is still usable.
  package static func tidy(store: String, limit: Int, isUseful: (String) -> Bool) {
    let folder = store + "/" + Self.folder
    // A link in the folder's place could lead to other programs' files.
    guard let names = try? FileSystem.names(in: folder),
      (try? OwnFile.checkFolders(of: [Self.folder + "/x"], in: store)) != nil
    else { return }
    var useful: [(written: Int, name: String)] = []
    for name in names where isOwn(name) {
      let path = folder + "/" + name
      guard let status = try? FileSystem.status(of: path, followsLinks: false) else { continue }
      if name.hasSuffix(".new") {
        // The draft of a killed process, unless it is still being written.
        if status.modifiedAt / 1_000_000_000 < time(nil) - 3600 { _ = try? FileSystem.remove(path) }
      } else if let file = KeptFile(store: store, name: name), isUseful(file.text) {
        useful.append((status.modifiedAt, name))
      } else {
        _ = try? FileSystem.remove(path)
      }
    }
    for old in useful.sorted(by: { $0 > $1 }).dropFirst(limit) {
      _ = try? FileSystem.remove(folder + "/" + old.name)
    }
  }

  // MARK: - Implementation

  /// Whether a file's name is a kept file's or its draft's; other files must not be removed.
  private static func isOwn(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let isNamed = parts[0].count == 32 && parts[0].allSatisfy(\.isHexDigit)
    return isNamed && (parts.count == 1 || parts.count == 3 && parts[2] == "new")
  }
}
