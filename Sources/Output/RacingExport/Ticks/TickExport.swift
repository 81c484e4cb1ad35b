import ColumnStore
import Columns
import ExchangeStream
import TabularFiles

/// Writes the price changes of an exchange's streams to a dataset.
///
/// The months of the streams are replaced, and others stay, so give all streams of a month in one
/// run. One stream's text is in memory at a time, and as many rows as fill a row group of each
/// month.
public final class TickExport {
  /// The counts of a run.
  public struct Counts: Equatable, Sendable {
    /// Streams that were read.
    public fileprivate(set) var files = 0
    /// Win markets of horse races in the streams.
    public fileprivate(set) var markets = 0
    /// Runners of these markets.
    public fileprivate(set) var selections = 0
    /// Runners that the store has too.
    public fileprivate(set) var matched = 0
    /// Price changes.
    public fileprivate(set) var ticks = 0
    /// Lines that could not be read.
    public fileprivate(set) var brokenLines = 0
    /// Markets without a time, a course or a runner; they are left out.
    public fileprivate(set) var unplaced = 0
  }

  /// An unfinished month of a table: rows wait until they fill a row group.
  private final class Part {
    let files: MonthFiles
    private(set) var waitingCount = 0
    private var waiting: [Table] = []

    private let groupRows: Int

    init(_ files: MonthFiles, groupRows: Int) {
      self.files = files
      self.groupRows = groupRows
    }

    func add(_ rows: Table) throws(FileError) {
      waiting.append(rows)
      waitingCount += rows.rowCount
      if waitingCount >= groupRows { try flush() }
    }

    func flush() throws(FileError) {
      guard waitingCount > 0 else { return }
      try files.write(.concatenated(waiting))
      waiting = []
      waitingCount = 0
    }
  }

  /// The counts so far.
  public private(set) var counts = Counts()
  /// The months so far.
  public var months: [Month] { streams.keys.sorted() }

  /// The months whose selections had jockeys before, and have none now because no store is given.
  public private(set) var monthsWithoutJockeys: [Month] = []

  private let folder: DatasetFolder
  private let stored: MarketRunners?
  /// The months of each table.
  private var parts: [String: [Month: Part]] = [:]
  /// The checksums of each month's streams.
  private var streams: [Month: [String]] = [:]
  /// The stream of each market.
  private var files: [String: String] = [:]

  /// The maximum number of row groups whose rows may wait, over all months.
  private static let mostWaiting = 8

  /// Begins an export.
  ///
  /// - Parameters:
  ///   - folder: The dataset.
  ///   - stored: The runners of a store, from which the selections take jockeys and trainers; nil
  ///     for none.
  public init(to folder: DatasetFolder, stored: MarketRunners?) {
    self.folder = folder
    self.stored = stored
  }

  /// Reads a stream.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: The name whose extension gives the compression.
  /// - Returns: The errors in its unreadable lines, with their places.
  /// - Throws: `FileError` if it is no stream, has a market that another file has too, or the disk
  ///   refuses.
  public func add(_ path: String, name: String? = nil) throws(FileError) -> [String] {
    let stream = try MarketTicks(path: path, name: name, types: [SelectionRows.marketType])
    for market in stream.markets {
      if let other = files.updateValue(path, forKey: market.id) {
        throw .malformed(
          file: path, found: "the market \(market.id), which \(other) has too",
          expected: "each market in one file")
      }
    }
    let selections = try SelectionRows(stream, stored)
    let sum = try FileSum(ofFile: path)
    for (month, rows) in selections.rows {
      streams[month, default: []].append(sum.hex)
      try part(TickTables.selections, month).add(rows)
      // A month without a tick gets an entry too.
      _ = try part(TickTables.ticks, month)
      counts.selections += rows.rowCount
    }
    for (month, rows) in ticks(of: stream, on: selections.days) {
      try part(TickTables.ticks, month).add(rows)
      counts.ticks += rows.rowCount
    }
    try flushMost()
    counts.files += 1
    let marketCount = stream.markets.count { selections.days[$0.id] != nil }
    counts.markets += marketCount
    counts.matched += selections.matchedCount
    counts.unplaced += stream.markets.count - marketCount
    counts.brokenLines += stream.brokenLines.count
    return stream.brokenLines
  }

  /// Writes the last rows, and publishes the dataset's new months.
  ///
  /// - Throws: `FileError` if the disk refuses; the dataset is then as before.
  public func finish() throws(FileError) {
    var manifest = folder.manifest
    for (table, fields) in Self.tables {
      var entry = DatasetManifest.Table(fields)
      if let known = manifest.tables[table] {
        guard known.fields == entry.fields else {
          throw .malformed(
            file: folder.path, found: "other columns of \(table)",
            expected: "a dataset of this version; write it anew")
        }
        entry.months = known.months.filter { known in
          !streams.keys.contains { $0.iso == known.month }
        }
      }
      for (month, part) in parts[table] ?? [:] {
        try part.flush()
        let sources = (streams[month] ?? []).sorted() + (stored?.sources(of: month) ?? [])
        let stamp = Checksum.hex(of: Array(sources.joined(separator: "\n").utf8))
        entry.months.append(try folder.finish(part.files, month, stamp: stamp))
      }
      entry.months.sort { $0.month < $1.month }
      manifest.tables[table] = entry
    }
    do { try stored?.snapshot.confirm() } catch { throw error.ofOutput }
    if stored == nil { monthsWithoutJockeys = months.filter(hadJockeys) }
    try folder.publish(manifest)
  }

  // MARK: - Implementation

  private static let tables = [
    TickTables.ticks: TickTables.tickFields, TickTables.selections: TickTables.selectionFields,
  ]

  /// Finds a table's month, or begins it.
  private func part(_ table: String, _ month: Month) throws(FileError) -> Part {
    if let known = parts[table]?[month] { return known }
    let part = Part(
      try folder.files(of: table, month, Self.tables[table] ?? []), groupRows: folder.groupRows)
    parts[table, default: [:]][month] = part
    return part
  }

  /// Whether a month's selections had jockeys before this run.
  private func hadJockeys(_ month: Month) -> Bool {
    let known = folder.manifest.tables[TickTables.selections]?.months ?? []
    return known.filter { $0.month == month.iso }.flatMap(\.files).contains { file in
      // A file that cannot be read is replaced anyway.
      let rows = try? SourceFile(path: folder.path + "/" + file.path)
        .read(columns: ["jockey"], threads: 1)
      return rows?.tables.contains { $0.columns[0].validity.nullCount < $0.rowCount } ?? false
    }
  }

  /// Writes the largest parts until few enough rows wait.
  private func flushMost() throws(FileError) {
    let waiting = parts.values.flatMap(\.values).sorted { $0.waitingCount > $1.waitingCount }
    var count = waiting.reduce(0) { $0 + $1.waitingCount }
    for part in waiting where count > Self.mostWaiting * folder.groupRows {
      count -= part.waitingCount
      try part.flush()
    }
  }

  /// Divides a stream's changes by the months of their markets, and adds the markets' ids.
  private func ticks(of stream: MarketTicks, on days: [String: Day]) -> [Month: Table] {
    let ids = Column(texts: stream.markets.map(\.id))
    let months = stream.markets.map { days[$0.id].map { Month(of: $0) } }
    let changes = stream.changes
    let markets = Array(changes.column(MarketTicks.fields[0]).int32s)
    var tables: [Month: Table] = [:]
    for month in Set(months.compactMap { $0 }) {
      let rows =
        Set(months) == [month] ? nil : markets.indices.filter { months[Int(markets[$0])] == month }
      let chosen = rows.map { changes.gathered($0.map(Int32.init)) } ?? changes
      let named = rows.map { $0.map { markets[$0] } } ?? markets
      tables[month] = Table(
        fields: TickTables.tickFields,
        columns: [ids.gathered(named)] + chosen.columns.dropFirst(), rowCount: chosen.rowCount)
    }
    return tables
  }
}
