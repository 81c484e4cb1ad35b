import Columns
import Racing
import TabularFiles
import YAMLText

extension TableMapping {
  private static let memberNames = [
    "feeds", "recognised_by", "rows", "lists", "key", "duplicates", "requires_one_of", "constants",
    "join", "fields", "prices", "leaves", "delimiter", "encoding", "columns", "widths",
    "named",
    "capital_names", "market_types", "splits_races",
  ]

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - value: The table.
  ///   - form: The form of files if the table states none.
  /// - Throws: `YAMLError` for the first mistake.
  init(_ value: YAMLValue, form: TextForm) throws(YAMLError) {
    let members = try value.members("a table")
    try members.allow(Self.memberNames, as: "member")
    feeds = try members.required("feeds").word(Target.self)
    self.form = try form.stated(members)
    recognisedBy = try members["recognised_by"]?.texts() ?? []
    named = try members["named"]?.text("a file's name")
    rows = try members["rows"]?.rowPath()
    for (list, value) in try members["lists"]?.members("lists by name").all ?? [] {
      lists.append(try value.namedList(list))
    }
    duplicates = try members["duplicates"]?.word(DuplicatePolicy.self) ?? .merge
    splitsRaces = try members["splits_races"]?.flag() ?? false
    joins = try (members["join"]?.values ?? []).map { value throws(YAMLError) in
      try JoinMapping(value)
    }
    if let value = members["constants"] { constants = try value.texts(of: targetFields) }
    if let value = members["fields"] {
      let fields = try value.members("fields by name")
      try fields.allow(knownFields, as: "field")
      for (name, value) in fields.all {
        let field = targetFields.first { $0.name == name }!
        self.fields[name] = try FieldMapping(value, of: field)
      }
    }
    if let value = members["prices"] { try setPrices(value) }
    // A word in place of a position is an outcome, whether or not the mapping names that field.
    if let position = fields["position"],
      position.formats.contains(.finish) || position.unplaced != nil, fields["outcome"] == nil,
      constants["outcome"] == nil
    {
      fields["outcome"] = position
    }
    if let value = members["leaves"] { try setLeaves(value) }
    key = try members["key"].map { value throws(YAMLError) in try knownFields(value) }
    requiresOneOf =
      try members["requires_one_of"].map { value throws(YAMLError) in
        try knownFields(value)
      } ?? []
    try checkNeeds(value)
  }

  // MARK: - Implementation

  private func knownFields(_ value: YAMLValue) throws(YAMLError) -> [String] {
    let names = try value.texts("fields")
    guard !names.isEmpty else { throw value.mistake(found: "no field", expected: "at least one") }
    for name in names where !knownFields.contains(name) {
      let nearest = NearestName.find(name, in: knownFields)
      throw value.mistake(
        found: "the field \(name)",
        expected: "one of " + knownFields.joined(separator: ", ")
          + (nearest.map { " (nearest: \($0))" } ?? ""))
    }
    return names
  }

  /// Reads columns that are not read, as a list or as lists by the reason.
  private mutating func setLeaves(_ value: YAMLValue) throws(YAMLError) {
    guard value.hasMembers else {
      leaves = try value.texts()
      return
    }
    for (reason, columns) in try value.members("columns by reason").all {
      for column in try columns.texts() {
        leaves.append(column)
        leavingReasons[column] = reason
      }
    }
  }

  /// Reads prices by name, or the pattern of their columns' names.
  private mutating func setPrices(_ value: YAMLValue) throws(YAMLError) {
    guard feeds == .runners else {
      throw value.mistake(
        found: "prices in a table of \(feeds)", expected: "prices of runners only")
    }
    guard value.hasMembers else { return try setPricePattern(value) }
    for (name, value) in try value.members("prices by name").all {
      guard name != "*" else {
        try setPricePattern(value)
        continue
      }
      guard let price = NamedPrice.named(name) else {
        throw value.mistake(
          found: "the price \(name)",
          expected: "a name of at most \(NamedPrice.longestName) small letters, digits and _, "
            + "such as early")
      }
      guard fields[price.column] == nil else {
        throw value.mistake(
          found: "the price \(name) among the fields too", expected: "each name once")
      }
      fields[price.column] = try FieldMapping(value, of: price.field)
    }
  }

  private mutating func setPricePattern(_ value: YAMLValue) throws(YAMLError) {
    let pattern = try FieldMapping(value, of: Self.anyPrice.field)
    let columns = pattern.sources.flatMap(\.columns)
    let odd = columns.first { $0.count(where: { $0 == "*" }) != 1 }
    guard odd == nil, !columns.isEmpty else {
      throw value.mistake(
        found: odd ?? "no column", expected: "a pattern with one *, such as price_*")
    }
    pricePattern = pattern
  }

  /// The placeholder for the prices of a pattern.
  private static let anyPrice = NamedPrice.named("any")!

  /// Checks that a row has a race key; the mapping as a whole knows where its day comes from.
  private func checkNeeds(_ value: YAMLValue) throws(YAMLError) {
    guard feeds.isOfRacing else { return }
    guard feeds != .lookup else {
      guard fields.isEmpty else {
        throw value.mistake(
          found: "fields in a lookup", expected: "no fields: other tables use its columns")
      }
      return
    }
    try need("race_id", value, elsewhere: false)
    guard fields["date"] != nil || !hasDayInKey else {
      throw value.mistake(
        found: "field: date in race_id", expected: "the field date in the same table")
    }
  }

  /// Checks that every row of a file can have a field.
  func need(_ name: String, _ value: YAMLValue, elsewhere: Bool) throws(YAMLError) {
    // A day or a season that the file may lack can be given with the call.
    let isGiven = ["date", "season", "year"].contains(name)
    let isMapped = fields[name].map { !$0.optional || isGiven } ?? false
    let isConstant = constants[name].map { !$0.isEmpty } ?? false
    guard isMapped || isConstant || elsewhere else {
      throw value.mistake(
        found: "no field \(name) that every file has", expected: "one in a table of \(feeds)")
    }
  }
}

extension JoinMapping {
  init(_ value: YAMLValue) throws(YAMLError) {
    let members = try value.members("a join")
    try members.allow(["table", "on"], as: "member")
    table = try members.required("table").text()
    on = []
    for (own, other) in try members.required("on").members("own: other's column").all {
      on.append((own, try other.text()))
    }
    guard !on.isEmpty else { throw value.mistake(found: "no column", expected: "at least one") }
    line = value.line
  }
}

extension YAMLValue {
  /// Reads the two members of a list's elements: their name, and the text that marks the newest.
  fileprivate func namedList(_ list: String) throws(YAMLError) -> RowPath.NamedList {
    guard hasMembers else { return RowPath.NamedList(list, name: try text("a member")) }
    let members = try self.members("a list")
    try members.allow(["name", "newest"], as: "member")
    return RowPath.NamedList(
      list, name: try members.required("name").text("a member"),
      newest: try members["newest"]?.text("a member"))
  }

  fileprivate func rowPath() throws(YAMLError) -> String {
    let path = try text("a path to the rows")
    guard RowPath(path) != nil else {
      throw mistake(found: path, expected: "a path such as racecards/*/runners/*")
    }
    return path
  }
}
