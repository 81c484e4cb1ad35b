import ColumnStore
import Columns
import RowReading
import StoreTables

/// Merges one file's transactions into the ledger: one key counts once, at its earliest time.
struct PointsImport {
  let writer: StoreWriter
  /// Whether keys are compared letter by letter, not by value.
  let hasExactKeys: Bool

  /// Merges rows with the stored rows of all months.
  ///
  /// Of rows with one key the earliest is kept; of equally early ones, the first in order. A new
  /// row that is earlier than a stored one replaces it, even if its month is another.
  func merge(_ rows: Table) throws(StoreError) -> StoredCounts {
    var first = FirstTransactions(rows, hasExactKeys: hasExactKeys)
    var counts = StoredCounts(stored: 0, duplicates: first.duplicateCount, replaced: 0)
    var left: [Month: [Int32]] = [:]
    for month in writer.months(of: SeasonTables.pointsLedger) {
      guard let stored = try writer.rows(of: SeasonTables.pointsLedger, month) else { continue }
      let outcome = first.compare(with: stored)
      counts.duplicates += outcome.duplicateCount
      counts.replaced += outcome.replaced.count
      if !outcome.replaced.isEmpty { left[month] = outcome.replaced }
    }
    let new = first.rows
    counts.stored = new.count
    counts.doubts.spellings = first.otherSpellings
    let times = rows.eventTimes
    let arriving = Dictionary(grouping: new) { Month(ofInstant: times[Int($0)]) }
    for month in Set(arriving.keys).union(left.keys).sorted() {
      try write(rows.gathered(arriving[month] ?? []), without: left[month] ?? [], in: month)
    }
    return counts
  }

  // MARK: - Implementation

  private func write(_ new: Table, without gone: [Int32], in month: Month) throws(StoreError) {
    var parts = [new]
    if let stored = try writer.rows(of: SeasonTables.pointsLedger, month) {
      let isGone = Set(gone)
      let kept = (0..<Int32(stored.rowCount)).filter { !isGone.contains($0) }
      parts.insert(gone.isEmpty ? stored : stored.gathered(kept), at: 0)
    }
    let all = Table.concatenated(parts).columns(SeasonTables.pointsLedgerFields)
    let sorted = LedgerOrder(all).isSorted ? all : all.gathered(LedgerOrder(all).sorted())
    try writer.replace(SeasonTables.pointsLedger, month, with: sorted)
  }
}

/// The rows of one file that are kept so far, one per key.
private struct FirstTransactions {
  private let keys = DictionaryEncoder.ofKeys()
  private let texts: TextBuffer
  private let times: Buffer<Int64>
  private let hasExactKeys: Bool
  /// By the key's code: the row kept; −1 where a stored row is kept.
  private var kept: [Int32] = []
  private(set) var duplicateCount = 0
  /// The file's keys that differ from others of the same value only in leading zeros.
  private(set) var otherSpellings = RowDoubts.Kind()
  private var noted: Set<String> = []

  init(_ table: Table, hasExactKeys: Bool) {
    (texts, times) = (table.transactionKeys, table.eventTimes)
    self.hasExactKeys = hasExactKeys
    for row in 0..<table.rowCount {
      let code = Int(value(of: texts.utf8(row), keys.code)!)
      if code == kept.count {
        kept.append(Int32(row))
        continue
      }
      noteOtherSpelling(of: row, than: Int(kept[code]), texts)
      if times[row] < times[Int(kept[code])] { kept[code] = Int32(row) }
    }
    duplicateCount = table.rowCount - kept.count
  }

  /// The rows kept, in file order.
  var rows: [Int32] { kept.filter { $0 >= 0 }.sorted() }

  /// Compares the rows with stored ones.
  ///
  /// - Parameter stored: A month's rows.
  /// - Returns: The number of the file's rows that say nothing new, and the stored rows that its
  ///   rows replace.
  mutating func compare(with stored: Table) -> (duplicateCount: Int, replaced: [Int32]) {
    let storedTexts = stored.transactionKeys
    let storedTimes = stored.eventTimes
    var duplicates = 0
    var replaced: [Int32] = []
    for row in 0..<stored.rowCount {
      guard let code = value(of: storedTexts.utf8(row), keys.knownCode) else { continue }
      let new = kept[Int(code)]
      guard new >= 0 else { continue }
      noteOtherSpelling(of: Int(new), than: row, storedTexts)
      if times[Int(new)] < storedTimes[row] {
        replaced.append(Int32(row))
      } else {
        kept[Int(code)] = -1
        duplicates += 1
      }
    }
    return (duplicates, replaced)
  }

  /// Looks up a key by its value, as a UUID has several spellings.
  private func value(
    of key: UnsafeBufferPointer<UInt8>, _ ask: (UnsafeBufferPointer<UInt8>) -> Int32?
  ) -> Int32? {
    // Safety: the table that a key belongs to outlives the call, and `ask` keeps no pointer.
    guard !hasExactKeys, let value = IdentifierValue.of(key) else { return ask(key) }
    return value.withUnsafeBufferPointer(ask)
  }

  /// Notes a row whose key has more or fewer leading zeros than another's, as codes may.
  private mutating func noteOtherSpelling(of row: Int, than other: Int, _ others: TextBuffer) {
    guard !texts.utf8(row).elementsEqual(others.utf8(other)) else { return }
    let (key, known) = (texts[row], others[other])
    guard IdentifierValue.differInZeros(key, known), noted.insert(key).inserted else { return }
    otherSpellings.note("\(SeasonTables.transactionKey.name) \(key) and \(known)")
  }
}

/// The order of a ledger's rows within a month: by time, then by key.
///
/// The walk through a season relies on this order.
struct LedgerOrder {
  private let times: Buffer<Int64>
  private let keys: TextBuffer

  init(_ rows: Table) {
    times = rows.eventTimes
    keys = rows.transactionKeys
  }

  /// Whether the rows are in order.
  var isSorted: Bool {
    (0..<max(0, times.count - 1)).allSatisfy { !precedes($0 + 1, $0) }
  }

  /// Returns the rows in order.
  func sorted() -> [Int32] {
    (0..<Int32(times.count)).sorted { precedes(Int($0), Int($1)) }
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    if times[left] != times[right] { return times[left] < times[right] }
    return keys.utf8(left).lexicographicallyPrecedes(keys.utf8(right))
  }
}
