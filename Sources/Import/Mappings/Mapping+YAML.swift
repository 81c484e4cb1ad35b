import Columns
import Racing
import TabularFiles
import YAMLText

extension Mapping {
  /// Reads a mapping from YAML.
  ///
  /// - Parameters:
  ///   - text: The YAML text.
  ///   - file: Its name in messages.
  /// - Throws: ``ImportError`` `.badMapping` with the line of the first mistake; for a misspelt
  ///   name also the nearest known one.
  public init(yaml text: String, file: String) throws(ImportError) {
    do throws(YAMLError) {
      try self.init(try YAMLValue(text: text, file: file))
    } catch {
      throw .badMapping(file: error.place, found: error.found, expected: error.expected)
    }
  }

  private init(_ value: YAMLValue) throws(YAMLError) {
    let members = try value.members("a mapping")
    try members.allow(
      [
        "name", "description", "defaults", "guarded_names", "zone", "delimiter", "encoding",
        "capital_names", "market_types", "tables",
      ], as: "member")
    name = try members.required("name").name("a name in letters")
    description = try members["description"]?.text() ?? ""
    hasGuardedNames = try members["guarded_names"]?.flag() ?? false
    zone = try members["zone"]?.zone()
    tables = [:]
    let places = try members.required("tables").members("tables by name").all
    let form = try TextForm.standard.stated(members)
    for (name, value) in places {
      guard !YAMLValue.isBlank(name) else {
        throw value.mistake(found: "no name", expected: "a table's name")
      }
      tables[name] = try TableMapping(value, form: form)
    }
    guard !tables.isEmpty else { throw value.mistake(found: "no table", expected: "at least one") }
    if let value = members["defaults"] {
      let known = TableMapping.Target.allCases.flatMap { TableMapping(feeds: $0).targetFields }
      defaults = try value.texts(of: known)
    }
    for (name, table) in tables { tables[name] = table.zoned(zone(of: table.feeds)) }
    try checkDays(places)
    try checkReports(places)
    try checkJoins(value)
  }

  /// Checks that rows have a day; a runner may have its race's, from another file.
  private func checkDays(_ places: [(name: String, value: YAMLValue)]) throws(YAMLError) {
    let races = tables.values.filter { $0.feeds == .races }
    for (name, value) in places {
      let table = tables[name]!
      guard table.feeds == .runners || table.feeds == .dividends else { continue }
      let isElsewhere =
        defaults["date"] != nil
        || table.feeds == .runners && races.contains { $0.fields["date"] != nil }
      try table.need("date", value, elsewhere: isElsewhere)
    }
  }

  /// Checks that joined tables exist, and that joins form no circle.
  private func checkJoins(_ value: YAMLValue) throws(YAMLError) {
    for (name, table) in tables.sorted(by: { $0.key < $1.key }) {
      for join in table.joins {
        let place = "\(value.file):\(join.line)"
        guard tables[join.table] != nil else {
          let nearest = NearestName.find(join.table, in: tables.keys.sorted())
          throw YAMLError(
            place: place, found: "a join of the table \(join.table)",
            expected: "one of " + tables.keys.sorted().joined(separator: ", ")
              + (nearest.map { " (nearest: \($0))" } ?? ""))
        }
        var path = [name]
        guard !isCircular(join.table, &path) else {
          throw YAMLError(
            place: place, found: "a circle of joins, \(path.joined(separator: " → "))",
            expected: "tables that don't lead back to themselves")
        }
      }
    }
  }

  private func isCircular(_ table: String, _ path: inout [String]) -> Bool {
    path.append(table)
    if path.dropLast().contains(table) { return true }
    for join in tables[table]?.joins ?? [] where isCircular(join.table, &path) { return true }
    path.removeLast()
    return false
  }
}

extension YAMLValue {
  /// Reads texts by field.
  func texts(of fields: [Field]) throws(YAMLError) -> [String: String] {
    let members = try members("texts by field")
    try members.allow(fields.map(\.name), as: "field")
    var texts: [String: String] = [:]
    for (name, value) in members.all { texts[name] = try value.text() }
    return texts
  }
}
