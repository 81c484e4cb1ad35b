import CArrow
import Columns
import Foundation

/// An input file's kind, told by its name.
public enum SourceKind: Equatable, Sendable {
  case csv
  case gzippedCSV
  case zstdCSV
  case parquet

  /// The kind of a file name, or nil where the ending is unknown.
  public init?(fileName: String) {
    let name = fileName.lowercased()
    if name.hasSuffix(".parquet") {
      self = .parquet
    } else if name.hasSuffix(".csv.gz") {
      self = .gzippedCSV
    } else if name.hasSuffix(".csv.zst") {
      self = .zstdCSV
    } else if name.hasSuffix(".csv") {
      self = .csv
    } else {
      return nil
    }
  }
}

/// An input file of rows: CSV (plain, gzip or zstd) or Parquet.
public struct SourceFile: Sendable {
  /// The path as given.
  public let path: String
  /// How it is read.
  public let kind: SourceKind
  /// A CSV file's text, unpacked; nil for Parquet.
  public let text: CSVText?

  /// The file's name, whose ending tells its kind.
  public let name: String

  /// Opens a file and, for CSV, unpacks or maps its text.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: A name that ends in `.csv`, `.csv.gz`, `.csv.zst` or `.parquet`; by default the
  ///     last part of the path. The raw archive names files by their checksums.
  /// - Throws: ``FileError`` when it is absent, empty, truncated or of another kind.
  public init(path: String, name: String? = nil) throws(FileError) {
    self.path = path
    self.name = name ?? (path as NSString).lastPathComponent
    guard let kind = SourceKind(fileName: self.name) else {
      throw .malformed(
        file: path, found: "an unknown file ending",
        expected: ".csv, .csv.gz, .csv.zst or .parquet")
    }
    self.kind = kind
    try Self.checkReadable(path)
    switch kind {
    case .csv: text = try CSVText(file: path, bytes: MappedFile.bytes(of: path))
    case .gzippedCSV: text = try CSVText(file: path, bytes: Self.unpack(path, RB_GZIP))
    case .zstdCSV: text = try CSVText(file: path, bytes: Self.unpack(path, RB_ZSTD))
    case .parquet: text = nil
    }
  }

  /// Column names in file order.
  ///
  /// - Returns: The header's names.
  /// - Throws: ``FileError`` when the header cannot be read.
  public func columnNames() throws(FileError) -> [String] {
    if let text { return try text.columnNames() }
    return try ParquetFile.columnNames(path)
  }

  /// The rows of some columns, in file order, as a list of tables.
  ///
  /// - Parameters:
  ///   - columns: Names that the file has.
  ///   - threads: How many threads may parse.
  /// - Returns: Tables of exactly these columns; a CSV file's are all text.
  /// - Throws: ``FileError`` when the content is malformed.
  public func read(columns: [String], threads: Int) throws(FileError) -> SourceRows {
    if let text { return try text.read(columns: columns, threads: threads) }
    return SourceRows(
      tables: try ParquetFile.read(path, columns: columns, threads: threads), skippedCount: 0)
  }

  // MARK: - Implementation

  private static func checkReadable(_ path: String) throws(FileError) {
    var status = stat()
    guard stat(path, &status) == 0, access(path, R_OK) == 0 else {
      throw .cannotOpen(file: path, reason: String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw .cannotOpen(file: path, reason: "it is a folder")
    }
    guard status.st_size > 0 else { throw .empty(file: path) }
  }

  private static func unpack(_ path: String, _ codec: rb_codec) throws(FileError) -> Buffer<UInt8> {
    var bytes: UnsafeMutablePointer<UInt8>?
    var length: Int64 = 0
    do {
      try wallCall { rb_decompress(path, codec, &bytes, &length, $0) }
    } catch {
      throw .malformed(
        file: path, found: error.message,
        expected: codec == RB_GZIP ? "a whole gzip file" : "a whole zstd file")
    }
    return Buffer(borrowing: bytes, count: Int(length), owner: WallMemory(bytes))
  }
}

/// The rows of a source, and how many records were left out for their width.
public struct SourceRows: Sendable {
  /// The rows, in file order.
  public let tables: [Table]
  /// Records with more or fewer fields than the header.
  public let skippedCount: Int

  /// Joins rows with the count of those left out.
  public init(tables: [Table], skippedCount: Int) {
    self.tables = tables
    self.skippedCount = skippedCount
  }

  /// All rows that were read.
  public var rowCount: Int { tables.reduce(0) { $0 + $1.rowCount } }
}

/// Memory allocated behind the wall.
private final class WallMemory {
  private let bytes: UnsafeMutablePointer<UInt8>?
  init(_ bytes: UnsafeMutablePointer<UInt8>?) { self.bytes = bytes }
  deinit { rb_free(bytes) }
}
