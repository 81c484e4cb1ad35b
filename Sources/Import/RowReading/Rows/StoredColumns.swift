import Columns

/// Columns that every row of some table has, by their types.
extension Table {
  /// The race keys.
  package var raceIDs: TextBuffer { self["race_id"]!.texts }
  /// The races' days.
  package var dates: Buffer<Int32> { self["date"]!.int32s }
  /// The codes of the sources; zeros for months of older stores without any.
  package var sources: Buffer<Int32> {
    self["source"]?.int32s ?? Buffer([Int32](repeating: 0, count: rowCount))
  }
  /// The numbers of the imports.
  package var importIDs: Buffer<Int32> { self["import_id"]!.int32s }
  /// The codes of the runners' outcomes.
  package var outcomes: Buffer<Int32> { self["outcome"]!.int32s }
  /// The indices of the runners' races among the month's races.
  package var raceIndices: Buffer<Int32> { self["race_index"]!.int32s }
  /// The hashes of a month's race keys, sorted.
  package var keyHashes: Buffer<Int64> { self["key_hash"]!.int64s }
  /// The moments of transactions.
  package var eventTimes: Buffer<Int64> { self["event_time"]!.int64s }
  /// The keys of transactions.
  package var transactionKeys: TextBuffer { self["tx_key"]!.texts }
}
