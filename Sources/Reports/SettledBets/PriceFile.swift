import ColumnStore
import Columns
import Foundation
import Mappings
import Racing
import RowReading

/// A file of prices on offer for a day's runners.
public struct PriceFile: Sendable {
  /// The columns with a meaning; a row names race and runner like a bet.
  public static let columns = [
    "day", "course", "off", "race", "race_id", "selection", "number", "price",
  ]

  /// Other names of these columns: those of a written card, and a bookmaker's.
  private static let spellings = [
    "date": "day", "off_time": "off", "time": "off", "race_no": "race", "horse": "selection",
    "odds": "price",
  ]

  /// The price on offer for a runner.
  public struct Offer: Sendable {
    /// The row, with the race and runner that it names.
    public let row: BetRow
    /// The odds; nil if the row has none.
    public let price: Odds?
    /// The number in the column of chances; nil without one.
    public let chance: Decimal6?
  }

  /// The file's name in messages.
  public let name: String
  /// The columns other than ``columns``, in the file's order.
  public let otherColumns: [String]
  /// The day of the races.
  private let day: Day
  private let offers: [Offer]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: A CSV file with a header, a JSON list of objects, or NDJSON; `-` for standard input,
  ///     whose first character shows which.
  ///   - day: The day of the races, for rows without one.
  ///   - chances: The column with chances, or numbers in proportion to them; nil for none.
  /// - Throws: ``SettleError`` `.file` when it cannot be read, `.mistakes` when cells are invalid.
  public init(_ path: String, on day: Day, chances: String? = nil) throws(SettleError) {
    var source = BetRow.Source(path)
    let input = try path == InputFiles.standardInputName ? Self.standardInput(&source) : nil
    // The copy of standard input is read before it goes.
    defer { withExtendedLifetime(input) {} }
    source.spellings = Self.spellings
    let read = try BetRow.read(source, requiring: ["price"]) { (row: inout BetRow) -> Offer? in
      row.readRace(isKnownByRunner: true, on: day)
      return Offer(
        row: row, price: Self.price(&row),
        chance: chances.flatMap { column in
          row.value(column, "a number of at least 0") { text in
            Decimal6(text).flatMap { $0.micros < 0 ? nil : $0 }
          }
        })
    }
    name = source.label ?? path
    otherColumns = read.columns.filter { !Self.columns.contains($0) }
    self.day = day
    offers = read.records
  }

  /// Finds the runners of the offers.
  ///
  /// - Parameters:
  ///   - snapshot: The store, with the tables of ``SettleJob/tables``.
  ///   - names: The rules by which spellings are one name.
  ///   - clock: Returns the µs by which a country's clock is ahead of UTC at a moment; times of the
  ///     day without a zone are by that clock.
  /// - Returns: The offers by the key of the race and the runner's index there, and a message for
  ///   each row that names no runner of the day, or one that has a row already.
  /// - Throws: ``SettleError`` `.store` when a table is damaged.
  public func offers(
    in snapshot: Snapshot, names: BetNames, clock: @escaping (Int64, String?) -> Int64
  ) throws(SettleError) -> (found: [String: [Int: Offer]], unused: [String]) {
    var races: BetRaces
    do throws(StoreError) {
      races = try BetRaces(of: [day], snapshot, names)
    } catch {
      throw .store(error)
    }
    races.clock = { race in race.off.map { clock($0, race.country) } ?? 0 }
    var found: [String: [Int: Offer]] = [:]
    var unused: [String] = []
    for offer in offers {
      let place = "\(name):\(offer.row.line): "
      let race: Int
      switch races.find(offer.row) {
      case .failure(let gap):
        unused.append("\(place)\(gap)")
        continue
      case .success(let index): race = index
      }
      let id = races.races[race].id
      switch races.runner(offer.row, of: race) {
      case .failure(let gap): unused.append("\(place)\(gap)")
      case .success(let runner) where found[id]?[runner] != nil:
        unused.append(
          "\(place)found a second row of \(races.races[race].runners[runner].name) in race \(id); "
            + "expected one")
      case .success(let runner): found[id, default: [:]][runner] = offer
      }
    }
    return (found, unused)
  }

  // MARK: - Implementation

  /// Copies standard input to a file that exists as long as the returned value.
  private static func standardInput(_ source: inout BetRow.Source) throws(SettleError) -> InputFiles
  {
    let input: InputFiles
    do throws(ImportError) {
      input = try InputFiles([ImportFile(InputFiles.standardInputName)])
    } catch {
      throw .log(error)
    }
    let copy = input.files[0]
    source = BetRow.Source(copy.path)
    source.label = "standard input"
    let begin = try? FileHandle(forReadingFrom: URL(fileURLWithPath: copy.path)).read(
      upToCount: 512)
    let isLines = begin?.first { $0 > 0x20 } == UInt8(ascii: "{")
    source.name = isLines ? "stdin.ndjson" : copy.name
    return input
  }

  /// Reads decimal or fractional odds; a word such as `SP` or `NR` is no price.
  private static func price(_ row: inout BetRow) -> Odds? {
    guard let text = row.text("price"), !Odds.saysNoPrice(text.utf8.span) else { return nil }
    return row.odds("price")?.odds
  }
}
