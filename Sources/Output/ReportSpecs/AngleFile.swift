import Columns
import Questions
import Racing
import RunnerKeys
import YAMLText

/// Named angles from a file, in the language of ``ReportSpec``.
public struct AngleFile: Sendable {
  /// The angles, in the file's order; their names differ by more than their case.
  public let angles: [Angle]

  /// Reads angles.
  ///
  /// - Parameters:
  ///   - text: YAML with the key `angles` and optional defaults.
  ///   - file: The text's name in messages.
  /// - Throws: ``SpecError`` with the line of the first mistake.
  public init(yaml text: String, file: String) throws(SpecError) {
    let (root, list) = try SpecError.of { () throws(YAMLError) in
      let root = try YAMLValue(text: text, file: file).members("keys such as angles")
      try root.allow(SpecSettings.angleKeys + SpecSettings.factKeys + ["angles"], as: "key")
      return (root, try root.required("angles"))
    }
    var defaults = SpecSettings()
    try defaults.read(root)
    var facts = try SpecSettings.facts(root)
    // Sources that are added to the store later do not change a registered angle.
    facts.sourcesPlace = nil
    facts.marketPlace = nil
    guard list.isList, !list.values.isEmpty else {
      throw SpecValue(key: "angles", value: list).mistake(
        list.isList ? "an empty list" : "no list", expected: "a list with at least one angle")
    }
    var angles: [Angle] = []
    var taken: Set<String> = []
    for value in list.values {
      let angle = try Self.angle(value, defaults, facts)
      guard taken.insert(angle.key).inserted else {
        throw .mistake(
          place: value.place, found: "a second angle named \(angle.name)",
          expected: "a name of its own (key: name)")
      }
      angles.append(angle)
    }
    self.angles = angles
  }

  /// Reads angles from a file.
  ///
  /// - Parameter path: A YAML file of at most ``ReportSpec/byteLimit`` bytes.
  /// - Throws: ``SpecError`` if it cannot be read, or with the line of the first mistake.
  public init(contentsOf path: String) throws(SpecError) {
    try self.init(yaml: try ReportSpec.text(of: path), file: path)
  }

  // MARK: - Implementation

  private static func angle(
    _ value: YAMLValue, _ defaults: SpecSettings, _ facts: FactRules
  ) throws(SpecError) -> Angle {
    let members = try SpecError.of { () throws(YAMLError) in
      let members = try value.members("an angle with name and where")
      try members.allow(["name", "where"] + SpecSettings.angleKeys, as: "key")
      _ = (try members.required("name"), try members.required("where"))
      return members
    }
    var settings = defaults
    try settings.read(members)
    let name = try name(members.value("name")!)
    if let price = settings.scope.figures.price, let place = settings.scope.betsPlace {
      throw .mistake(
        place: place, found: "bets at \(price.column)",
        expected: "bets out of " + BetGroup.fixed.map(\.rawValue).joined(separator: ", "))
    }
    guard let filter = settings.scope.filter else {
      throw members.value("where")!.mistake("no condition", expected: "one such as draw = 1")
    }
    return Angle(name: name, filter: filter, scope: settings.scope, facts: facts)
  }

  /// Reads a name, without the semicolon that separates names in cards.
  private static func name(_ value: SpecValue) throws(SpecError) -> String {
    let expected =
      "a name of 1 to \(Limits.angleNameCharacters) characters, without semicolons, control "
      + "characters and blanks at its ends"
    let name = try value.text(expected)
    let isOneLine = !name.unicodeScalars.contains { scalar in
      [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        || scalar == ";"
    }
    guard (1...Limits.angleNameCharacters).contains(name.unicodeScalars.count), isOneLine,
      !YAMLValue.isBlank(name),
      name.first?.isWhitespace == false, name.last?.isWhitespace == false
    else { throw value.mistake(name.isEmpty ? "nothing" : name, expected: expected) }
    return name
  }
}

extension Angle {
  /// The angle as a separate file with every choice written out: the text that is registered.
  var text: String {
    let bets = figures.bets.map(\.rawValue).joined(separator: ", ")
    return """
      break_days: \(facts.breakDays)
      class_order: \(classOrder)\(market)
      angles:
        - name: \(name.yamlDoubleQuoted)
          where: \(filter.text.yamlDoubleQuoted)
          commission: \(Decimal6(micros: commission.rateMicros))
          place_terms: \(placeTerms?.rawValue ?? "null")
          bets: [\(bets)]
          baseline: \(figures.baseline.name)

      """
  }

  /// The line of the market; empty if the store's own counts.
  private var market: String { facts.market.map { "\nmarket: \($0.column)" } ?? "" }

  /// The order of classes for all sources, or for each source.
  private var classOrder: String {
    func list(_ names: [String]) -> String {
      "[\(names.map(\.yamlDoubleQuoted).joined(separator: ", "))]"
    }
    guard !facts.classOrders.isEmpty else { return list(facts.classOrder) }
    let orders = facts.orders.map { "\($0.source.yamlDoubleQuoted): \(list($0.classes))" }
    return "{\(orders.joined(separator: ", "))}"
  }
}
