import APICore
import Columns
import TabularFiles

/// The races of a body, be it a list or a single race, and their runners: each is read once.
struct RaceAnswer {
  /// The number of elements.
  private let elements: Int
  /// The number of races with an id.
  private var count = 0
  /// The dates of races that cannot be read; they are stored as none.
  private var unreadableDates: [String] = []
  /// The number of runners of races with an id.
  private var runnerCount = 0
  /// The indices of the runners without name, id and number.
  private var nameless: [Int] = []
  /// Whether the body has any runner.
  private(set) var hasRunners = false

  /// The columns of an element.
  static let columns = JournalEntry.raceColumns + ["date", "race_time"]

  /// Reads a body, and adds its facts to its entry; nil if it is not JSON by itself.
  init?(_ body: AnswerBody, into entry: inout JournalEntry) {
    let names = JournalEntry.runnerColumns
    let runners = JournalRows(
      body.data, columns: ["../id_race", "../race_id"] + names + ["position"],
      rows: RowPath("[]/\(JournalEntry.runnersOfRace.joined(separator: "|"))/*")!)
    guard let runners else { return nil }
    elements = body.elements.count
    for row in 0..<runners.count { add(runners, row, names: 2...names.count + 1, &entry) }
    // A race without any name counts as one without runners.
    if nameless.count == runnerCount { nameless = [] }
    var isUnflagged = false
    for row in 0..<elements {
      guard let race = ListedRace(body.elements, row, from: 0) else { continue }
      count += 1
      isUnflagged = entry.add(race)
      let date = [5, 6].lazy.compactMap { body.elements[row, $0] }.first { !$0.isEmpty }
      if let date, APIDate(date) == nil { unreadableDates.append(date) }
    }
    if isUnflagged, (0..<runners.count).contains(where: { runners[$0, 6]?.isEmpty == false }) {
      entry.raceState = .finished
    }
    // The store cannot keep races without an id and runners without a name; they may come later, so
    // the answer counts as open.
    let unread = elements - count + nameless.count
    guard unread > 0 else { return }
    entry.counts = [BodyCount(name: RacingFetch.unreadMember, value: unread)]
    entry.raceState = .open
  }

  /// Whether a list has elements, and no race among them.
  var isNone: Bool { count == 0 && elements > 0 }

  /// The elements that are no races, in words; nil if all are races.
  var stray: String? {
    let count = elements - count
    guard count > 0 else { return nil }
    return "\(count) of \(elements) elements \(count == 1 ? "is" : "are") no race with an id"
  }

  /// The runners without name, id and number, in words; nil if there are none.
  var unnamed: String? {
    guard let first = nameless.first else { return nil }
    let more = nameless.count > 1 ? " and \(nameless.count - 1) more" : ""
    return
      "left out: runner \(first + 1) of \(runnerCount)\(more): found nothing as horse, id_horse, "
      + "horse_id and number; expected a value in one of them"
  }

  /// The unreadable dates, in words; nil if all are readable.
  var misdated: String? {
    guard let first = unreadableDates.first else { return nil }
    let count = unreadableDates.count
    let whose = elements == 1 ? "its date" : "the date of \(count) of \(elements) elements"
    let more = count > 1 ? " and the like" : ""
    let date = DisplayWidth.printable(first, limit: 40)
    return "found “\(date)”\(more) as \(whose); expected one such as 2020-11-08 16:50:00"
  }

  // MARK: - Implementation

  /// Counts a runner, and includes its race in a list.
  private mutating func add(
    _ runners: JournalRows, _ row: Int, names: ClosedRange<Int>, _ entry: inout JournalEntry
  ) {
    let isRunner = names.contains { runners.has(row, $0) }
    hasRunners = hasRunners || isRunner
    guard let race = runners.idColumn(row, of: 0...1) else { return }
    if runners.idColumn(row, of: names) == nil { nameless.append(runnerCount) }
    runnerCount += 1
    if isRunner, let id = runners[row, race] { entry.include(id) }
  }
}
