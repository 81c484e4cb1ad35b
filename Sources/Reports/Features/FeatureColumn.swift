import Columns
import RunnerKeys

/// A column of features beside the records: a value of the runner, or its place among those of
/// the race.
package struct FeatureColumn: Equatable, Sendable {
  /// The name in the table.
  package let name: String
  /// The value of the runner; nil for a figure.
  let value: FilterValue?
  /// The name of the figure; nil for a value.
  let figure: String?
  /// The comparison with the race's other rows; nil for the value itself.
  package let comparison: RaceComparison?
  /// The fields that the value is made of.
  package let fields: [String]

  /// The start of the names of targets.
  package static let targetPrefix = "target_"

  /// The fields to prepare: those of the value, or its band.
  var prepared: [String] { value?.fieldNames ?? [] }

  /// Reads a column.
  ///
  /// - Parameters:
  ///   - text: A field, a band, a computed number or a figure, or a comparison of such a number.
  ///   - role: The use of the column.
  ///   - figures: The figures by their columns' names.
  /// - Throws: ``FeatureError`` for another text, and for an input that is known later.
  init(
    _ text: String, _ role: DataDictionary.Role, figures: [String: RecordFigure]
  ) throws(FeatureError) {
    let compared = RaceComparison.parts(of: text)
    let inner = compared?.value ?? text
    let figures = Set(figures.filter { compared == nil || $0.value.isNumber }.keys)
    comparison = compared?.comparison
    figure = figures.contains(inner) ? inner : nil
    var base = inner
    if figure != nil {
      (value, fields) = (nil, [])
    } else if compared == nil, let band = try Self.band(inner, role) {
      value = .field(FilterField(name: band.description, kind: .text))
      (fields, base) = (band.value.fieldNames, band.columnName)
    } else {
      let own = try Self.value(inner, role, isCompared: compared != nil, figures)
      (value, fields, base) = (own, own.fieldNames, own.columnName)
    }
    if role == .input, let later = fields.first(where: Self.isLater) {
      throw .laterColumn(found: text, field: later)
    }
    name =
      (role == .target ? Self.targetPrefix : "")
      + (comparison.map { $0.rawValue + "_" } ?? "") + base
  }

  /// Whether a field may be known only at the off or later.
  ///
  /// The number of starters is one, because withdrawals change it; ranks among the declared runners
  /// are none.
  package static func isLater(_ field: String) -> Bool {
    FilterField.isLater(field) || field == RunnerFact.runners.rawValue
  }

  /// Returns the meaning of its values.
  ///
  /// - Parameter ofFigure: Gives the meaning of a figure.
  /// - Returns: The meaning, compared or not.
  func meaning(ofFigure: (String) -> ColumnMeaning) -> ColumnMeaning {
    let own: ColumnMeaning =
      switch value {
      case nil: ofFigure(figure!)
      case .field(let field):
        FieldMeanings.of(field.name)
          ?? ColumnMeaning(field.name, source: "key")
      case let value?: ColumnMeaning("\(value)", source: "computed")
      }
    return comparison?.meaning(of: own) ?? own
  }

  // MARK: - Implementation

  private static func band(_ text: String, _ role: DataDictionary.Role) throws(FeatureError)
    -> KeyBand?
  {
    guard KeyBand.isMeant(text) else { return nil }
    if let band = KeyBand(text) { return band }
    if let mistake = KeyBand.mistake(text) { throw .badColumn(mistake.of(role.option)) }
    throw .unknownColumn(found: text, option: role.option)
  }

  private static func value(
    _ text: String, _ role: DataDictionary.Role, isCompared: Bool, _ figures: Set<String>
  ) throws(FeatureError) -> FilterValue {
    if !isCompared, !FeatureRequest.ownColumns.contains(text.lowercased()),
      let field = FilterField.named(text)
    {
      return .field(field)
    }
    // A plain word is a misspelt name.
    let isWord = text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    guard !isWord || isCompared && FilterField.named(text) != nil else {
      // A metric alone lacks its keys and its window.
      let near =
        RecordFigure.names.contains(text)
        ? figures.filter { $0.contains("_\(text)_") }.min()
        : NearestName.find(text, in: figures.sorted())
      throw .unknownColumn(found: text, option: role.option, figure: near)
    }
    do {
      return try FilterValue(text)
    } catch {
      throw .badColumn(error.of(role.option))
    }
  }
}

extension DataDictionary.Role {
  /// The option that names columns of the role.
  var option: String { self == .target ? "--targets" : "--columns" }
}
