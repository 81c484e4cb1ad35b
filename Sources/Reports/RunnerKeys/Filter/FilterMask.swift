import Columns
import Racing

/// A filter prepared for a store's columns; finds the rows that match, column by column.
///
/// Tests of names are evaluated once per dictionary code; rows then only look up the result.
package struct FilterMask: Sendable {
  private indirect enum Node: Sendable {
    case and([Node])
    case or([Node])
    case not(Node)
    case null(field: String)
    case numbers(field: String, whole: NumberTest, micros: NumberTest)
    case texts(field: String, TextTest, ofCode: Buffer<UInt8>)
    case flags(field: String, onTrue: Bool, onFalse: Bool)
    case computed(FilterValue, FilterTest)
    case compared(FilterValue, FilterComparison, FilterValue)
    case computedTexts(ValueTexts, TextTest?)
    case comparedTexts(ValueTexts, FilterComparison, ValueTexts)
  }

  private let root: Node

  /// Prepares a filter.
  ///
  /// - Parameters:
  ///   - filter: The filter.
  ///   - dictionary: The names by code of a text field's column; called once per test. A field
  ///     whose column holds plain text has none.
  package init(_ filter: Filter, dictionary: (String) -> [String]) {
    root = Self.node(filter.expression, dictionary)
  }

  /// Finds the rows for which the filter is true.
  ///
  /// - Parameters:
  ///   - rowCount: The number of rows.
  ///   - column: Gives the column of a field, with one row per runner.
  /// - Returns: A flag per row.
  package func mask(rowCount: Int, column: (String) -> Column) -> Bitmap {
    Self.truth(root, rowCount, column).isTrue
  }

  // MARK: - Preparation

  private static func node(
    _ expression: FilterExpression, _ dictionary: (String) -> [String]
  ) -> Node {
    switch expression {
    case .and(let parts): .and(parts.map { node($0, dictionary) })
    case .or(let parts): .or(parts.map { node($0, dictionary) })
    case .not(let part): .not(node(part, dictionary))
    case .test(let field, .null): .null(field: field.name)
    case .test(let field, let test): node(field, test, dictionary)
    case .valued(let value, let test):
      value.kind.isText
        ? .computedTexts(ValueTexts(value, dictionary), TextTest(test)) : .computed(value, test)
    case .compared(let left, let comparison, let right):
      left.kind.isText
        ? .comparedTexts(ValueTexts(left, dictionary), comparison, ValueTexts(right, dictionary))
        : .compared(left, comparison, right)
    }
  }

  private static func node(
    _ field: FilterField, _ test: FilterTest, _ dictionary: (String) -> [String]
  ) -> Node {
    switch field.kind {
    case .boolean:
      let passes = { passesFlag(test, $0) }
      return .flags(field: field.name, onTrue: passes(true), onFalse: passes(false))
    case .number, .day, .instant:
      // Numbers of days and instants are the same in any unit.
      return .numbers(
        field: field.name, whole: NumberTest(test, unit: Int128(Decimal6.one))!,
        micros: NumberTest(test, unit: 1)!)
    case .text, .outcome:
      let text = TextTest(test)!
      let passing = dictionary(field.name).map { name -> UInt8 in
        var name = name
        return name.withUTF8 { text.matches($0) } ? 1 : 0
      }
      return .texts(field: field.name, text, ofCode: Buffer(passing))
    }
  }

  private static func passesFlag(_ test: FilterTest, _ flag: Bool) -> Bool {
    switch test {
    case .compare(.unequal, let literal): literal != .boolean(flag)
    case .compare(_, let literal): literal == .boolean(flag)
    case .among(let literals): literals.contains(.boolean(flag))
    case .between, .like, .null: preconditionFailure("no question to a flag")
    }
  }

  // MARK: - Evaluation

  private static func truth(
    _ node: Node, _ rowCount: Int, _ column: (String) -> Column
  ) -> FilterTruth {
    func asked(_ field: String) -> Column {
      let column = column(field)
      precondition(column.count == rowCount, "a column has a value per runner")
      return column
    }
    switch node {
    case .and(let parts):
      return parts.dropFirst().reduce(truth(parts[0], rowCount, column)) {
        $0.and(truth($1, rowCount, column))
      }
    case .or(let parts):
      return parts.dropFirst().reduce(truth(parts[0], rowCount, column)) {
        $0.or(truth($1, rowCount, column))
      }
    case .not(let part): return truth(part, rowCount, column).negated
    case .null(let field): return .ofAbsence(asked(field))
    case .numbers(let field, let whole, let micros):
      let column = asked(field)
      return FilterTruth(
        column.rows(passing: column.type == .micros ? micros : whole), column.validity)
    case .texts(let field, let test, let ofCode):
      let column = asked(field)
      return FilterTruth(column.rows(passing: test, ofCode: ofCode), column.validity)
    case .flags(let field, let onTrue, let onFalse):
      let column = asked(field)
      return FilterTruth(
        column.booleans.rows(onTrue: onTrue, onFalse: onFalse), column.validity)
    case .computed(let value, let test):
      let column = value.column(rowCount: rowCount, asked)
      return test == .null
        ? .ofAbsence(column)
        : FilterTruth(rows(of: column, value.kind, passing: test), column.validity)
    case .compared(let left, let comparison, let right):
      let (left, right) = (
        left.numbers(rowCount: rowCount, asked), right.numbers(rowCount: rowCount, asked)
      )
      return FilterTruth(
        comparison.rows(left, right),
        .of(left).intersection(.of(right)))
    case .computedTexts(let texts, let test):
      return texts.truth(rowCount: rowCount, asked, test)
    case .comparedTexts(let left, let comparison, let right):
      return left.truth(rowCount: rowCount, asked, comparison, right)
    }
  }

  private static func rows(
    of column: Column, _ kind: FilterKind, passing test: FilterTest
  ) -> Bitmap {
    guard kind == .boolean else { return column.rows(passing: NumberTest(test, unit: 1)!) }
    let numbers = column.int64s.pointer
    return Bitmap.packed(count: column.count) { numbers[$0] != 0 }
      .rows(onTrue: passesFlag(test, true), onFalse: passesFlag(test, false))
  }
}
