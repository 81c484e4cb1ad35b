import ColumnStore
import Columns
import Racing
import TabularFiles

/// Finds a store's runners by day, course and horse, in an exchange's spelling.
///
/// A horse runs once a day at a course, so the off time, which often differs between markets and
/// results, is not compared.
public final class MarketRunners {
  /// The facts that are joined to a runner's prices.
  struct Runner {
    let raceID, jockey, trainer: String?
    /// The text that all spellings of the horse's name with the same mark share.
    fileprivate let markedHorse: String
  }

  private struct Key: Hashable {
    let day: Int32
    let course, horse: String
  }

  /// The months in memory, the most recently used last.
  private var months: [(month: Month, runners: [Key: [Runner]])] = []
  /// The store's state.
  let snapshot: Snapshot
  private let parts: [Month: DatasetTable.Part]
  private let course: (String) -> String
  private let horse: (String) -> String
  private let markedHorse: (String) -> String
  private let aliases: NameAliases

  private static let most = 3

  /// Takes a store's runners.
  ///
  /// - Parameters:
  ///   - snapshot: The store's state.
  ///   - aliases: Other names of jockeys and trainers.
  ///   - course: Returns the text that all spellings of a course share.
  ///   - horse: Returns the text that all spellings of a horse share.
  ///   - markedHorse: Returns the text that all spellings of a horse with the same mark, such as
  ///     `(IRE)`, share; by default, the spelling itself.
  public init(
    _ snapshot: Snapshot, aliases: NameAliases, course: @escaping (String) -> String,
    horse: @escaping (String) -> String, markedHorse: @escaping (String) -> String = { $0 }
  ) {
    self.snapshot = snapshot
    let table = ExportJob(snapshot).datasetTable(RacingTables.runners)
    parts = Dictionary(table.parts.map { ($0.month, $0) }, uniquingKeysWith: { $1 })
    self.aliases = aliases
    self.course = course
    self.horse = horse
    self.markedHorse = markedHorse
  }

  /// Finds a runner; nil if there is none, or more than one.
  func runner(_ day: Day, course: String, horse: String) throws(FileError) -> Runner? {
    let key = Key(day: day.number, course: self.course(course), horse: self.horse(horse))
    let found = try runners(of: Month(of: day))[key] ?? []
    guard found.count > 1 else { return found.first }
    let marked = markedHorse(horse)
    let exact = found.filter { $0.markedHorse == marked }
    return exact.count == 1 ? exact[0] : nil
  }

  /// Returns the checksums of the data of a month's runners.
  func sources(of month: Month) -> [String] { parts[month]?.sources ?? [] }

  // MARK: - Implementation

  private func runners(of month: Month) throws(FileError) -> [Key: [Runner]] {
    if months.last?.month == month { return months[months.count - 1].runners }
    if let index = months.firstIndex(where: { $0.month == month }) {
      months.append(months.remove(at: index))
      return months[months.count - 1].runners
    }
    var runners: [Key: [Runner]] = [:]
    if let part = parts[month] {
      let rows = try part.rows()
      let days = rows.column(Field("date", .date))
      let texts = ["course", "horse", "race_id", "jockey", "trainer"].map {
        rows.column(Field($0, .text))
      }
      func text(_ column: Int, _ row: Int) -> String? {
        texts[column].isNull(row) ? nil : texts[column].texts[row]
      }
      for row in 0..<rows.rowCount {
        guard !days.isNull(row), let course = text(0, row), let horse = text(1, row) else {
          continue
        }
        let key = Key(
          day: days.int32s[row], course: self.course(course), horse: self.horse(horse))
        let runner = Runner(
          raceID: text(2, row), jockey: text(3, row).map { aliases.name(of: $0, role: "jockey") },
          trainer: text(4, row).map { aliases.name(of: $0, role: "trainer") },
          markedHorse: markedHorse(horse))
        runners[key, default: []].append(runner)
      }
    }
    if months.count == Self.most { months.removeFirst() }
    months.append((month, runners))
    return runners
  }
}
