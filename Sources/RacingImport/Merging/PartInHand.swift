import ColumnStore
import Columns
import Racing

/// A part of a file that is checked, put in order and written while the next part is read.
///
/// Each of the two has stretches that only one thread can work on, or that wait for the disk; side by
/// side, one fills the other's.
struct PartInHand {
  private let threads: Int
  private let before: StoredBefore
  private var task: BackgroundTask<Result<MergedFile?, StoreError>>?
  /// What came of the part, where no other thread may work.
  private var outcome: Result<MergedFile?, StoreError>?

  /// Has nothing in hand.
  ///
  /// - Parameters:
  ///   - threads: How many threads may work; with one, a part is stored at once.
  ///   - before: What is stored already.
  init(threads: Int, before: StoredBefore) {
    self.threads = threads
    self.before = before
  }

  /// Starts with a part whose memory stays as it is until the part is finished.
  ///
  /// - Parameters:
  ///   - part: The part; none may be in hand.
  ///   - rowsBefore: The file's rows before it.
  ///   - importID: The import's number.
  ///   - runners: Stores them; nobody else may ask its writer for rows meanwhile.
  ///   - progress: Called with what is being done.
  mutating func begin(
    _ part: SourceTable, rowsBefore: Int, _ importID: Int, _ runners: RunnerImport,
    _ progress: @escaping (String) -> Void
  ) {
    precondition(task == nil && outcome == nil, "one part after the other")
    // Safety: the caller leaves all of these alone until the part is finished; encoders that both
    // use are asked for names under `naming`.
    nonisolated(unsafe) let (runners, progress) = (runners, progress)
    let before = before
    let work: @Sendable () -> Result<MergedFile?, StoreError> = {
      Result { () throws(StoreError) in
        try part.added(by: runners, to: before, rowsBefore: rowsBefore, importID, progress)
      }
    }
    if threads > 1 { task = BackgroundTask(work) } else { outcome = work() }
  }

  /// Waits for the part in hand, if there is one, and adds what came of its rows.
  ///
  /// - Parameter merged: What came of the parts before.
  /// - Returns: False where some of the part's rows may be stored already, and none was added.
  /// - Throws: ``StoreError`` when a segment could not be written.
  mutating func finish(into merged: inout MergedFile) throws(StoreError) -> Bool {
    guard let done = task?.value() ?? outcome else { return true }
    task = nil
    outcome = nil
    guard let part = try done.get() else { return false }
    merged.rowsRead += part.rowsRead
    merged.counts.stored += part.counts.stored
    merged.counts.duplicates += part.counts.duplicates
    merged.unresolved += part.unresolved
    merged.rejects += part.rejects
    return true
  }
}

extension SourceTable {
  /// Stores a part's rows and counts them; nil where some may be stored already.
  fileprivate func added(
    by runners: RunnerImport, to before: StoredBefore, rowsBefore: Int, _ importID: Int,
    _ progress: (String) -> Void
  ) throws(StoreError) -> MergedFile? {
    let checked = checkedRows(importID: importID)
    let unique = Deduplication(checked, key: runners.key, policy: mapping.duplicates)
    let counts = try runners.add(
      unique.rows, kept: unique.kept, groups: unique.groups, to: before
    ) { progress("writing \($0.iso)") }
    guard let counts else { return nil }
    var merged = MergedFile()
    merged.counts = counts
    merged.counts.duplicates = unique.duplicateCount
    merged.rowsRead = rows.rowCount
    merged.unresolved = unique.rows.unresolvedCount(among: unique.kept)
    merged.rejects = keyed(checked.rejects + unique.rejects).map { reject in
      var reject = reject
      reject.row = reject.row.map { $0 + rowsBefore }
      return reject
    }
    return merged
  }
}
