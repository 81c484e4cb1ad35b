import Cards
import ColumnStore
import Columns
import Racing
import RunnerKeys

/// A horse's newest stored row.
struct LastRunner {
  /// The source's key for the horse.
  let id: String?
  /// The name after applying aliases.
  let name: String
  /// Its people and its sire in that row.
  let jockey: String?
  let trainer: String?
  let owner: String?
  let sire: String?
  let sex: String?
  let age: Int?

  /// Finds a horse by its key, otherwise by its name as `NameSearch` does; nil if there is no
  /// unique match.
  ///
  /// - Throws: `ReportError` `.store` if runners are damaged.
  init?(
    _ text: String, in snapshot: Snapshot, aliases: NameAliases
  ) throws(ReportError) {
    let key = Self.code(of: text, in: snapshot.dictionary("horse_id"))
    if let key, let row = try Self.newest("horse_id", in: snapshot, where: { $0 == key }) {
      self.init(row, snapshot, aliases)
      return
    }
    let search = try NameSearch(.horse, in: snapshot, aliases: aliases)
    guard case .one(let found) = search.find(text) else { return nil }
    let names = snapshot.dictionary("horse")
    let isOwn = (0..<names.count).map { aliases.name(of: names[$0], role: "horse") == found.name }
    guard let row = try Self.newest("horse", in: snapshot, where: { isOwn[Int($0)] }) else {
      return nil
    }
    self.init(row, snapshot, aliases)
  }

  // MARK: - Implementation

  private typealias Row = (table: Table, index: Int)

  private init?(_ row: Row, _ snapshot: Snapshot, _ aliases: NameAliases) {
    func name(_ field: String) -> String? {
      guard let column = row.table[field], !column.isNull(row.index) else { return nil }
      let spelling = snapshot.dictionary(field)[Int(column.int32s[row.index])]
      return aliases.name(of: spelling, role: field)
    }
    guard let horse = name("horse") else { return nil }
    id = name("horse_id")
    self.name = horse
    jockey = name("jockey")
    trainer = name("trainer")
    owner = name("owner")
    sire = name("sire")
    sex = name("sex")
    let ages = row.table["age"]
    age = ages.flatMap { $0.isNull(row.index) ? nil : Int($0.int16s[row.index]) }
  }

  private static func code(of text: String, in names: NameDictionary) -> Int32? {
    let bytes = Array(text.utf8)
    return (0..<names.count).first { names.utf8($0).elementsEqual(bytes) }.map { Int32($0) }
  }

  /// Returns the newest matching row; rows are stored in order of time.
  private static func newest(
    _ field: String, in snapshot: Snapshot, where isWanted: (Int32) -> Bool
  ) throws(ReportError) -> Row? {
    for segment in snapshot.segments(of: RacingTables.runners).reversed() {
      guard let column = segment.rows[field] else { continue }
      let limit = snapshot.dictionary(field).count
      guard column.fits(.int32), column.firstCode(notBelow: limit) == nil else {
        throw .store(
          segment.damage(found: "codes in \(field) without a name", expected: "below \(limit)"))
      }
      let codes = column.int32s
      let row = (0..<codes.count).last { !column.isNull($0) && isWanted(codes[$0]) }
      guard let row else { continue }
      // All fields of the row are used.
      do throws(StoreError) { try snapshot.check([segment]) } catch { throw .store(error) }
      return (segment.rows, row)
    }
    return nil
  }
}
