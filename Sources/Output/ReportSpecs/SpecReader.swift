import Questions
import RunnerKeys
import YAMLText

/// Reads the list of reports; each inherits the file's defaults.
struct SpecReader {
  private(set) var names: [String] = []
  private(set) var questions: [ReportQuestion] = []
  private let defaults: SpecSettings

  init(_ root: YAMLMembers, _ defaults: SpecSettings) throws(SpecError) {
    self.defaults = defaults
    let list = try SpecError.of { () throws(YAMLError) in try root.required("reports") }
    guard list.isList, !list.values.isEmpty else {
      let found = list.isList ? "an empty list" : "no list"
      throw SpecValue(key: "reports", value: list).mistake(
        found, expected: "a list with at least one report")
    }
    var taken: Set<String> = []
    for value in list.values {
      let (name, question) = try report(value)
      // Some file systems ignore case.
      guard taken.insert(name.lowercased()).inserted else {
        throw .mistake(
          place: value.place, found: "a second report named \(name)",
          expected: "a name of its own (key: name)")
      }
      names.append(name)
      questions.append(question)
    }
  }

  // MARK: - Implementation

  private func report(_ value: YAMLValue) throws(SpecError) -> (String, ReportQuestion) {
    let (members, by) = try SpecError.of { () throws(YAMLError) in
      let members = try value.members("a report such as by: jockey")
      try members.allow(SpecSettings.reportKeys, as: "key")
      return (members, SpecValue(key: "by", value: try members.required("by")))
    }
    var settings = defaults
    try settings.read(members)
    let keys = try by.list(separator: "+", expected: "keys such as jockey+trainer")
    let dimension = try by.naming { () throws(ReportError) in try Dimension(keys) }
    var question = ReportQuestion(dimension, scope: settings.scope)
    question.minRuns = settings.minRuns
    let columns = ReportColumns(settings.scope.figures)
    question.order = try order(members.value("order_by"), in: dimension, columns)
    if let top = members.value("top"), !top.isNull { question.top = try top.integer(atLeast: 1) }
    question.having = settings.having
    question.hasTotals = settings.hasTotals
    if let having = members.value("having") {
      try having.naming { () throws(ReportError) in
        try question.having?.check(in: dimension, columns)
      }
    }
    if let per = members.value("per"), !per.isNull {
      question.topKey = try per.text("a key of the report")
      try per.naming { () throws(ReportError) in try question.checkTopKey() }
    }
    return (try name(members.value("name")) ?? dimension.fileName, question)
  }

  private func order(
    _ value: SpecValue?, in dimension: Dimension, _ columns: ReportColumns
  ) throws(SpecError) -> RowOrder? {
    guard let value, !value.isNull else { return nil }
    let text = try value.text("a column such as sp_roi:desc")
    return try value.naming { () throws(ReportError) in
      let order = try RowOrder(text)
      _ = try order.columnIndex(in: dimension, columns)
      return order
    }
  }

  private func name(_ value: SpecValue?) throws(SpecError) -> String? {
    guard let value, !value.isNull else { return nil }
    let expected = "a file name without its ending, other than summary"
    let name = try value.text(expected)
    let isFileName =
      !name.isEmpty && name.utf8.count <= Limits.reportNameBytes && name.first != "."
      && !name.unicodeScalars.contains { $0 == "/" || $0 == "\\" || $0.value < 32 }
    guard isFileName, name.lowercased() != "summary" else {
      throw value.mistake(name, expected: expected)
    }
    return name
  }
}
