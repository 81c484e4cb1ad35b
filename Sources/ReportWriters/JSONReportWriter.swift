import RacingReports

/// Entity reports as JSON: an array with one object per line, numbers with the CSV's digits.
public enum JSONReportWriter {
  /// A report's text.
  public static func text(_ report: EntityReport) -> String {
    let names = ReportColumns.header(of: report.dimension).map(JSONText.string)
    let rows = report.rows.map { row in
      let members = zip(names, row.cells).map { name, cell in name + ":" + value(cell) }
      return "{" + members.joined(separator: ",") + "}"
    }
    return "[\n" + rows.joined(separator: ",\n") + (rows.isEmpty ? "]\n" : "\n]\n")
  }

  private static func value(_ cell: ReportCell) -> String {
    guard let text = cell.text else { return "null" }
    return cell.isNumber ? text : JSONText.string(text)
  }
}

/// JSON literals; numbers are written as their digits, so no value passes through a Double.
enum JSONText {
  static func string(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case let control where control.value < 0x20:
        let digits = String(control.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}
