import Foundation
import Racing

/// The proposal as YAML.
extension MappingProposal {
  /// The mapping's text, less what only people read in front of it and behind it.
  var mappingText: String {
    var lines = ["name: \(name.yamlScalar)", "description: Proposed by railbird import --explain"]
    if !defaults.isEmpty {
      lines += ["", "defaults:"]
      lines += defaults.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value.yamlWord)" }
    }
    lines += ["", "tables:", "  \(feeds.rawValue):", "    feeds: \(feeds.rawValue)"]
    if let rowPath = sample.rowPath { lines.append("    rows: " + rowPath.text.yamlWord) }
    let telling = tellingColumns
    if !telling.isEmpty {
      lines.append("    recognised_by: [" + telling.map(\.yamlScalar).joined(separator: ", ") + "]")
    }
    if feeds == .runners { lines.append("    key: [" + key.joined(separator: ", ") + "]") }
    if !constants.isEmpty {
      lines.append(
        "    constants: {"
          + constants.map { "\($0.field): \($0.value.yamlScalar)" }.joined(separator: ", ") + "}")
    }
    lines.append("    fields:")
    return (lines + fields.map(\.line)).joined(separator: "\n") + "\n"
  }

  /// The fields that tell the runners of a race apart.
  var key: [String] {
    let known = TableMapping.standardKey.filter { name in fields.contains { $0.name == name } }
    return known.isEmpty ? TableMapping.standardKey : known
  }

  /// Sees whether the key tells runners apart.
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

  /// The file's name without its endings.
  private var name: String {
    let base = sample.file.name.split(separator: ".").first.map(String.init) ?? "mine"
    let safe = base.map { $0.isLetter || $0.isNumber || "_-".contains($0) ? $0 : "-" }
    return safe.isEmpty ? "mine" : String(safe.prefix(60))
  }

  private var tellingColumns: [String] {
    var columns: [String] = []
    for name in ["race_id", "date", "pool", "dividend", "horse", "number", "position", "sp", "bsp"]
    {
      for column in fields.first(where: { $0.name == name })?.columns ?? []
      where !columns.contains(column) && sample.columns.contains(column) {
        columns.append(column)
      }
    }
    return Array(columns.prefix(5))
  }
}
