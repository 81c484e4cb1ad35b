import Columns
import RunnerKeys

/// The rows of features in pieces of whole days, each computed on demand.
///
/// Features of any number of starters need the memory of one piece, and at least five bytes per
/// starter for the contributions to sums, and in small months four bytes per runner and dimension;
/// figures of reports also need the sums of each entity's days as far as the windows reach.
/// There is at least one piece; it is empty if no day has a row.
public struct FeaturePieces: Sequence, IteratorProtocol {
  /// The number of rows of all pieces.
  package let rowCount: Int
  /// The number of columns of each piece.
  package var columnCount: Int {
    FeatureRequest.ownColumns.count + request.columns.count + request.recordNames.count
      + request.targets.count
  }

  private let request: FeatureRequest
  private let rows: StarterRows
  private let columns: KeyColumns
  private let records: [EntityFeatures]
  /// The days of the remaining pieces, by their indices among the rows' days.
  private var pieces: ArraySlice<Range<Int>>

  init(
    _ request: FeatureRequest, _ rows: StarterRows, _ columns: KeyColumns,
    _ records: [EntityFeatures], pieces: [Range<Int>]
  ) {
    self.request = request
    self.rows = rows
    self.columns = columns
    self.records = records
    self.pieces = pieces[...]
    rowCount = pieces.reduce(0) { $0 + rows.range(ofDays: $1).count }
  }

  /// Computes the next piece; nil after the last one.
  public mutating func next() -> FeatureTable? {
    guard let days = pieces.popFirst() else { return nil }
    let identity = StarterIdentity(rows, days: days, threads: request.threads)
    let key = [("race_id", identity.raceIDs()), ("number", identity.numbers(columns))]
    let wanted = request.columns + request.targets
    let values = wanted.map { $0.value.map { identity.column($0, columns) } }
    let races = wanted.contains { $0.comparison != nil } ? identity.raceStarts() : []
    // The windows below take most memory and read no month, so release small months first.
    rows.releaseSmallMonths(threads: request.threads)
    let range = rows.range(ofDays: days)
    let figures = records.reduce(into: [String: Column]()) { figures, record in
      figures.merge(record.columns(of: range, ofRaces: identity.races)) { first, _ in first }
    }
    let own = zip(wanted, values).map { column, value in
      let value = value ?? figures[column.figure!]!
      return (column.name, column.comparison?.column(value, raceStarts: races) ?? value)
    }
    return FeatureTable(
      table: Table(
        key + own.prefix(request.columns.count)
          + request.recordNames.map { ($0, figures[$0]!) } + own.suffix(request.targets.count)),
      request: request)
  }
}
