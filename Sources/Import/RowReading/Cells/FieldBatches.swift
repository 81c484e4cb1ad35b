import ColumnStore
import Columns
import Mappings
import Racing
import TabularFiles

/// A file's fields, read from one batch of rows after another.
package struct FieldBatches {
  // Safety: one task at a time uses a reader and its column, and one task at a time uses all
  // readers of one encoder.
  nonisolated(unsafe) private var readers: [FieldReader]
  nonisolated(unsafe) private var columns: [FieldColumn]
  /// The columns that are filled after the next `removeFirst`.
  nonisolated(unsafe) private var spare: [FieldColumn]
  private let fileName: String
  /// Times of day, and keys with a day, need their days, so this field is read first.
  private let dateIndex: Int?
  /// Times of a twelve-hour clock may need their countries.
  private let countryIndex: Int?
  /// The country of rows that name none.
  private let country: String?
  package private(set) var rowCount = 0
  package private(set) var skippedCount = 0

  /// Prepares to read a file.
  package init(
    fields: [(Field, FieldMapping)], _ input: ImportInput, _ mapping: Mapping, _ store: ReadingStore
  ) {
    self.init(
      fields: fields, defaults: mapping.defaults,
      isGuarded: mapping.hasGuardedNames && input.file.text != nil, fileName: input.file.name,
      country: input.table.constants["country"] ?? mapping.defaults["country"], store)
  }

  /// Prepares to read.
  init(
    fields: [(Field, FieldMapping)], defaults: [String: String], isGuarded: Bool,
    fileName: String, country: String? = nil, _ store: ReadingStore
  ) {
    readers = fields.map { field, mapping in
      var mapping = mapping
      if mapping.fallback == nil { mapping.fallback = defaults[field.name] }
      var encoder: DictionaryEncoder?
      if case .coded(let name) = field.type { encoder = store.dictionary(name) }
      var reader = FieldReader(
        field: field, mapping: mapping, encoder: encoder, isGuarded: isGuarded)
      if field.name == "outcome" { reader.openFinishes = OpenFinishes() }
      return reader
    }
    func column(_ field: (Field, FieldMapping)) -> FieldColumn {
      FieldColumn(field.0.type, unread: store.draft(sharedBy: fields.count))
    }
    columns = fields.map(column)
    spare = fields.map(column)
    self.fileName = fileName
    let needDays = fields.contains { $0.0.type == .instant || $0.1.readsDay }
    dateIndex = needDays ? fields.firstIndex { $0.0.name == "date" } : nil
    let needsCountry = fields.contains { $0.1.followsCountry }
    countryIndex = needsCountry ? fields.firstIndex { $0.0.name == "country" } : nil
    self.country = country
    lendDays()
  }

  /// Reads fields in parallel; fields of one dictionary one after the other, as all others share
  /// nothing.
  package mutating func read(
    _ rows: SourceRows, threads: Int, beside: (@Sendable () -> Void)? = nil
  ) {
    let tables = withFileName(rows.tables)
    let batches =
      zip(tables, rows.lists).map { RowBatch($0, lists: $1, localTimes: rows.localTimes) }
      + rows.blocks.map { RowBatch($0) }
    // Safety: as in `self`.
    nonisolated(unsafe) let (readers, columns) = (readers, columns)
    @Sendable func read(_ field: Int) {
      for batch in batches { readers[field].read(batch, into: columns[field]) }
    }
    dateIndex.map(read)
    countryIndex.map(read)
    // The longest tasks begin first, so that no thread waits for them at the end.
    let order = readers.indices.filter { $0 != dateIndex && $0 != countryIndex }
      .sorted { readers[$0].effort > readers[$1].effort }
    let tasks = tasks(order)
    _ = ParallelTasks.map(count: tasks.count + 1, threads: threads) { task in
      if task < tasks.count { tasks[task].forEach(read) } else { beside?() }
    }
    withExtendedLifetime(batches) {}
    rowCount += rows.rowCount
    skippedCount += rows.skippedCount
  }

  /// Drops the first rows and continues with the rest in other columns.
  ///
  /// Columns handed out since the last call stay valid until the next; older ones must no longer be
  /// used.
  package mutating func removeFirst(_ gone: Int) {
    for (new, old) in zip(spare, columns) { new.restart(with: old, from: gone) }
    swap(&columns, &spare)
    rowCount -= gone
    lendDays()
  }

  /// Returns the fields' columns over all batches, and the cells that could not be read.
  ///
  /// - Throws: ``StoreError`` when some of these cells could not be written to disk.
  func finished() throws(StoreError) -> (
    columns: [(name: String, column: Column)], problems: [CellProblems]
  ) {
    var problems: [CellProblems] = []
    for column in columns { problems.append(try column.problems()) }
    var named = zip(readers, columns).map { (name: $0.field.name, column: $1.finished()) }
    let offs = readers.firstIndex { $0.field.name == "off_time" }
    if let others = offs.flatMap({ columns[$0].otherMoments }) {
      named.append((name: Field.otherOff.name, column: others))
    }
    if let flags = offs.flatMap({ columns[$0].openHalfFlags }) {
      named.append((name: Field.openHalf.name, column: flags))
    }
    return (named, problems)
  }

  /// The words of results that have no known meaning, by their codes.
  var unknownFinishes: [String] { readers.lazy.compactMap(\.openFinishes).first?.texts ?? [] }

  /// The keys of numbers that are known in another spelling.
  var otherSpellings: RowDoubts.Kind {
    var all = RowDoubts.Kind()
    for reader in readers { reader.identifiers.map { all += $0.otherSpellings } }
    return all
  }

  // MARK: - Implementation

  /// Returns the fields that may be read at the same time; fields of one dictionary are in one
  /// list.
  private func tasks(_ order: [Int]) -> [[Int]] {
    var tasks: [[Int]] = []
    var places: [ObjectIdentifier: Int] = [:]
    for field in order {
      let encoder = readers[field].encoder.map { ObjectIdentifier($0) }
      if let place = encoder.flatMap({ places[$0] }) {
        tasks[place].append(field)
      } else {
        if let encoder { places[encoder] = tasks.count }
        tasks.append([field])
      }
    }
    return tasks.map { $0.sorted() }
  }

  /// Gives time fields and keys the days and countries of the rows being read.
  private mutating func lendDays() {
    for index in readers.indices
    where readers[index].field.type == .instant || readers[index].mapping.readsDay {
      if let dateIndex { readers[index].days = columns[dateIndex] }
      readers[index].countries = RowCountries(
        column: countryIndex.map { columns[$0] }, names: countryIndex.map { readers[$0].encoder! },
        constant: country)
    }
  }

  /// Returns the batches, with the file's name as a column if a field needs it.
  private func withFileName(_ tables: [Table]) -> [Table] {
    let isWanted = readers.contains { reader in
      reader.mapping.sources.contains {
        $0.parts.contains { $0.column == ColumnMapping.fileName }
      }
    }
    guard isWanted else { return tables }
    let name = Column(texts: [fileName])
    return tables.map { batch in
      let column = name.gathered([Int32](repeating: 0, count: batch.rowCount))
      return Table(
        fields: batch.fields + [Field(ColumnMapping.fileName, .text)],
        columns: batch.columns + [column], rowCount: batch.rowCount)
    }
  }
}

/// The store that a file is read for: it gives names their codes and keeps the cells that cannot be
/// read.
package struct ReadingStore {
  /// The encoder of a dictionary.
  let dictionary: (String) -> DictionaryEncoder
  /// The writer; its store keeps such cells beyond the bound; nil to keep them in memory.
  var writer: StoreWriter?
  /// Bytes of such cells in memory.
  var bound = RefusedDraft.bound

  package init(
    dictionary: @escaping (String) -> DictionaryEncoder, writer: StoreWriter? = nil,
    bound: Int = RefusedDraft.bound
  ) {
    self.dictionary = dictionary
    self.writer = writer
    self.bound = bound
  }

  /// Returns a draft; it shares the bound with others.
  package func draft(sharedBy count: Int = 1) -> RefusedDraft {
    RefusedDraft(writer, bound: bound / max(1, count))
  }
}
