import Columns
import SystemFiles
import TabularFiles

/// Writes the rows of a table's month to Parquet files, first under draft names.
///
/// A file ends with the row group that reaches ``fileBytes``: a month has one file, or several of
/// that size and a smaller last one.
public final class MonthFiles {
  /// The size at which a file is full: with one more row group it stays below 256 MB.
  public static let fileBytes = 128 << 20
  /// The number of rows of a row group.
  public static let groupRows = 1 << 18

  /// A complete file that still has its draft name.
  struct Draft {
    let path: String
    var file: DatasetManifest.File
  }

  private let root: String
  private let folder: String
  private let fields: [Field]
  private let dictionary: DataDictionary?
  private let limit: Int
  private let groupRows: Int
  private var writer: TableWriter?
  private var rows = 0
  private var drafts: [Draft] = []

  /// The beginning of all files' names.
  static let prefix = "part-"

  /// Makes the month's folder.
  ///
  /// - Parameters:
  ///   - root: The dataset's folder.
  ///   - folder: The month's folder in it.
  ///   - fields: The columns.
  ///   - dictionary: Their meanings; nil for none.
  ///   - limit: The size at which a file is full.
  ///   - groupRows: The number of rows of a row group.
  /// - Throws: `FileError` if the folder cannot be created.
  init(
    root: String, folder: String, fields: [Field], _ dictionary: DataDictionary?, limit: Int,
    groupRows: Int
  ) throws(FileError) {
    self.root = root
    self.folder = folder
    self.fields = fields
    self.dictionary = dictionary
    self.limit = limit
    self.groupRows = groupRows
    try writing { () throws(SystemError) in try FileSystem.makeFolder(root + "/" + folder) }
  }

  /// Appends rows.
  ///
  /// - Parameter table: Rows of the month, with the table's fields.
  /// - Throws: `FileError` if the disk refuses them.
  public func write(_ table: Table) throws(FileError) {
    guard table.rowCount > 0 else { return }
    for group in table.slices(of: groupRows) {
      if writer == nil {
        writer = try Drafts.begin(draftPath) {
          [draftPath, fields, dictionary] () throws(FileError) in
          try TableWriter(
            path: draftPath, format: .parquet, fields: fields, dictionary: dictionary)
        }
      }
      guard let open = writer else { return }
      try open.write(group)
      rows += group.rowCount
      if open.byteCount >= limit { try closeFile() }
    }
  }

  /// Writes the last rows.
  ///
  /// - Returns: The month's files, already on disk.
  /// - Throws: `FileError` if the disk refuses them.
  func close() throws(FileError) -> [Draft] {
    try closeFile()
    return drafts
  }

  // MARK: - Implementation

  private var number: String {
    let digits = String(drafts.count)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The path of the next draft: its name begins with a dot, because readers of folders skip such
  /// names.
  private var draftPath: String { "\(root)/\(folder)/.\(Self.prefix)\(number)" }

  private func closeFile() throws(FileError) {
    guard let open = writer else { return }
    let path = draftPath
    let sum = try open.close()
    writer = nil
    try writing { () throws(SystemError) in try OpenFile(path, for: .takingOver).sync() }
    let name = "\(folder)/\(Self.prefix)\(number)-\(sum.hex).parquet"
    drafts.append(
      Draft(path: path, file: .init(path: name, rows: rows, bytes: sum.bytes, xxh128: sum.hex)))
    rows = 0
  }
}

/// Runs work on a dataset's files, with errors as `FileError`.
@discardableResult
func writing<Answer>(_ body: () throws(SystemError) -> Answer) throws(FileError) -> Answer {
  do { return try body() } catch { throw .cannotWrite(file: error.path, reason: error.reason) }
}
