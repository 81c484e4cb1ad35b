import ColumnStore
import Columns
import ReportWriters
import SupportFigures
import TestSupport
import StoreTables

/// A ticket as a test writes it into a store.
struct TestTicket {
  var id: String
  var time: Int64
  var state: String? = "open"
  var channel: String? = "chat"
  var appVersion: String? = "2.1.0"
  var osVersion: String? = "17.5"
  var assignee: String? = "ai agent"
  var messages: [TestMessage] = []

  /// A ticket that was opened at a moment such as `2024-05-01T10:00:00Z`.
  init(_ id: String, _ time: String, _ messages: TestMessage...) {
    self.id = id
    self.time = instant(time)
    self.messages = messages
  }

  /// The ticket with changes.
  func with(_ change: (inout TestTicket) -> Void) -> TestTicket {
    var ticket = self
    change(&ticket)
    return ticket
  }
}

/// A message as a test writes it into a store.
struct TestMessage {
  var sender: String?
  var time: Int64
  var attachments: Int16?

  init(_ sender: String?, _ time: String, attachments: Int16? = 0) {
    self.init(sender, at: instant(time), attachments: attachments)
  }

  init(_ sender: String?, at time: Int64, attachments: Int16? = 0) {
    self.sender = sender
    self.time = time
    self.attachments = attachments
  }
}

/// The µs since 1970 of a moment such as `2024-05-01T10:00:00Z` or `2024-05-01T10:00:00.5Z`.
func instant(_ text: String) -> Int64 {
  let day = Int64(Day(iso: String(text.prefix(10)))!.number)
  let seconds = text.dropFirst(11).prefix(8).split(separator: ":").reduce(0) {
    $0 * 60 + Int64($1)!
  }
  let fraction = text.dropFirst(20).dropLast().prefix(6)
  let micros = Int64(fraction + String(repeating: "0", count: 6 - fraction.count))!
  return (day * 86_400 + seconds) * 1_000_000 + micros
}

/// A cell as a test writes it.
enum TestCell {
  case name(String)
  case text(String)
  case moment(String)
  case date(String)
  case number(Int64)

  /// The whole number that the cell is stored as.
  var number: Int64? {
    switch self {
    case .name, .text: nil
    case .moment(let text): instant(text)
    case .date(let text): Int64(Day(iso: text)!.number)
    case .number(let number): number
    }
  }
}

/// A store of tickets, and of whatever else a test needs, as imports leave it.
struct SupportStore {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  init(_ tickets: [TestTicket]) throws {
    try self.init()
    try write(tickets)
  }

  var path: String { folder.file("store") }

  /// Replaces all tickets and messages, the months in an order of their own.
  func write(_ tickets: [TestTicket], isReversed: Bool = false) throws {
    let messages = tickets.flatMap { ticket in
      ticket.messages.enumerated().map { (ticket: ticket, place: $0, message: $1) }
    }
    let writer = try StoreWriter(store: path)
    for table in SupportTables.all { writer.removeRows(of: table) }
    let ofMonth = Dictionary(grouping: tickets) { Month(of: Day.split(micros: $0.time).day) }
    let ofMessages = Dictionary(grouping: messages) {
      Month(of: Day.split(micros: $0.message.time).day)
    }
    let months = Set(ofMonth.keys).union(ofMessages.keys).sorted()
    for month in isReversed ? months.reversed() : months {
      let tickets = isReversed ? (ofMonth[month] ?? []).reversed() : ofMonth[month] ?? []
      try writer.replace(SupportTables.tickets, month, with: Self.table(tickets, writer))
      let messages = isReversed ? (ofMessages[month] ?? []).reversed() : ofMessages[month] ?? []
      try writer.replace(SupportTables.messages, month, with: Self.table(messages, writer))
    }
    try writer.commit()
  }

  /// Replaces a table's rows of a month.
  func write(
    _ table: String, _ fields: [Field], _ month: Int, _ rows: [[String: TestCell]]
  ) throws {
    let writer = try StoreWriter(store: path)
    let columns = fields.map { field in
      (field.name, Self.column(field, rows.map { $0[field.name] }, writer))
    }
    try writer.replace(table, Month(month), with: Table(columns))
    try writer.commit()
  }

  func report(
    by groupings: String..., windows: [Int?] = [nil], asOf: String? = nil
  ) throws -> SupportReport {
    var question = SupportQuestion(
      try groupings.map { try SupportGrouping($0) }, windows: windows)
    question.asOf = asOf.map { Day(iso: $0)! }
    return try SupportJob(question, from: Snapshot(store: path)).run()
  }

  func load(days: Int? = nil, asOf: String) throws -> [LoadDay] {
    try LoadJob(days: days, before: Day(iso: asOf)!, from: Snapshot(store: path)).run()
  }

  // MARK: - Implementation

  private static func column(
    _ field: Field, _ cells: [TestCell?], _ writer: StoreWriter
  ) -> Column {
    switch field.type {
    case .coded(let dictionary):
      Column(
        field.type,
        int32s: cells.map { cell in
          guard case .name(let name) = cell else { return nil }
          return writer.dictionary(dictionary).code(name)
        })
    case .text:
      Column(
        texts: cells.map { cell in
          guard case .text(let text) = cell else { return nil }
          return text
        })
    case .instant, .micros, .int64: Column(field.type, int64s: cells.map { $0?.number })
    case .date, .int32: Column(field.type, int32s: cells.map { $0?.number.map { Int32($0) } })
    case .int16: Column(int16s: cells.map { $0?.number.map { Int16($0) } })
    default: .nulls(field.type, count: cells.count)
    }
  }

  private static func table(_ tickets: [TestTicket], _ writer: StoreWriter) -> Table {
    func coded(_ name: String, _ dictionary: String, _ text: (TestTicket) -> String?) -> (
      String, Column
    ) {
      let codes = tickets.map { text($0).map { writer.dictionary(dictionary).code($0) } }
      return (name, Column(.coded(dictionary: dictionary), int32s: codes))
    }
    return Table([
      coded("ticket_id", "ticket_id", \.id),
      ("ingest_time", Column(.instant, int64s: tickets.map(\.time))),
      ("event_time", Column(.instant, int64s: tickets.map(\.time))),
      coded("state", "ticket_state", \.state), coded("assignee", "ticket_assignee", \.assignee),
      coded("channel", "ticket_channel", \.channel),
      coded("app_version", "app_version", \.appVersion),
      coded("os_version", "os_version", \.osVersion),
      ("message_count", Column(int32s: tickets.map { Int32($0.messages.count) })),
    ])
  }

  private static func table(
    _ messages: [(ticket: TestTicket, place: Int, message: TestMessage)], _ writer: StoreWriter
  ) -> Table {
    func coded(_ name: String, _ texts: [String?]) -> (String, Column) {
      let dictionary = writer.dictionary(name)
      return (
        name,
        Column(
          .coded(dictionary: name), int32s: texts.map { text in text.map { dictionary.code($0) } })
      )
    }
    let times = messages.map(\.message.time)
    return Table([
      coded("message_id", messages.map { "\($0.ticket.id):\($0.place)" }),
      coded("ticket_id", messages.map(\.ticket.id)),
      ("ingest_time", Column(.instant, int64s: times)),
      ("event_time", Column(.instant, int64s: times)),
      coded("sender_type", messages.map(\.message.sender)),
      ("attachment_count", Column(int16s: messages.map(\.message.attachments))),
    ])
  }
}

/// The rows of a CSV file by column; no cell of the tests has a comma.
func cells(_ csv: String) -> [[String: String]] {
  let lines = csv.split(separator: "\n").map {
    $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
  return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
}

extension SupportReport {
  /// The rows of a file by column, as its CSV has them.
  func rows(_ index: Int = 0) -> [[String: String]] { cells(CellTable(groups[index]).csv) }
}
