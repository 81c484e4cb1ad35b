import Cards
import Columns

/// The message for a name that does not identify one person or horse.
public enum NameMatchText {
  /// Returns the names that match, or the nearest ones.
  ///
  /// - Parameters:
  ///   - match: The result of the search.
  ///   - text: The text that was searched for.
  ///   - role: The role of the person or horse.
  /// - Returns: A message; nil if one name was found.
  public static func message(_ match: NameMatch, for text: String, _ role: RecordRole) -> String? {
    let text = DisplayWidth.printable(text, limit: 60)
    switch match {
    case .one: return nil
    case .several(let names):
      var lines = [
        "found \(TextCount.text(names.count, of: role.rawValue)) for \(text); expected one of"
      ]
      lines += table(names.prefix(Limits.listed))
      if names.count > Limits.listed {
        lines.append("  … \(TextCount.grouped(names.count - Limits.listed)) more")
      }
      return lines.joined(separator: "\n")
    case .none(let nearest):
      let first = "found no \(role.rawValue) for \(text); expected a name of the store"
      if nearest.isEmpty { return first }
      return (["\(first), such as"] + table(nearest[...])).joined(separator: "\n")
    }
  }

  private static func table(_ names: ArraySlice<NameFound>) -> [String] {
    var table = TextTable(header: ["", "", ""], sides: [.left, .right, .left])
    table.rows = names.map {
      [$0.name, TextCount.grouped($0.runnerCount), $0.runnerCount == 1 ? "runner" : "runners"]
    }
    return table.lines.dropFirst().map { "  " + $0 }
  }
}
