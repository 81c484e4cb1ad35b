import ColumnStore
import Columns
import Racing
import TabularFiles
import StoreTables

/// Writes a store's tables to files in common formats.
public struct ExportJob {
  let snapshot: Snapshot
  /// The names of each dictionary by code, joined once for all months.
  private let names: [String: Column]

  /// Makes an export of one state of a store.
  ///
  /// - Parameters:
  ///   - snapshot: The state.
  ///   - aliases: The names to write for spellings; without them each is written as spelt.
  public init(_ snapshot: Snapshot, aliases: NameAliases = NameAliases()) {
    self.snapshot = snapshot
    names = Dictionary(
      uniqueKeysWithValues: snapshot.dictionaryNames.map { role in
        let dictionary = snapshot.dictionary(role)
        guard !aliases.spellings(of: role).isEmpty else { return (role, dictionary.names) }
        let own = (0..<dictionary.count).map { aliases.name(of: dictionary[$0], role: role) }
        return (role, Column(texts: own))
      })
  }

  /// The exportable tables: the racing tables, even without rows, and any other table with rows,
  /// except the store's own index.
  public var tableNames: [String] {
    Set(snapshot.tableNames + RacingTables.exportedTables)
      .subtracting([RacingTables.raceKeys]).sorted()
  }

  /// Writes a table, month by month, to one file.
  ///
  /// Codes become names, and 10⁻⁶ integers decimals; `runners` includes its races' facts.
  ///
  /// - Parameters:
  ///   - table: The table's name.
  ///   - path: The file, replaced if it exists.
  ///   - format: The file's format.
  ///   - columns: Columns to write even if no month has a value in them; they come last.
  ///   - dictionary: Gives the meaning of the columns, for the metadata of Arrow and Parquet files.
  ///   - progress: Called after each month with the number of stored rows read, out of
  ///     ``readCount(of:)``.
  /// - Returns: The number of rows.
  /// - Throws: `FileError` if the file cannot be written, or a file of the store is damaged.
  @discardableResult
  public func write(
    _ table: String, to path: String, as format: TableFormat, with columns: [Field] = [],
    dictionary: ([Field]) -> DataDictionary? = { _ in nil }, progress: (Int) -> Void = { _ in }
  ) throws(FileError) -> Int {
    let known = fields(of: table)
    let fields = known + columns.filter { !known.contains($0) }
    let plain = fields.map { Field($0.name, Self.plainType($0.type)) }
    let writer = try TableWriter(
      path: path, format: format, fields: plain, dictionary: dictionary(plain))
    var (rows, read) = (0, 0)
    for segment in segments(of: table) {
      // A copy of damaged data would look intact, so check first.
      try check([segment], of: table)
      let month = month(segment, of: table, fields)
      try writer.write(month)
      rows += month.rowCount
      read += segment.rows.rowCount
      progress(read)
    }
    try writer.close()
    return rows
  }

  /// Counts the stored rows that are read to write a table: its own rows, and for `prices` the
  /// runners.
  ///
  /// - Parameter table: The table's name.
  /// - Returns: The number of rows.
  public func readCount(of table: String) -> Int {
    segments(of: table).reduce(0) { $0 + $1.rows.rowCount }
  }

  /// Returns a table's rows in their exported form: names for codes, decimals, `runners` with its
  /// races' facts.
  ///
  /// - Parameter table: The table's name.
  /// - Returns: One table per month, in time order, produced on demand, all with the same columns.
  /// - Throws: `FileError` for a damaged file of the table.
  public func months(of table: String) throws(FileError) -> some Sequence<Table> {
    let fields = fields(of: table)
    let segments = segments(of: table)
    try check(segments, of: table)
    return segments.lazy.map { month($0, of: table, fields) }
  }

  // MARK: - Implementation

  /// Returns the months of a table; the table `prices` is made from the runners.
  func segments(of table: String) -> [Segment] {
    snapshot.segments(of: table == RacingTables.prices ? RacingTables.runners : table)
  }

  /// Verifies segments of a table, and the data exported with them.
  func check(_ segments: [Segment], of table: String) throws(FileError) {
    do throws(StoreError) {
      try snapshot.check(segments)
      guard [RacingTables.runners, RacingTables.prices].contains(table) else { return }
      for runners in segments
      where snapshot.segment(of: RacingTables.races, month: runners.month) == nil {
        throw runners.damage(found: "runners without races", expected: "both in a month")
      }
      try snapshot.check(segments.map(races))
      for segment in segments { try checkRaceIndex(segment) }
    } catch .corrupt(let file, let found, let expected) {
      throw .malformed(file: file, found: found, expected: expected)
    } catch {
      throw .cannotOpen(file: snapshot.store, reason: "\(error)")
    }
  }

  /// Checks that each runner's race exists.
  private func checkRaceIndex(_ runners: Segment) throws(StoreError) {
    let count = races(of: runners).rows.rowCount
    if let race = runners.rows.column(RacingTables.raceIndex).firstCode(notBelow: count) {
      throw runners.damage(found: "a runner of race \(race)", expected: "races below \(count)")
    }
  }

  func month(_ segment: Segment, of table: String, _ fields: [Field]) -> Table {
    let month =
      switch table {
      case RacingTables.runners: flatRunners(segment)
      case RacingTables.prices:
        PriceRows.rows(runners: segment.rows, races: races(of: segment).rows)
      default: segment.rows
      }
    return Table(
      fields: fields.map { Field($0.name, Self.plainType($0.type)) },
      columns: fields.map { plain(month.column($0)) }, rowCount: month.rowCount)
  }

  /// Returns the races of a month's runners.
  func races(of runners: Segment) -> Segment {
    snapshot.segment(of: RacingTables.races, month: runners.month)!
  }

  func fields(of table: String) -> [Field] {
    knownFields(of: table) + furtherFields(of: table)
  }

  /// Returns the columns of runners that few sources have and that some month has a value in.
  private func furtherFields(of table: String) -> [Field] {
    guard table == RacingTables.runners else { return [] }
    let stored = [RacingTables.runners, RacingTables.races].flatMap {
      Self.commonFields(snapshot.segments(of: $0))
    }
    let prices = NamedPrice.among(stored.map(\.name)).map(\.field)
    let hasTimes = snapshot.segments(of: RacingTables.runners).contains { runners in
      // A month without races is reported when its rows are checked.
      snapshot.segment(of: RacingTables.races, month: runners.month).map { races in
        DerivedTimes.canBeMade(runners: runners.rows, races: races.rows)
      } ?? false
    }
    return RacingTables.furtherRunnerFields.filter(stored.contains)
      + prices.filter { !RacingTables.furtherRunnerFields.contains($0) }
      + (hasTimes ? [DerivedTimes.field] : [])
  }

  func knownFields(of table: String) -> [Field] {
    RacingTables.exportedFields(of: table) ?? SeasonTables.exportedFields(of: table)
      ?? PromotionTables.exportedFields(of: table) ?? BettingTables.exportedFields(of: table)
      ?? SupportTables.exportedFields(of: table)
      ?? Self.commonFields(snapshot.segments(of: table))
  }

  /// Collects the columns of a table that this module does not know.
  private static func commonFields(_ segments: [Segment]) -> [Field] {
    var fields: [Field] = []
    for segment in segments {
      for field in segment.rows.fields where !fields.contains(field) { fields.append(field) }
    }
    return fields
  }

  static func plainType(_ type: ColumnType) -> ColumnType {
    switch type {
    case .coded: .text
    case .micros: .double
    default: type
    }
  }

  private func plain(_ column: Column) -> Column {
    switch column.type {
    case .coded(let dictionary):
      let codes = column.int32s.enumerated().map { column.isNull($0) ? -1 : $1 }
      return names[dictionary]?.gathered(codes) ?? .nulls(.text, count: column.count)
    case .micros:
      let values = column.int64s.map { Double($0) / 1e6 }
      return Column(.double, .double(Buffer(values)), column.validity)
    default: return column
    }
  }

  private func flatRunners(_ segment: Segment) -> Table {
    let races = races(of: segment).rows
    let starters = FieldSize.perRace(runners: segment.rows, races: races)
    let flat = FlatRows.joined(runners: segment.rows, races: starters)
    guard DerivedTimes.canBeMade(runners: segment.rows, races: races) else { return flat }
    let times = DerivedTimes.column(runners: segment.rows, races: races) {
      snapshot.dictionary($0).name(ofCode: $1)
    }
    return flat.replacing(DerivedTimes.name, times)
  }
}

/// The number of starters, for sources that do not give it.
enum FieldSize {
  static func perRace(runners: Table, races: Table) -> Table {
    let field = Field("field_size", .int16)
    let given = races.column(field)
    var counts = [Int](repeating: 0, count: races.rowCount)
    let index = runners[RacingTables.raceIndex.name]!.int32s
    let outcomes = runners["outcome"]!.int32s
    for row in 0..<runners.rowCount where Outcome.isStarter(code: outcomes[row]) {
      counts[Int(index[row])] += 1
    }
    let sizes = counts.indices.map {
      given.isNull($0) ? Int16(clamping: counts[$0]) : given.int16s[$0]
    }
    var named = zip(races.fields, races.columns).map { (name: $0.0.name, column: $0.1) }
    named.removeAll { $0.name == field.name }
    named.append((field.name, Column(.int16, .int16(Buffer(sizes)))))
    return Table(named)
  }
}
