import Columns
import Mappings
import RowReading
import TabularFiles

extension BetFile {
  /// Reads a log of bets, whose columns and words a mapping explains.
  ///
  /// A row with a cell that cannot be read is a bet that stays unsettled, and says which.
  ///
  /// - Parameters:
  ///   - path: The file, of any kind that imports read.
  ///   - mapping: The mapping; a table of it feeds `placed_bets`.
  ///   - threads: Number of parsing threads.
  /// - Throws: ``SettleError`` `.log` when the file cannot be read by the mapping.
  public init(log path: String, _ mapping: Mapping, threads: Int = 1) throws(SettleError) {
    do throws(ImportError) {
      let limits = ProbeLimits(threads: threads)
      var input = try ImportInput(opening: ImportFile(path), mapping, limits: limits)
      let source = input.file
      guard input.table.feeds == .placedBets else {
        throw .badMapping(
          file: mapping.name,
          found: "the table \(input.tableName) of \(input.table.feeds.rawValue)",
          expected: "one that feeds placed_bets for \(path)")
      }
      let others = input.unusedColumns(mapping).filter { !$0.isEmpty }
      var whole = mapping
      for column in others {
        var field = FieldMapping(column: column)
        (field.optional, field.bad) = (true, .null)
        whole.tables[input.tableName]!.fields[PlacedBetFields.otherPrefix + column] = field
      }
      self = try [source].unchanged { () throws(ImportError) in
        input = try ImportInput(source, table: input.tableName, whole, limits: limits)
        let rows = try ImportRows(
          input, whole, sides: try SideTables([input]), threads: threads,
          ReadingStore(dictionary: TrialNames().encoder))
        return BetFile(LogRows(rows, path, otherColumns: others))
      }
      try onFile { () throws(FileError) in try source.checkUnchanged() }
    } catch {
      throw .log(error)
    }
  }

  // MARK: - Implementation

  private init(_ rows: LogRows) {
    var bets: [PlacedBet] = []
    var leftOut = rows.otherWidths
    for index in 0..<rows.count {
      switch LogRow(rows, index).bet() {
      case .success(let bet): bets.append(bet)
      case .failure(let fault): leftOut.append(fault.message)
      }
    }
    self.init(
      log: rows.path, otherColumns: rows.otherNames, bets, leftOut: leftOut)
  }
}

/// The reason why a row of a log is no bet.
struct LogFault: Error {
  /// The place, what was found and what was expected.
  let message: String
}
