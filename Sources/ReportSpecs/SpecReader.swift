import Columns
import RacingReports
import Yams

/// One key's value, and the line that it stands on.
struct SpecValue {
  let key: String
  let place: SpecPlace
  let node: Node
}

/// Reads YAML nodes as what a spec may hold; every mistake knows its line.
struct SpecReader {
  let file: String
  /// The reports read so far.
  private(set) var questions: [ReportQuestion] = []

  init(file: String) { self.file = file }

  /// A mapping's values by key.
  func section(_ node: Node, knows known: [String]) throws(SpecError) -> [String: SpecValue] {
    let place = SpecPlace(file, line: node.mark?.line)
    guard case .mapping(let mapping) = node else {
      throw .badValue(
        place, key: "the file", found: node.kind, expected: "keys such as \(known.last!)")
    }
    var values: [String: SpecValue] = [:]
    for (name, value) in mapping {
      let line = SpecPlace(file, line: name.mark?.line)
      guard let key = name.scalar?.string, known.contains(key) else {
        throw .unknownKey(line, found: name.scalar?.string ?? name.kind, known: known)
      }
      values[key] = SpecValue(key: key, place: line, node: value)
    }
    return values
  }

  /// The kinds of files asked for; both where the file does not say.
  func formats(_ root: [String: SpecValue]) throws(SpecError) -> Set<ReportFormat> {
    guard let value = root["format"], !value.isNull else { return Set(ReportFormat.allCases) }
    var formats: Set<ReportFormat> = []
    for name in try value.list(separator: ",", expected: "csv, json or both") {
      guard let format = ReportFormat(rawValue: name) else {
        throw value.bad(name, expected: "csv, json or both")
      }
      formats.insert(format)
    }
    return formats
  }

  /// Reads the list of reports; returns the names of their files.
  mutating func readReports(_ root: [String: SpecValue], _ defaults: SpecSettings)
    throws(SpecError) -> [String]
  {
    let what = "list reports with at least one report"
    guard let value = root["reports"] else { throw .missing(SpecPlace(file), what: what) }
    guard case .sequence(let list) = value.node, !list.isEmpty else {
      throw value.bad(value.node.kind, expected: "a list with at least one report")
    }
    var names: [String] = []
    var taken: Set<String> = []
    for node in list {
      let place = SpecPlace(file, line: node.mark?.line)
      guard case .mapping = node else {
        throw .badValue(
          place, key: "reports", found: node.kind, expected: "a report such as by: jockey")
      }
      let (name, question) = try report(node, defaults)
      // Some file systems do not tell A from a.
      guard taken.insert(name.lowercased()).inserted else {
        throw .repeatedName(place, name: name)
      }
      names.append(name)
      questions.append(question)
    }
    return names
  }

  // MARK: - Implementation

  private func report(_ node: Node, _ defaults: SpecSettings) throws(SpecError) -> (
    String, ReportQuestion
  ) {
    let values = try section(node, knows: SpecSettings.reportKeys)
    guard let by = values["by"] else {
      throw .missing(SpecPlace(file, line: node.mark?.line), what: "key by in a report")
    }
    var settings = defaults
    try settings.read(values, self)
    let keys = try by.list(separator: "+", expected: "keys such as jockey+trainer")
    let dimension = try by.naming { () throws(ReportError) in try Dimension(keys) }
    var question = ReportQuestion(dimension, scope: settings.scope)
    question.minRuns = settings.minRuns
    if let order = values["order_by"], !order.isNull {
      let text = try order.text("a column such as sp_roi:desc")
      question.order = try order.naming { () throws(ReportError) in
        let order = try RowOrder(text)
        _ = try order.columnIndex(in: dimension)
        return order
      }
    }
    if let top = values["top"], !top.isNull { question.top = try top.integer(atLeast: 1) }
    return (try name(values["name"]) ?? dimension.fileName, question)
  }

  private func name(_ value: SpecValue?) throws(SpecError) -> String? {
    guard let value, !value.isNull else { return nil }
    let expected = "a file name without its ending, other than summary"
    let name = try value.text(expected)
    let isFileName =
      !name.isEmpty && name.utf8.count <= 200 && name.first != "."
      && !name.unicodeScalars.contains { $0 == "/" || $0 == "\\" || $0.value < 32 }
    guard isFileName, name.lowercased() != "summary" else {
      throw value.bad(name, expected: expected)
    }
    return name
  }
}
