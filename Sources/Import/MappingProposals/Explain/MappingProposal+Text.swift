import Foundation
import Mappings
import Racing
import TabularFiles
import YAMLText

/// The proposal as YAML.
extension MappingProposal {
  /// The mapping's text, without the comments before and after it.
  var mappingText: String { Self.mappingText(of: [(feeds.rawValue, self)]) }

  /// Writes one mapping for several files.
  ///
  /// - Parameter tables: The files' proposals with the names of their tables; at least one.
  /// - Returns: The YAML text.
  static func mappingText(of tables: [(name: String, proposal: MappingProposal)]) -> String {
    let first = tables[0].proposal
    var lines = [
      "name: \(first.name.yamlScalar)", "description: Proposed by railbird import --explain",
    ]
    if !first.defaults.isEmpty {
      lines += ["", "defaults:"]
      lines += first.defaults.sorted { $0.key < $1.key }.map {
        "  \($0.key): \($0.value.yamlWord)"
      }
    }
    lines += ["", "tables:"]
    for (index, table) in tables.enumerated() {
      if index > 0 { lines.append("") }
      lines += table.proposal.tableLines(named: table.name)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines of the file's table.
  private func tableLines(named name: String) -> [String] {
    var lines = ["  \(name.yamlScalar):", "    feeds: \(feeds.rawValue)"] + formLines
    if let rowPath = sample.rowPath { lines.append("    rows: " + rowPath.text.yamlWord) }
    let columns = distinctiveColumns
    if !columns.isEmpty {
      lines.append("    recognised_by: [" + columns.map(\.yamlScalar).joined(separator: ", ") + "]")
    }
    if feeds == .runners { lines.append("    key: [" + key.joined(separator: ", ") + "]") }
    if !constants.isEmpty {
      lines.append(
        "    constants: {"
          + constants.map { "\($0.field): \($0.value.yamlScalar)" }.joined(separator: ", ") + "}")
    }
    lines.append("    fields:")
    return lines + fields.map(\.line)
      + (prices.isEmpty ? [] : ["    prices:"] + prices.map(\.line))
  }

  /// The most columns of a file without a header line that are named one by one.
  private static let namedColumns = 40

  /// The lines for the form of the file's text, where that is not the standard.
  private var formLines: [String] {
    let form = sample.file.form
    var lines: [String] = []
    if form.delimiter != TextForm.standard.delimiter {
      lines.append("    delimiter: " + form.delimiterWord)
    }
    if !encodings.isEmpty {
      lines.append("    encoding: " + encodings.map(\.rawValue).yamlList)
    }
    if let columns = form.columns {
      lines.append(
        columns.count > Self.namedColumns
          ? "    columns: \(columns.count)"
          : "    columns: [" + columns.map(\.yamlScalar).joined(separator: ", ") + "]")
    }
    return lines
  }

  /// Returns the names of the fields and constants that differ in another proposal, or that only
  /// one of the two has.
  func fieldsDiffering(from other: MappingProposal) -> [String] {
    let (own, others) = (sources, other.sources)
    let columns = Set(sample.columns)
    let names = Set(own.keys).union(others.keys).filter { name in
      // A field whose columns the file lacks is optional in the other proposal.
      own[name] != others[name]
        && (own[name] != nil
          || other.fields.first { $0.name == name }?.columns.allSatisfy(columns.contains) ?? true)
    }
    let order = TableMapping(feeds: feeds).knownFields
    return names.sorted { order.firstIndex(of: $0)! < order.firstIndex(of: $1)! }
  }

  /// The fields that distinguish the runners of a race.
  var key: [String] {
    let known = TableMapping.standardKey.filter { name in fields.contains { $0.name == name } }
    return known.isEmpty ? TableMapping.standardKey : known
  }

  /// Adds doubts if the key does not distinguish runners.
  mutating func settleKey() {
    guard feeds == .runners else { return }
    if !TableMapping.standardKey.contains(where: { name in fields.contains { $0.name == name } }) {
      doubts.append("horse: found neither a name nor a number; every row needs one of them")
    }
    for name in ["number", "horse"] {
      guard let profile = profile(of: name), races.distinctness(of: profile) < 0.98 else {
        continue
      }
      doubts.append(
        "\(profile.label): repeats within races, so it may be no \(name == "number" ? "saddlecloth number" : "horse")"
      )
    }
  }

  // MARK: - Implementation

  /// The sources of the fields and constants, by name.
  private var sources: [String: String] {
    let constants = constants.map { ($0.field, $0.value) }
    return Dictionary(fields.map { ($0.name, $0.sourceOfAll) } + constants) { first, _ in first }
  }

  /// The file's name without its endings.
  var name: String {
    let base = sample.file.name.split(separator: ".").first.map(String.init) ?? "mine"
    let safe = base.map { $0.isLetter || $0.isNumber || "_-".contains($0) ? $0 : "-" }
    return safe.isEmpty ? "mine" : String(safe.prefix(60))
  }

  private var distinctiveColumns: [String] {
    // In a file without a header line, the number of cells identifies the table.
    guard sample.file.form.columns == nil else { return [] }
    var columns: [String] = []
    for name in ["race_id", "date", "pool", "dividend", "horse", "number", "position", "sp", "bsp"]
    {
      for column in fields.first(where: { $0.name == name })?.columns ?? []
      where !columns.contains(column) && sample.columns.contains(column)
        && !lacking.contains(column)
      {
        columns.append(column)
      }
    }
    return Array(columns.prefix(5))
  }
}
