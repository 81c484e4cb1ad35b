import ColumnStore
import Columns
import SystemFiles
import TabularFiles

/// A folder of tables in Parquet files by month, which one process at a time changes.
///
/// New files are complete before any of them gets its name. Then the manifest is replaced in one
/// step, and files that it no longer lists are removed last. A reader that takes its files from the
/// manifest sees one snapshot or misses a file, even if the writer is killed; the next writer
/// removes what is left over.
///
/// - Layout: `TABLE/month=YYYY-MM/part-NNNN-XXH128.parquet` beside `manifest.json`.
public final class DatasetFolder {
  /// The folder.
  public let path: String
  /// The current manifest.
  public private(set) var manifest: DatasetManifest
  private let lock: FileLock
  private let fileBytes: Int
  /// The number of rows of a row group.
  let groupRows: Int
  private let keepsReplaced: Bool
  private var drafts: [MonthFiles.Draft] = []
  /// The folders of months that this run may write to.
  private var openFolders: Set<String> = []
  private var isPublished = false

  private static let lockName = ".lock"

  /// Opens a dataset for changes, or begins one in an empty folder.
  ///
  /// - Parameters:
  ///   - path: The folder, created if missing.
  ///   - content: The kind of its tables.
  ///   - fileBytes: The size at which a file is full.
  ///   - groupRows: The number of rows of a row group.
  ///   - keepsReplaced: Whether files of the current manifest stay after it is replaced, for
  ///     readers that have begun with it.
  /// - Throws: `FileError` if the folder has other files or lies in a store, another process
  ///   changes it, or the disk refuses.
  public init(
    _ path: String, _ content: DatasetManifest.Content, fileBytes: Int = MonthFiles.fileBytes,
    groupRows: Int = MonthFiles.groupRows, keepsReplaced: Bool = false
  ) throws(FileError) {
    self.path = path
    self.fileBytes = fileBytes
    self.groupRows = groupRows
    self.keepsReplaced = keepsReplaced
    _ = try Self.manifest(in: path, content)
    do throws(StoreError) { try DurableFile.makeFolder(path) } catch { throw error.ofOutput }
    let lock = try writing { () throws(SystemError) in
      try FileLock(path: path + "/" + Self.lockName)
    }
    guard let lock else {
      throw .cannotWrite(file: path, reason: "another process is changing the dataset")
    }
    self.lock = lock
    do throws(StoreError) {
      // Another process may have changed it before this one got the lock.
      if try !OwnFile.isThere(path + "/" + DatasetManifest.fileName) {
        // From now on the folder is a dataset's, even if the first export is killed.
        try DurableFile.replace(
          path + "/" + DatasetManifest.fileName, with: DatasetManifest(content).text())
      }
    } catch {
      throw error.ofOutput
    }
    manifest = try Self.manifest(in: path, content) ?? DatasetManifest(content)
  }

  deinit {
    // A failed run leaves the dataset as it was; the next run removes what cannot be removed now.
    if !isPublished { try? discard() }
  }

  /// Reads the manifest of a folder that a dataset is to be written to.
  ///
  /// - Parameters:
  ///   - path: The folder, which may be missing.
  ///   - content: The kind of its tables.
  /// - Returns: The manifest; nil for an empty or missing folder.
  /// - Throws: `FileError` if the folder has other files or a link, or lies in a store.
  public static func manifest(
    in path: String, _ content: DatasetManifest.Content
  ) throws(FileError) -> DatasetManifest? {
    do throws(StoreError) {
      if let store = try StoreFolder.owner(around: path) {
        throw .io(file: path, reason: "it is in the store \(store)")
      }
    } catch {
      throw error.ofOutput
    }
    if let manifest = try DatasetManifest.read(in: path) {
      guard manifest.content == content else {
        throw .malformed(
          file: path, found: "a dataset of \(manifest.content.rawValue) tables",
          expected: "one of \(content.rawValue) tables, or an empty folder")
      }
      try refuseLinks(in: path)
      return manifest
    }
    let names = try writing { () throws(SystemError) in try FileSystem.names(in: path) } ?? []
    let others = names.filter { $0 != lockName && !$0.hasPrefix(DatasetManifest.fileName) }
    guard others.isEmpty else {
      throw .malformed(
        file: path, found: "no \(DatasetManifest.fileName), but \(FileError.listed(others))",
        expected: "a dataset that `railbird` wrote, or an empty folder")
    }
    return nil
  }

  /// Begins the new files of a month; they count only after ``publish(_:)``.
  ///
  /// - Parameters:
  ///   - table: The table's name.
  ///   - month: The month.
  ///   - fields: The table's columns.
  ///   - dictionary: Their meanings; nil for none.
  /// - Returns: The month's files, for ``finish(_:_:stamp:)``.
  /// - Throws: `FileError` if the disk refuses.
  public func files(
    of table: String, _ month: Month, _ fields: [Field], dictionary: DataDictionary? = nil
  ) throws(FileError) -> MonthFiles {
    let folder = "\(table)/month=\(month.iso)"
    openFolders.insert(folder)
    return try MonthFiles(
      root: path, folder: folder, fields: fields, dictionary, limit: fileBytes,
      groupRows: groupRows)
  }

  /// Closes a month's files.
  ///
  /// - Parameters:
  ///   - files: The files.
  ///   - month: The month.
  ///   - stamp: The checksum of the data from which they were made.
  /// - Returns: The month's entry for a manifest.
  /// - Throws: `FileError` if the disk refuses.
  public func finish(_ files: MonthFiles, _ month: Month, stamp: String) throws(FileError)
    -> DatasetManifest.Part
  {
    let closed = try files.close()
    drafts += closed
    return DatasetManifest.Part(
      month: month.iso, rows: closed.reduce(0) { $0 + $1.file.rows }, stamp: stamp,
      files: closed.map(\.file))
  }

  /// Gives the finished files their names, replaces the manifest, and removes all other files of
  /// the dataset except replaced ones that must stay.
  ///
  /// - Parameter manifest: The new manifest.
  /// - Throws: `FileError` if the disk refuses.
  public func publish(_ manifest: DatasetManifest) throws(FileError) {
    let known = Set(self.manifest.files.map(\.path))
    for draft in drafts {
      // A file with the same bytes stays as it is.
      if known.contains(draft.file.path), try draft.file.isThere(in: path) { continue }
      try writing { () throws(SystemError) in
        try FileSystem.rename(draft.path, to: path + "/" + draft.file.path)
      }
    }
    do throws(StoreError) {
      // A power failure must not leave the manifest without the names that it lists.
      for folder in Set(drafts.map { FileSystem.folder(of: $0.path) }).sorted() {
        try DurableFile.sync(folder)
        try DurableFile.sync(FileSystem.folder(of: folder))
      }
      if !drafts.isEmpty { try DurableFile.sync(path) }
      let text = manifest.text()
      if text != self.manifest.text() {
        try DurableFile.replace(path + "/" + DatasetManifest.fileName, with: text)
      }
    } catch {
      throw error.ofOutput
    }
    drafts = []
    let tables = Set(self.manifest.tables.keys).union(manifest.tables.keys)
    let kept = Set(manifest.files.map(\.path)).union(keepsReplaced ? known : [])
    self.manifest = manifest
    isPublished = true
    for table in tables.sorted() { try removeFiles(of: table, but: kept) }
  }

  // MARK: - Implementation

  /// Refuses links, which could lead a write or a removal out of the dataset.
  private static func refuseLinks(in folder: String, depth: Int = 2) throws(FileError) {
    for name in try writing({ () throws(SystemError) in try FileSystem.names(in: folder) }) ?? [] {
      let path = folder + "/" + name
      let status = try writing { () throws(SystemError) in
        try FileSystem.status(of: path, followsLinks: false)
      }
      if status?.kind == .link {
        throw .malformed(file: path, found: "a link", expected: "a dataset without links")
      }
      // A table's folder has folders of months, which have files.
      if status?.kind == .folder, depth > 0 { try refuseLinks(in: path, depth: depth - 1) }
    }
  }

  /// Removes the drafts, and the manifest of a dataset that has nothing else yet.
  private func discard() throws(SystemError) {
    for folder in openFolders {
      for name in try FileSystem.names(in: path + "/" + folder) ?? []
      where name.hasPrefix("." + MonthFiles.prefix) {
        try FileSystem.remove(path + "/" + folder + "/" + name)
      }
      try FileSystem.removeEmptyFolder(path + "/" + folder)
      try FileSystem.removeEmptyFolder(FileSystem.folder(of: path + "/" + folder))
    }
    let own = [Self.lockName, DatasetManifest.fileName]
    guard manifest.tables.isEmpty, try FileSystem.names(in: path)?.allSatisfy(own.contains) == true
    else { return }
    for name in own.reversed() { try FileSystem.remove(path + "/" + name) }
  }

  /// Removes files of a table that no manifest lists, and folders without files.
  private func removeFiles(of table: String, but listed: Set<String>) throws(FileError) {
    try writing { () throws(SystemError) in
      for month in try FileSystem.names(in: path + "/" + table) ?? []
      where month.hasPrefix("month=") {
        let folder = table + "/" + month
        for name in try FileSystem.names(in: path + "/" + folder) ?? []
        where name.drop(while: { $0 == "." }).hasPrefix(MonthFiles.prefix)
          && !listed.contains(folder + "/" + name)
        {
          try FileSystem.remove(path + "/" + folder + "/" + name)
        }
        // Folders with files of others stay.
        try FileSystem.removeEmptyFolder(path + "/" + folder)
      }
      try FileSystem.removeEmptyFolder(path + "/" + table)
    }
  }
}

extension StoreError {
  /// The error as a `FileError` of an export.
  var ofOutput: FileError {
    switch self {
    case .io(let file, let reason), .stored(let file, let reason):
      .cannotWrite(file: file, reason: reason)
    case .corrupt(let file, let found, let expected):
      .malformed(file: file, found: found, expected: expected)
    case .notFound(let store), .notAStore(let store, _), .unknownFormat(let store, _, _),
      .locked(let store), .tooMuch(let store, _, _):
      .cannotWrite(file: store, reason: description)
    }
  }
}

extension DatasetManifest.File {
  /// Checks that a dataset has the file, with its size.
  func isThere(in folder: String) throws(FileError) -> Bool {
    let status = try writing { () throws(SystemError) in
      try FileSystem.status(of: folder + "/" + path, followsLinks: false)
    }
    return status?.kind == .file && status?.size == bytes
  }

  /// Checks all bytes of the file.
  ///
  /// - Parameter folder: The dataset's folder.
  /// - Throws: `FileError` if it is missing, or another file has its name.
  public func check(in folder: String) throws(FileError) {
    let path = folder + "/" + self.path
    let sum = try FileSum(ofFile: path)
    guard sum.bytes == bytes else {
      throw .malformed(
        file: path, found: "\(sum.bytes) bytes", expected: "\(bytes) bytes, as the manifest has it")
    }
    guard sum.hex == xxh128 else {
      throw .malformed(
        file: path, found: "the checksum \(sum.hex)",
        expected: "\(xxh128), as the manifest has it")
    }
  }
}
