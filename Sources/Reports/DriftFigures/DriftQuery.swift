import Columns
import TabularFiles

/// A question as SQL about a dataset of ticks, for an engine that reads the dataset in place.
///
/// The engine sums only whole numbers; the figures are computed from these sums as from local ones.
/// The SQL is common to Spark, DuckDB and others, except the division of whole numbers.
public struct DriftQuery: Sendable {
  /// The notations of a division of whole numbers that drops the remainder.
  public enum Division: String, Sendable {
    /// Spark's.
    case word = "DIV"
    /// DuckDB's.
    case slashes = "//"
  }

  private let question: DriftQuestion

  /// Creates the query of a question.
  public init(_ question: DriftQuestion) { self.question = question }

  /// Describes a dataset's tables to Spark.
  ///
  /// - Parameters:
  ///   - dataset: The dataset's place as the cluster sees it, such as `file:///lake/ticks`.
  ///   - files: Returns a table's files.
  /// - Returns: A view per table.
  package static func views(
    of dataset: String, _ files: (String) -> [DatasetView.File]
  ) -> [DatasetView] {
    let texts = ["status", "jockey", "trainer", "horse", "course", "country", "month"]
    let types: [String: [(name: String, type: String)]] = [
      "selections": [
        ("market_id", "STRING"), ("selection_id", "BIGINT"), ("off_at", "BIGINT"),
      ] + texts.map { (name: $0, type: "STRING") },
      "ticks": [
        ("market_id", "STRING"), ("selection_id", "BIGINT"), ("sequence", "BIGINT"),
        ("published_at", "BIGINT"), ("last_traded_price", "BIGINT"), ("month", "STRING"),
      ],
    ]
    return types.sorted { $0.key < $1.key }.map { table, columns in
      DatasetView(table, columns, of: table, in: dataset, files: files(table))
    }
  }

  /// Writes the query.
  ///
  /// The answer has a row per name with `name`, `runners` and, per moment, `priced_0`, `early_0`,
  /// `closing_0`, `quotients_0` and so on; sums that may exceed 63 bits are texts.
  ///
  /// - Parameter division: The engine's notation of whole-number division.
  /// - Returns: One statement.
  public func text(_ division: Division = .word) -> String {
    let moments = question.minutes.indices
    let prices = question.minutes.enumerated().map { index, minutes in
      "max_by(t.last_traded_price, t.sequence) FILTER (WHERE t.published_at <= "
        + "s.off_at - \(minutes * 60_000)) AS early_\(index)"
    }
    func isPriced(_ index: Int, _ value: String) -> String {
      "CASE WHEN early_\(index) IS NOT NULL AND closing IS NOT NULL THEN \(value) END"
    }
    func sum(_ index: Int, _ numerator: String, by divisor: String, as name: String) -> String {
      let rounded = SQLText.halfEven(numerator, over: divisor, division.rawValue)
      let value = isPriced(index, "CAST(\(rounded) AS DECIMAL(20, 0))")
      return "CAST(COALESCE(SUM(\(value)), 0) AS STRING) AS \(name)_\(index)"
    }
    let sums = moments.flatMap { index in
      [
        "COUNT(\(isPriced(index, "1"))) AS priced_\(index)",
        sum(index, "1000000000000000", by: "early_\(index)", as: "early"),
        sum(index, "1000000000000000", by: "closing", as: "closing"),
        sum(index, "early_\(index) * 1000000000", by: "closing", as: "quotients"),
      ]
    }
    return """
      WITH prices AS (
        SELECT s.\(question.key.rawValue) AS name, s.market_id, s.selection_id,
          max_by(t.last_traded_price, t.sequence) AS closing,
          \(prices.joined(separator: ",\n    "))
        FROM selections s LEFT JOIN ticks t ON t.month = s.month AND t.market_id = s.market_id
          AND t.selection_id = s.selection_id AND t.published_at < s.off_at
          AND t.last_traded_price > 0
        WHERE s.status IS NULL OR s.status <> 'REMOVED'
        GROUP BY s.\(question.key.rawValue), s.market_id, s.selection_id
      )
      SELECT name, COUNT(*) AS runners,
        \(sums.joined(separator: ",\n  "))
      FROM prices GROUP BY name
      """
  }

  /// Makes the report from a query's rows.
  ///
  /// - Parameters:
  ///   - tables: The rows, with the columns named by ``text(_:)``.
  ///   - source: The engine's name in messages.
  /// - Returns: The report, equal to that of ``DriftSums`` from the same files.
  /// - Throws: `FileError` if rows have other columns.
  public func report(of tables: [Table], from source: String) throws(FileError) -> DriftReport {
    var named: [[DriftRow]] = []
    var unnamed: Int64 = 0
    for table in tables {
      for row in 0..<table.rowCount {
        let runners = try Self.count("runners", row, of: table, source)
        guard let name = table["name"], !name.isNull(row) else {
          unnamed &+= runners
          continue
        }
        var moments: [DriftRow] = []
        for (index, minutes) in question.minutes.enumerated() {
          var moment = DriftRow(name: name.texts[row], minutes: minutes)
          moment.runners = runners
          moment.priced = try Self.count("priced_\(index)", row, of: table, source)
          moment.early = try Self.number("early_\(index)", row, of: table, source)
          moment.closing = try Self.number("closing_\(index)", row, of: table, source)
          moment.quotients = try Self.number("quotients_\(index)", row, of: table, source)
          moments.append(moment)
        }
        named.append(moments)
      }
    }
    return DriftReport(question, named, unnamed: unnamed)
  }

  // MARK: - Implementation

  private static func count(
    _ name: String, _ row: Int, of table: Table, _ source: String
  ) throws(FileError) -> Int64 {
    let number = try number(name, row, of: table, source)
    guard let count = Int64(exactly: number), count >= 0 else {
      throw .malformed(file: source, found: "\(name) \(number)", expected: "a number of runners")
    }
    return count
  }

  /// Above all sums, and small enough for their figures to fit in 128 bits.
  private static let largest: UInt128 = 1_000_000_000_000_000_000_000_000_000

  private static func number(
    _ name: String, _ row: Int, of table: Table, _ source: String
  ) throws(FileError) -> Int128 {
    let column = table[name]
    switch column?.values {
    case .int64(let values): return Int128(values[row])
    case .text(let texts):
      if let number = Int128(texts[row]), number.magnitude < largest { return number }
      fallthrough
    default:
      throw .malformed(
        file: source, found: "\(name) as \(column?.type.name ?? "no column")",
        expected: "a whole number")
    }
  }
}
