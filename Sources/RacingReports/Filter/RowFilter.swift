import Columns
import Racing

/// A condition on the rows of a report, by their columns: the language of ``Filter``.
///
/// A row is compared as it is printed. An undefined cell is unknown, and a row is shown only where
/// the whole is true.
public struct RowFilter: Sendable, Equatable {
  /// The condition as it was written.
  public let text: String
  private let condition: Filter

  /// Reads a condition such as `runs >= 30 and sp_roi_low > 0`.
  ///
  /// - Parameter text: The condition.
  /// - Throws: ``FilterError`` with the place, where the text is no condition on columns.
  public init(_ text: String) throws(FilterError) {
    self.text = text
    var parser = FilterParser(text, fields: .ofRows)
    do {
      condition = Filter(try parser.filter())
    } catch {
      throw error.onRows
    }
  }

  /// Makes sure that a report has all columns that are asked about.
  ///
  /// - Parameters:
  ///   - dimension: What the report is grouped by.
  ///   - columns: The report's columns.
  /// - Throws: ``ReportError`` `.unknownRowColumn` for a key or a figure of other reports.
  public func check(
    in dimension: Dimension, _ columns: ReportColumns = .standard
  ) throws(ReportError) {
    let header = columns.header(of: dimension)
    for name in condition.fieldNames where !header.contains(name) {
      throw .unknownRowColumn(found: name, among: header)
    }
  }

  /// The rows of a window that are shown, in their order.
  func shown(
    _ rows: WindowRows, _ dimension: Dimension, _ codes: EntityCodes
  ) -> WindowRows {
    let report = EntityReport(
      dimension: dimension, rows: ReportRows(rows.columns, windows: [rows], codes: codes))
    let mask = FilterMask(condition) { _ in [] }
    var first = 0
    var places: [FigurePlace] = []
    for table in report.tables() {
      let flags = mask.mask(rowCount: table.rowCount) { name in
        Self.column(table[name]!, FilterFields.ofRows.named(name)!.kind)
      }
      for row in 0..<table.rowCount where flags[row] { places.append(rows.place(first + row)) }
      first += table.rowCount
    }
    return rows.showing(places, count: places.count)
  }

  /// A printed column as values of its kind.
  private static func column(_ column: Column, _ kind: FilterKind) -> Column {
    guard case .text(let texts) = column.values else { return column }
    switch kind {
    case .number:
      let values = (0..<column.count).map {
        column.isNull($0) ? nil : Decimal6(texts[$0])?.micros
      }
      return Column(
        .micros, .int64(Buffer(values.map { $0 ?? 0 })), Validity(values.map { $0 != nil }))
    case .day:
      let values = (0..<column.count).map { column.isNull($0) ? nil : Day(iso: texts[$0]) }
      return Column(
        .date, .int32(Buffer(values.map { $0?.number ?? 0 })), Validity(values.map { $0 != nil }))
    default: return column
    }
  }
}

/// The fields that a condition may ask about.
struct FilterFields: Sendable {
  let all: [FilterField]
  private let byName: [String: FilterField]
  /// Whether prices that mappings name are fields too.
  private let hasPrices: Bool

  init(_ all: [FilterField], hasPrices: Bool = false) {
    self.all = all
    self.hasPrices = hasPrices
    byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The fields of runners and their races.
  static let ofRunners = FilterFields(FilterField.all, hasPrices: true)

  /// The columns that some report can have.
  static let ofRows: FilterFields = {
    let figures = ReportColumns.all
    let days = ["from", "to", "last_run"]
    let keys = Dimension.keyNames + [Dimension.none]
    let bands = keys.filter(Dimension.isNumber).map { "\($0)_band" }
    return FilterFields(
      figures.names.map {
        FilterField(
          name: $0,
          kind: days.contains($0) ? .day : figures.isNumber($0) ? .number : .text)
      }
        + (keys + bands).map {
          FilterField(
            name: $0, kind: Dimension.isNumber($0) ? .number : $0 == "date" ? .day : .text)
        })
  }()

  /// Finds a field, whatever the case of its letters.
  func named(_ name: String) -> FilterField? {
    let small = name.lowercased()
    if let known = byName[name] ?? byName[small] { return known }
    guard hasPrices, let price = NamedPrice.of(column: small) else { return nil }
    return FilterField(name: price.column, kind: .number)
  }
}
