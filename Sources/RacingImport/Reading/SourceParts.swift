import ColumnStore
import Columns
import Foundation
import TabularFiles

/// A file's rows, some whole months at a time, as long as it has its races in order.
///
/// Two parts' memory is used in turn: a part stays while the next is read, and is gone when the one
/// behind that is asked for.
struct SourceParts {
  /// The rows and refused records of the parts before.
  private(set) var rowsBefore = 0
  /// Whether the file was read to its end, each part in order.
  private(set) var areAll = false

  private let input: ImportInput
  private let mapping: Mapping
  private let threads: Int
  private let dictionary: (String) -> DictionaryEncoder
  private let naming: NSLock
  private var stream: RowStream
  private var parsed: FieldBatches
  private var months = MonthSeries()
  /// The rows of the last part, still in memory.
  private var handedOut = 0

  private let partRows: Int
  /// The file's checksum in the making, where it is wanted and made of what is read.
  private let sum: TextSum?

  /// Begins at the first row; nil where the kind of file cannot be read so.
  ///
  /// - Parameters:
  ///   - input: The file, and which of the mapping's tables it is.
  ///   - fields: What is read of it.
  ///   - mapping: What its columns and words mean.
  ///   - threads: How many threads may work.
  ///   - partRows: How many rows are looked at together, at least.
  ///   - isSummed: Whether the file's checksum is wanted.
  ///   - dictionary: The encoder of a dictionary.
  ///   - naming: Held while names are given codes.
  /// - Throws: ``FileError`` when the header is malformed.
  init?(
    of input: ImportInput, fields: [(Field, FieldMapping)], _ mapping: Mapping,
    threads: Int, partRows: Int, isSummed: Bool,
    dictionary: @escaping (String) -> DictionaryEncoder, naming: NSLock
  ) throws(FileError) {
    let columns = input.neededColumns
    guard let stream = try RowStream(input.file, columns: columns, threads: threads) else {
      return nil
    }
    self.stream = stream
    sum = isSummed ? stream.sum : nil
    self.input = input
    self.mapping = mapping
    self.threads = threads
    self.partRows = partRows
    self.dictionary = dictionary
    self.naming = naming
    parsed = FieldBatches(fields: fields, input, mapping, dictionary: dictionary)
  }

  /// Records of another width so far.
  var skippedCount: Int { parsed.skippedCount }

  /// The file's checksum; nil where it is not wanted or not made of what is read.
  func fileSum() -> FileSum? { sum?.finished() }

  /// The next whole months; nil at the end, and where the file turns out not to be in order.
  ///
  /// - Throws: ``FileError`` when the file is damaged here.
  mutating func next() throws(FileError) -> SourceTable? {
    if handedOut > 0 { parsed.removeFirst(handedOut) }
    rowsBefore += handedOut
    handedOut = 0
    var wanted = partRows
    while true {
      let isEnd = try !read(upTo: wanted)
      guard stream.isWhole else { return nil }
      guard parsed.rowCount > 0 else {
        areAll = true
        return nil
      }
      var source = naming.withLock {
        SourceTable(input, mapping, parsed, dictionary: dictionary)
      }
      guard let ended = months.endedRows(of: source.rows, isEnd: isEnd) else { return nil }
      if ended > 0 {
        source.rows = source.rows.sliced(0..<ended)
        source.problems.removeAll { $0.row >= ended }
        handedOut = ended
        return source
      }
      // A month may be longer than a part.
      wanted = 2 * parsed.rowCount
    }
  }

  // MARK: - Implementation

  /// Reads until there are so many rows; false where the file ends before.
  private mutating func read(upTo wanted: Int) throws(FileError) -> Bool {
    while parsed.rowCount < wanted {
      guard let some = try stream.next() else { return false }
      let sum = sum
      naming.withLock { parsed.read(some, threads: threads) { sum?.takeRead() } }
    }
    return true
  }
}
