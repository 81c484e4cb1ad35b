import BetSettlement
import Columns
import Mappings
import Racing
import RowReading
import TabularFiles
import TextEncodings
import YAMLText

/// A mapping proposed for a log of bets, with its doubts.
package struct BetLogProposal {
  /// The mapping, in YAML.
  package private(set) var text = ""
  /// The doubts about it.
  package internal(set) var doubts: [String] = []
  /// The columns that no field takes, each with an example.
  package private(set) var unused: [String] = []

  private(set) var profiles: [ColumnProfile]
  /// The index of each field's column among the profiles.
  private(set) var chosen: [String: Int] = [:]
  var fields: [ProposedField] = []
  var constants: [(field: String, value: String)] = []
  let defaults: [String: String]

  /// Examines a log.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - defaults: Texts for fields that the log lacks; the mapping then has them.
  ///   - encoding: The text's encoding; nil to find it.
  ///   - threads: Number of parsing threads.
  /// - Throws: `ImportError` when the file cannot be read.
  package init(
    file path: String, defaults: [String: String] = [:], encoding: TextEncoding? = nil,
    threads: Int = 1
  ) throws(ImportError) {
    self.defaults = defaults
    let found = try onFile { () throws(FileError) in
      try FoundForm(
        path: path, encodings: encoding.map { [$0] } ?? [], isColumnName: BetLogWords.areName)
    }
    let source = try onFile { () throws(FileError) in
      try SourceFile(path: path, form: found.form, guessesEncoding: true)
    }
    let sample = try onFile { () throws(FileError) in try FileSample(source, threads: threads) }
    try onFile { () throws(FileError) in try source.checkUnchanged() }
    profiles = sample.profiles
    choose()
    if found.form.columns != nil {
      doubts.append("the first line looks like data; give the columns their names")
    }
    compose()
    let used = Set(fields.flatMap(\.columns))
    unused = profiles.filter { !used.contains($0.column) }.map { profile in
      "\(profile.column): "
        + (profile.examples(1).first.map { "such as \($0.oneLine)" } ?? "always empty")
    }
    let more = unused.count - Limits.unusedColumns
    if more > 0 { unused = unused.prefix(Limits.unusedColumns) + ["and \(more) more"] }
    text = mappingText(sample)
  }

  /// Returns the profile of a field's column.
  func profile(_ field: String) -> ColumnProfile? { chosen[field].map { profiles[$0] } }

  /// Takes a field's column for another field.
  mutating func rename(_ field: String, to other: String) {
    chosen[other] = chosen.removeValue(forKey: field)
  }

  /// Takes a column made of others for a field.
  mutating func take(_ profile: ColumnProfile, for field: String) {
    profiles.append(profile)
    chosen[field] = profiles.count - 1
  }

  /// Drops a field's column.
  mutating func drop(_ field: String) { chosen[field] = nil }

  // MARK: - Implementation

  /// The least share of a column's texts that fit a field.
  private static let leastShare = 0.6

  private mutating func choose() {
    var all: [(field: String, index: Int, score: Double)] = []
    for (index, profile) in profiles.enumerated() where profile.valueCount > 0 {
      for (field, hint) in BetLogWords.fields(of: profile.column) {
        let share = Self.share(profile, field)
        guard share >= Self.leastShare else { continue }
        all.append((field, index, 0.6 * hint + 0.4 * share))
      }
      // A column of kinds is one under any name.
      let kinds = Self.share(profile, "kind")
      if kinds > 0.9, profile.values.contains(where: { $0.count > 1 }) {
        all.append(("kind", index, 0.4 * kinds))
      }
    }
    var taken: Set<Int> = []
    for candidate in all.sorted(by: { ($0.score, $1.index) > ($1.score, $0.index) })
    where chosen[candidate.field] == nil && !taken.contains(candidate.index) {
      chosen[candidate.field] = candidate.index
      taken.insert(candidate.index)
    }
    // A day with a time is the off as well.
    if chosen["off_time"] == nil, let date = profile("date"), Self.share(date, "off_time") > 0.9 {
      chosen["off_time"] = chosen["date"]
    }
    if chosen["date"] == nil, let off = profile("off_time"), DateFit(off).fit.share > 0.9 {
      chosen["date"] = chosen["off_time"]
    }
    // Most bets are placed on the day of their race, and nearly all are settled on it.
    if chosen["date"] == nil, defaults["date"] == nil {
      let days = profiles.indices.filter { Self.areDays(profiles[$0]) }
      let settled = days.first { HeaderName(profiles[$0].column).tokens.contains("settled") }
      chosen["date"] = settled ?? days.first
      if let day = profile("date") {
        doubts.append(
          "\(day.column): no column is called the day of the race; taken for it, so check the bets "
            + "that were placed or settled on another day")
      }
    }
  }

  /// Whether a column has days, with times or without.
  static func areDays(_ profile: ColumnProfile) -> Bool {
    profile.valueCount > 0 && DateFit(profile).fit.share > 0.9
  }

  /// Returns the share of a column's texts that fit a field.
  private static func share(_ profile: ColumnProfile, _ field: String) -> Double {
    switch field {
    case "date": DateFit(profile).fit.share
    case "off_time", "placed_at": TimeFit(profile).fit.share
    case "kind": profile.share { BetWords.kind($0) != nil }
    case "result": profile.share { BetWords.result($0) != nil }
    case "rule_book": profile.share { BetWords.book($0) != nil } == 1 ? 1 : 0
    case "price", "place_price":
      profile.share { isPrice($0) || isPrice($0.replacing(",", with: ".")) }
    case "stake", "total_stake", "liability", "returned", "profit":
      profile.share { AmountText.micros($0, amountMapping(profile)) != nil }
    case "number": profile.share { !PoolBet.numbers(in: $0).isEmpty }
    case "race_no": profile.share { PoolBet.numbers(in: $0).count == 1 && $0.count <= 8 }
    case "places": profile.share { Int($0).map { 1...40 ~= $0 } ?? false }
    case "fraction": profile.share { $0.contains("1/") || "½⅓¼⅕⅙".contains($0) }
    case "commission":
      profile.share {
        $0.hasSuffix("%") || Decimal6($0).map { 0...Decimal6.one ~= $0.micros } ?? false
      }
    default: profile.share { $0.contains(where: \.isLetter) || field == "race_id" }
    }
  }

  static func isPrice(_ text: String) -> Bool {
    let plain = text.filter { !$0.isWhitespace }
    if BetWords.price(plain) != nil || (try? PrintedOdds.parse(plain)) != nil { return true }
    return "+-".contains(plain.first ?? " ") && (try? Odds.american(plain)) != nil
  }

  /// Returns the marks of a column's amounts.
  static func amountMapping(_ profile: ColumnProfile) -> FieldMapping {
    var mapping = FieldMapping(column: profile.column)
    if let commas = DecimalCommas(profile.values) {
      mapping.decimalMark = ","
      mapping.thousands = commas.members.count > 1 ? "." : nil
    }
    return mapping
  }

  private func mappingText(_ sample: FileSample) -> String {
    let base = sample.file.name.split(separator: ".").first.map(String.init) ?? "bets"
    var lines = [
      "name: \(base.yamlScalar)", "description: Proposed by railbird settle --explain",
    ]
    if !defaults.isEmpty {
      lines += ["", "defaults:"]
      lines += defaults.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value.yamlWord)" }
    }
    lines += ["", "tables:", "  bets:", "    feeds: placed_bets"]
    let form = sample.file.form
    if form.delimiter != TextForm.standard.delimiter {
      lines.append("    delimiter: " + form.delimiterWord)
    }
    if !form.encodings.isEmpty {
      lines.append("    encoding: " + form.encodings.map(\.rawValue).yamlList)
    }
    if let columns = form.columns {
      lines.append("    columns: [" + columns.map(\.yamlScalar).joined(separator: ", ") + "]")
    }
    if let rows = sample.rowPath { lines.append("    rows: " + rows.text.yamlWord) }
    if !constants.isEmpty {
      lines.append(
        "    constants: {"
          + constants.map { "\($0.field): \($0.value.yamlScalar)" }.joined(separator: ", ") + "}")
    }
    return (lines + ["    fields:"] + fields.map(\.line)).joined(separator: "\n") + "\n"
  }
}
