import APISandbox
import Foundation

/// The sandbox's truth, read by the tests' own CSV reader (RFC 4180).
struct TruthRows {
  let rows: [[String: String]]

  init(_ text: String) {
    var records = Self.records(text)
    let header = records.removeFirst()
    rows = records.map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
  }

  /// The rows by race.
  var races: [String: [[String: String]]] { Dictionary(grouping: rows) { $0["race_id"]! } }

  private static func records(_ text: String) -> [[String]] {
    var records: [[String]] = []
    var fields = [""]
    var isQuoted = false
    var previous: Character?
    for character in text {
      defer { previous = character }
      switch character {
      case "\"":
        // A quotation mark directly after a closing one means itself.
        if !isQuoted, previous == "\"" { fields[fields.count - 1].append("\"") }
        isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      case "\n" where !isQuoted:
        records.append(fields)
        fields = [""]
        previous = nil
      default: fields[fields.count - 1].append(character)
      }
    }
    return records
  }
}
