/// What keeps a tabular file from being read or written.
public enum FileError: Error, Equatable, Sendable {
  /// The file does not exist or may not be opened; `reason` is the system's.
  case cannotOpen(file: String, reason: String)
  /// The file has no bytes.
  case empty(file: String)
  /// The content is not what the name promises.
  case malformed(file: String, found: String, expected: String)
  /// A column that was asked for is not in the file.
  case missingColumns(file: String, missing: [String], present: [String])
  /// The file could not be written.
  case cannotWrite(file: String, reason: String)
}

extension FileError: CustomStringConvertible {
  /// Where, what was found, what was expected.
  public var description: String {
    switch self {
    case .cannotOpen(let file, let reason): "\(file): cannot be opened (\(reason))"
    case .empty(let file): "\(file): found an empty file; expected a header line and records"
    case .malformed(let file, let found, let expected):
      "\(file): found \(found); expected \(expected)"
    case .missingColumns(let file, let missing, let present):
      "\(file): found the columns \(present.joined(separator: ", ")); expected also "
        + missing.joined(separator: ", ")
    case .cannotWrite(let file, let reason): "\(file): cannot be written (\(reason))"
    }
  }
}
