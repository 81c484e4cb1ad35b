import ColumnStore
import Columns
import Mappings
import Racing
import RowReading

/// The stored keys in the months of a file's races.
struct StoredKeys {
  /// A stored race.
  struct Race {
    /// The key of the stored race: another one where a source's own key is linked to a race of
    /// another source.
    let key: String
    let month: Month
    let day: Int32
    /// The code of the course.
    let course: Int32?
    /// The code of the country.
    let country: Int32?
    let off: Int64?
  }

  private let keys = DictionaryEncoder.ofKeys()
  /// By the key's code; nil for a key that only dividends have.
  private var races: [Race?] = []
  /// Keys whose value is another text, by that text; the first of several.
  private var byValue: [[UInt8]: String] = [:]
  /// By key: the keys that add a country or the mark of a later race to it.
  private var variants: [String: [String]] = [:]

  /// Whether the value of some key is another text.
  var haveSpellings: Bool { !byValue.isEmpty }

  /// Reads the keys of some months.
  ///
  /// - Parameters:
  ///   - months: The months.
  ///   - form: The form of the file's keys.
  ///   - writer: The store's writer.
  /// - Throws: ``StoreError`` when a segment cannot be read.
  init(of months: Set<Month>, _ form: RaceKeyForm, _ writer: StoreWriter) throws(StoreError) {
    for month in months.sorted() {
      if let rows = try writer.rows(of: RacingTables.races, month) {
        let countries = Cells(rows["country"]?.int32s, rows["country"])
        let courses = Cells(rows["course"]?.int32s, rows["course"])
        let dates = rows.dates
        let offs = Cells(rows["off_time"]?.int64s, rows["off_time"])
        let ids = rows.raceIDs
        add(rows, form) {
          Race(
            key: ids[$0], month: month, day: dates[$0], course: courses[$0],
            country: countries[$0], off: offs[$0])
        }
      }
      if let rows = try writer.rows(of: RacingTables.dividends, month) {
        add(rows, form) { _ in nil }
      }
    }
    for month in months.sorted() {
      guard let links = try writer.rows(of: RacingTables.raceLinks, month) else { continue }
      let linked = links["linked_race_id"]!.texts
      let known = self
      add(links, form) { known[linked[$0]] }
    }
    guard form.hasCourse else { return }
    for code in 0..<keys.count where races[code] != nil {
      // Safety: the bytes are copied at once, before another key is added.
      let key = String(decoding: keys.utf8(code), as: UTF8.self)
      guard let base = RaceIdentity.base(of: key), self[base] != nil else { continue }
      variants[base, default: []].append(key)
    }
  }

  /// The race of a key; nil where none is stored under it.
  subscript(key: String) -> Race? {
    code(key).flatMap { races[Int($0)] }
  }

  /// Whether a race or its dividends are stored under a key.
  func has(_ key: String) -> Bool { code(key) != nil }

  /// Returns the stored keys that a file's key may mean: itself, or others of its value.
  func spellings(of key: String, value: [UInt8]?) -> [String] {
    if code(key) != nil { return [key] }
    let plain = value.map { String(decoding: $0, as: UTF8.self) }
    return [plain.flatMap { code($0) == nil ? nil : $0 }, byValue[value ?? Array(key.utf8)]]
      .compactMap { $0 }
  }

  /// Returns a key, if a race has it, and the keys that add a country or the mark of a later race.
  func variants(of key: String) -> [String] {
    (self[key] == nil ? [] : [key]) + variants[key, default: []]
  }

  /// Whether a key is stored with the same country, or not stored, and has no variants.
  ///
  /// - Parameters:
  ///   - key: A file's key.
  ///   - country: The country of the file's race.
  ///   - isDeciding: Whether it matters that one of the two races names no country.
  /// - Returns: False also where the countries may be two spellings of one, and for dividends of a
  ///   race that is not stored, if a country matters.
  func isPlain(
    _ key: UnsafeBufferPointer<UInt8>, _ country: Int32?, isDeciding: Bool
  ) -> Bool {
    // Safety: the caller lends the bytes for the one call.
    guard let code = keys.knownCode(key) else { return true }
    guard variants.isEmpty || variants[String(decoding: key, as: UTF8.self)] == nil else {
      return false
    }
    guard let race = races[Int(code)] else { return !isDeciding }
    if !isDeciding, race.country == nil || country == nil { return true }
    return race.country == country
  }

  // MARK: - Implementation

  private func code(_ key: String) -> Int32? {
    var key = key
    return key.withUTF8 { keys.knownCode($0) }
  }

  private mutating func add(_ rows: Table, _ form: RaceKeyForm, _ race: (Int) -> Race?) {
    let ids = rows.raceIDs
    for row in 0..<rows.rowCount {
      // Safety: the column holds the bytes; the dictionary and the value copy them.
      let id = ids.utf8(row)
      let code = Int(keys.code(id)!)
      if code == races.count {
        races.append(race(row))
        if let value = form.value(id), byValue[value] == nil { byValue[value] = ids[row] }
      } else if races[code] == nil {
        races[code] = race(row)
      }
    }
  }
}
