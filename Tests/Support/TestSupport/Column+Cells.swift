import Columns

extension Column {
  /// Each row's value as text, nil for null, so that columns can be compared.
  public var cells: [String?] {
    (0..<count).map { isNull($0) ? nil : slot($0) }
  }

  /// Returns the content of a row's memory, even if the row is null.
  public func slot(_ row: Int) -> String {
    switch values {
    case .int16(let buffer): "\(buffer[row])"
    case .int32(let buffer): "\(buffer[row])"
    case .int64(let buffer): "\(buffer[row])"
    case .double(let buffer): "\(buffer[row])"
    case .boolean(let bitmap): "\(bitmap[row])"
    case .text(let text): text[row]
    }
  }
}

extension Table {
  /// Each column's cells under its name.
  public var cells: [String: [String?]] {
    Dictionary(uniqueKeysWithValues: zip(fields.map(\.name), columns.map(\.cells)))
  }
}
