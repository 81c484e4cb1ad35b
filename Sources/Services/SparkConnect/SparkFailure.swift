/// A statement's failure as the server reports it.
public struct SparkFailure: Error, Equatable, Sendable {
  /// The gRPC status code.
  public let status: Int
  /// The error class, such as `ARITHMETIC_OVERFLOW`; nil if the server names none.
  public let errorClass: String?
  /// The SQLSTATE, such as `22003`; nil if the server names none.
  public let sqlState: String?
  /// The server's own words, on one line.
  public let message: String

  /// Makes a failure from the server's words.
  public init(status: Int, errorClass: String?, sqlState: String?, message: String) {
    self.status = status
    self.message = Self.line(message)
    // Servers omit the details if they are long; the words then begin with the class.
    self.errorClass = errorClass ?? Self.bracketed(message)
    self.sqlState =
      sqlState ?? message.firstMatch(of: /SQLSTATE: ([0-9A-Z]{5})/).map { String($0.1) }
  }

  /// Whether a sum exceeded the range of its type.
  public var isOverflow: Bool {
    isOf("ARITHMETIC_OVERFLOW", "NUMERIC_VALUE_OUT_OF_RANGE", "CAST_OVERFLOW")
  }

  /// Whether the statement's files do not exist where the cluster looks.
  public var isMissingPath: Bool {
    isOf("PATH_NOT_FOUND", "FAILED_READ_FILE.FILE_NOT_EXIST", "DATA_SOURCE_NOT_FOUND")
      || message.contains("FileNotFoundException")
  }

  /// Whether the files lack a column that the statement needs, or have it in another type.
  public var isOtherSchema: Bool {
    isOf(
      "UNRESOLVED_COLUMN", "FIELD_NOT_FOUND", "FAILED_READ_FILE.PARQUET_COLUMN_DATA_TYPE_MISMATCH")
  }

  /// Whether the server ended the query because of an interrupt.
  public var isInterruption: Bool { isOf("OPERATION_CANCELED") }

  /// Whether the server no longer has the session or the query.
  var isForgotten: Bool { isOf("INVALID_HANDLE") }

  // MARK: - Implementation

  private func isOf(_ classes: String...) -> Bool {
    guard let errorClass else { return false }
    return classes.contains { errorClass == $0 || errorClass.hasPrefix($0 + ".") }
  }

  private static func bracketed(_ message: String) -> String? {
    message.firstMatch(of: /\[([A-Z][A-Z0-9_]*(?:\.[A-Z0-9_]+)*)\]/).map { String($0.1) }
  }

  private static func line(_ message: String) -> String {
    let first = message.split(whereSeparator: \.isNewline).first ?? ""
    return first.count > 500 ? first.prefix(499) + "…" : String(first)
  }
}

extension SparkFailure: CustomStringConvertible {
  /// The message: the kind of failure in plain words, then the server's.
  public var description: String {
    let kind =
      switch true {
      case isOverflow: "a sum is too large for the cluster's numbers"
      case isMissingPath: "the cluster finds no such file or folder"
      case isOtherSchema: "the files on the cluster have other columns than expected"
      case isInterruption: "the query was interrupted on the server"
      case isForgotten: "the server no longer has the session or the query"
      default: "the cluster cannot run the query"
      }
    return "\(kind): " + (message.isEmpty ? "gRPC status \(status)" : message)
  }
}
