import ColumnStore
import Foundation
import SystemFiles

/// The salt of a service's hashes in a store: `STORE/fetch/API.salt`, never exported.
enum StoreSalt {
  /// Reads the salt; makes it if the table still has no rows.
  ///
  /// - Parameters:
  ///   - store: The store's folder.
  ///   - api: The service.
  ///   - table: A table whose rows have hashes with the salt.
  /// - Returns: The salt.
  /// - Throws: ``FetchError`` `.store` if it is damaged, lost, or can be neither read nor made.
  static func read(store: String, api: String, of table: String) throws(FetchError) -> Data {
    let file = OwnFile.fetchFolder + "/" + api + ".salt"
    let path = store + "/" + file
    let isThere = try onFetchStore { () throws(StoreError) in
      try OwnFile.checkFolders(of: [file], in: store)
      return try OwnFile.isThere(path)
    }
    if !isThere {
      let count = try rowCount(of: table, in: store)
      guard count == 0 else {
        throw .store(
          .corrupt(
            file: path, found: "no file",
            expected:
              "the salt by which \(count) rows of \(table) are named; put a copy of the file "
              + "back, or fetch into a new store"))
      }
      try onFetchDisk { () throws(SystemError) in try KeptSalt.make(path) }
    }
    switch try onFetchDisk({ () throws(SystemError) in try KeptSalt.read(path) }) {
    case .success(let salt): return salt
    case .failure(let damage):
      throw .store(.corrupt(file: path, found: damage.found, expected: damage.expected))
    case nil: throw .store(.corrupt(file: path, found: "no file", expected: "a salt"))
    }
  }

  private static func rowCount(of table: String, in store: String) throws(FetchError) -> Int {
    do throws(StoreError) {
      return try Snapshot(store: store, tables: [table]).rowCount(of: table)
    } catch .notFound {
      return 0
    } catch {
      throw .store(error)
    }
  }
}
