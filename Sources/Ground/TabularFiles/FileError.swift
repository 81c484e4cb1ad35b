import Columns

/// An error in reading or writing a tabular file.
public enum FileError: Error, Equatable, Sendable {
  /// The file does not exist or may not be opened; `reason` is the system's.
  case cannotOpen(file: String, reason: String)
  /// The file has no bytes.
  case empty(file: String)
  /// The content does not match the file's name.
  case malformed(file: String, found: String, expected: String)
  /// The text has another form than expected, which a mapping can state by an option.
  case otherForm(file: String, found: String, expected: String, option: String)
  /// A requested column is not in the file.
  case missingColumns(file: String, missing: [String], present: [String])
  /// The file could not be written.
  case cannotWrite(file: String, reason: String)
}

extension FileError: CustomStringConvertible {
  /// The message: place, what was found, and what was expected.
  public var description: String {
    switch self {
    case .cannotOpen(let file, let reason): "\(file): cannot be opened (\(reason))"
    case .empty(let file): "\(file): found an empty file; expected \(Self.content(of: file))"
    case .malformed(let file, let found, let expected):
      "\(file): found \(found); expected \(expected)"
    case .otherForm(let file, let found, let expected, let option):
      "\(file): found \(found); expected \(expected), or \(option) in the mapping"
    case .missingColumns(let file, let missing, let present):
      "\(file): found the columns \(Self.listed(present)); expected also "
        + missing.map { Self.withNearest($0, present) }.joined(separator: ", ")
    case .cannotWrite(let file, let reason): "\(file): cannot be written (\(reason))"
    }
  }

  /// Joins names by commas; a long list is cut.
  public static func listed(_ names: [String]) -> String {
    let limit = 40
    let shown = names.prefix(limit).map { $0.count > 60 ? $0.prefix(57) + "…" : $0[...] }
    let rest = names.count > limit ? " and \(names.count - limit) more" : ""
    return shown.joined(separator: ", ") + rest
  }

  /// Describes the expected content of a file by its name.
  private static func content(of file: String) -> String {
    switch SourceKind(fileName: file) {
    case .parquet: "Parquet"
    case let kind? where kind.isJSON: "JSON documents"
    default: "a header line and records"
    }
  }

  private static func withNearest(_ name: String, _ present: [String]) -> String {
    NearestName.find(name, in: present.prefix(1000)).map { "\(name) (nearest: \($0))" } ?? name
  }
}
