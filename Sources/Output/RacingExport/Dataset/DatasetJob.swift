import ColumnStore
import Columns
import JSONValues
import Racing
import TabularFiles

/// Writes the tables of one snapshot to a dataset, and updates it for a later one.
///
/// A month is written if the sources of its rows differ from those in the manifest. No row is read
/// to find that out.
public struct DatasetJob {
  /// The progress of a table.
  public struct Progress: Equatable, Sendable {
    /// The table's name.
    public let table: String
    /// The number of stored rows read for the months written so far.
    public fileprivate(set) var rowsRead = 0
    /// The number of stored rows to read for all months to write.
    public let rowsToRead: Int
  }

  /// The months of a table that a run writes, keeps and removes.
  public struct Change: Equatable, Sendable {
    /// The table's name.
    public let table: String
    /// The written months, in order, as `YYYY-MM`; after a run, only those with rows.
    public fileprivate(set) var written: [String] = []
    /// The months whose files stay unchanged.
    public fileprivate(set) var kept: [String] = []
    /// The months that no longer have rows.
    public fileprivate(set) var removed: [String] = []
    /// The table's rows; nil before they are written.
    public fileprivate(set) var rows: Int?
  }

  private let snapshot: Snapshot
  private let tables: [DatasetTable]
  private let sources: JSONValue?
  private let report: () throws(FileError) -> JSONValue?

  /// Makes the export of one state of a store.
  ///
  /// - Parameters:
  ///   - snapshot: The state.
  ///   - tables: All tables of the dataset.
  ///   - sources: The counts of each source's rows, for the manifest.
  ///   - report: Returns facts about the whole store that reports need, for the manifest; called if
  ///     some month changed.
  public init(
    _ snapshot: Snapshot, tables: [DatasetTable], sources: JSONValue? = nil,
    report: @escaping () throws(FileError) -> JSONValue? = { () throws(FileError) in nil }
  ) {
    self.snapshot = snapshot
    self.tables = tables.sorted { $0.name < $1.name }
    self.report = report
    self.sources = sources
  }

  /// Finds the changes from a dataset to this snapshot.
  ///
  /// - Parameters:
  ///   - manifest: The dataset's manifest; nil if there is no dataset yet.
  ///   - folder: The dataset's folder.
  /// - Returns: A change per table, by name, including tables that are removed.
  /// - Throws: `FileError` if it is another store's dataset, or a file's state cannot be read.
  public func changes(from manifest: DatasetManifest?, in folder: String) throws(FileError)
    -> [Change]
  {
    let manifest = manifest ?? DatasetManifest(.store)
    return try changes(from: manifest, try kept(of: manifest, in: folder), in: folder)
  }

  /// Brings a dataset to this snapshot.
  ///
  /// - Parameters:
  ///   - folder: The dataset.
  ///   - progress: Called before the first month of a table, and after each written one.
  /// - Returns: The changes, as ``changes(from:in:)``.
  /// - Throws: `FileError` if it is another store's dataset, the disk refuses, or a file of the
  ///   store is damaged; the dataset is then as before.
  public func write(
    to folder: DatasetFolder, progress: (Progress) -> Void = { _ in }
  ) throws(FileError) -> [Change] {
    let kept = try kept(of: folder.manifest, in: folder.path)
    var changes = try changes(from: folder.manifest, kept, in: folder.path)
    let isSame = changes.allSatisfy { $0.written.isEmpty && $0.removed.isEmpty }
    var manifest = DatasetManifest(.store)
    manifest.generation = snapshot.generation
    manifest.sources = sources
    manifest.names = snapshot.dictionaryNames.map(names)
    for table in tables {
      var entry = DatasetManifest.Table(table.fields)
      var state = begun(table, kept)
      progress(state)
      for part in table.parts {
        if let same = kept[table.name]?[part.month.iso] {
          entry.months.append(same)
          continue
        }
        let files = try folder.files(
          of: table.name, part.month, table.fields, dictionary: table.dictionary)
        try files.write(part.rows())
        entry.months.append(
          try folder.finish(files, part.month, stamp: table.stamp(of: part)))
        state.rowsRead += part.readCount
        progress(state)
      }
      if let index = changes.firstIndex(where: { $0.table == table.name }) {
        changes[index].rows = entry.rowCount
        let empty = entry.months.filter(\.files.isEmpty).map(\.month)
        changes[index].written.removeAll(where: empty.contains)
        changes[index].kept.removeAll(where: empty.contains)
      }
      manifest.tables[table.name] = entry
    }
    manifest.report = isSame ? folder.manifest.report : try report()
    // If the store is damaged, the files made from it get no names.
    do { try snapshot.confirm() } catch { throw error.ofOutput }
    try folder.publish(manifest)
    return changes
  }

  // MARK: - Implementation

  private func begun(
    _ table: DatasetTable, _ kept: [String: [String: DatasetManifest.Part]]
  ) -> Progress {
    let parts = table.parts.filter { kept[table.name]?[$0.month.iso] == nil }
    return Progress(table: table.name, rowsToRead: parts.reduce(0) { $0 + $1.readCount })
  }

  private func changes(
    from manifest: DatasetManifest, _ kept: [String: [String: DatasetManifest.Part]],
    in folder: String
  ) throws(FileError) -> [Change] {
    var changes: [Change] = []
    for table in tables {
      var change = Change(table: table.name)
      for month in table.parts.map(\.month.iso) {
        if kept[table.name]?[month] == nil {
          change.written.append(month)
        } else {
          change.kept.append(month)
        }
      }
      change.removed = (manifest.tables[table.name]?.months.map(\.month) ?? [])
        .filter { month in !table.parts.contains { $0.month.iso == month } }
      changes.append(change)
    }
    for (name, gone) in manifest.tables where !tables.contains(where: { $0.name == name }) {
      var change = Change(table: name)
      change.removed = gone.months.map(\.month)
      change.rows = 0
      changes.append(change)
    }
    try refuseOther(manifest, changes, in: folder)
    return changes.sorted { $0.table < $1.table }
  }

  /// Refuses another store's dataset: its horses differ, and no month would stay.
  private func refuseOther(
    _ manifest: DatasetManifest, _ changes: [Change], in folder: String
  ) throws(FileError) {
    // Imports have the months of the imports, which any two stores may share.
    let own = changes.filter { $0.table != RacingTables.imports }
    let months = own.reduce(0) { $0 + (manifest.tables[$1.table]?.months.count ?? 0) }
    guard months > 0, months == own.reduce(0, { $0 + $1.removed.count }),
      let horses = manifest.names.first(where: { $0.name == "horse" }), horses.count > 0,
      !isSame(horses)
    else { return }
    throw .malformed(
      file: folder, found: "the dataset of another store, with other horses and months",
      expected: "a dataset of \(snapshot.store), or an empty folder")
  }

  /// Finds the months that this snapshot does not change, by table and month.
  private func kept(of manifest: DatasetManifest, in folder: String) throws(FileError)
    -> [String: [String: DatasetManifest.Part]]
  {
    // A rebuilt store may number its names differently and still have the same segments.
    guard manifest.names.allSatisfy(isSame) else { return [:] }
    var kept: [String: [String: DatasetManifest.Part]] = [:]
    for table in tables {
      let known = manifest.tables[table.name]?.months ?? []
      let stamps = Dictionary(
        table.parts.map { ($0.month.iso, table.stamp(of: $0)) }, uniquingKeysWith: { $1 })
      for part in known where part.stamp == stamps[part.month] {
        var isWhole = true
        for file in part.files where isWhole { isWhole = try file.isThere(in: folder) }
        if isWhole { kept[table.name, default: [:]][part.month] = part }
      }
    }
    return kept
  }

  private func isSame(_ names: DatasetManifest.Names) -> Bool {
    let dictionary = snapshot.dictionary(names.name)
    return names.count <= dictionary.count
      && dictionary.checksum(ofFirst: names.count) == names.sha256
  }

  private func names(_ name: String) -> DatasetManifest.Names {
    let dictionary = snapshot.dictionary(name)
    return .init(
      name: name, count: dictionary.count,
      sha256: dictionary.checksum(ofFirst: dictionary.count))
  }
}
