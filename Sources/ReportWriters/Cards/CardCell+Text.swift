import TabularFiles

extension CardCell {
  /// Appends the cell as CSV; nothing where it is empty.
  func appendCSV(to bytes: inout [UInt8]) {
    switch self {
    case .empty: break
    case .name(let name): CSVCell.append(SpreadsheetGuard.guarded(name), to: &bytes)
    case .text(let text): CSVCell.append(text, to: &bytes)
    case .number(let digits): bytes += Array(digits.utf8)
    case .flag(let flag): bytes += Array("\(flag)".utf8)
    case .figure(let figure): figure.append(to: &bytes)
    }
  }

  /// The cell as JSON, with the CSV's digits.
  var json: String {
    switch self {
    case .empty, .figure(.empty): "null"
    case .name(let text), .text(let text), .figure(.text(let text)): JSONText.string(text)
    case .number(let digits): digits
    case .flag(let flag): "\(flag)"
    case .figure(let figure): figure.text!
    }
  }
}
