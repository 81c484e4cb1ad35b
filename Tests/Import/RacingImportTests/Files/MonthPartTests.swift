import ColumnStore
import Columns
import Foundation
import Synchronization
import SystemFiles
import TestSupport
import Testing
@testable import Mappings
@testable import RowReading
@testable import StoreImport

/// Files that are stored some months at a time, against the same files read as a whole.
struct MonthPartTests {
  /// The deviations from a file in order.
  enum Oddity: String, CaseIterable {
    case none
    case lateMonth = "1,2019-01-15"
    case fallingKey = "7,2030-01-15"
    case wordKey = "R7,2030-01-15"
    case noKey = ",2030-01-15"
    case noDay = "999999,2030-02-30"
    case earlyWidth = "width"
  }

  @Test(arguments: LongForm.cases(Oddity.allCases, short: 3))
  func `parts give what the whole file gives`(oddity: Oddity) throws {
    let lines = Self.lines(oddity)
    let whole = try Self.outcome([Self.quoted(lines[0])] + lines.dropFirst())
    #expect(try Self.outcome(lines) == whole)
    // A quote in the last line is met when parts were stored already.
    #expect(try Self.outcome(lines.dropLast() + [Self.quoted(lines.last!)]) == whole)
    #expect(whole.counts[3] > 0)
  }

  /// Without numbers, runners are put in order by their names, which the next part's are added to.
  @Test(.longForm, arguments: [1, 2], [true, false])
  func `a month longer than a part is one part`(threads: Int, hasNumbers: Bool) throws {
    let lines = Self.longMonths[hasNumbers]!
    let whole = try Self.wholeLongMonths[hasNumbers]!.get()
    #expect(try Self.outcome(lines, threads: threads, partRows: 10) == whole)
    #expect(try Self.outcome(lines, threads: threads, partRows: 100_000) == whole)
  }

  /// Rows that follow one another without a gap are not copied on their way to the store.
  @Test(arguments: LongForm.cases([2, 1], short: 1), LongForm.cases([700, 10, 2000], short: 1))
  func `a part's rows stay as they are until they are written`(threads: Int, partRows: Int) throws {
    let outcome = try Self.outcome(Self.wideLines, threads: threads, partRows: partRows)
    #expect(try outcome == Self.wholeWideLines.get())
  }

  @Test func `an import states the rows so far, and about how many there are`() throws {
    let store = TestStore()
    let work = Mutex<[ImportWork]>([])
    var job = try Self.job(store)
    job.partRows = 700
    job.workProgress = { some in work.withLock { $0.append(some) } }
    _ = try job.run([Self.file(Self.wideLines, store)])
    let told = work.withLock { $0 }.filter { $0 != .uncounted }
    #expect(told.count > 2 && told.map(\.done) == told.map(\.done).sorted())
    #expect(told.allSatisfy { $0.unit == .rows && (2_900...3_100).contains($0.about ?? 0) })
    #expect(told.last?.done == 3_000, "\(told)")
  }

  @Test func `rows that are read as a whole are counted while they are parsed and written`() throws
  {
    let store = TestStore()
    let line = Mutex((told: [String](), step: ""))
    var job = try Self.job(store)
    job.progress = { step in line.withLock { $0.step = String(step.prefix { $0 != " " }) } }
    job.workProgress = { work in
      guard let about = work.about else { return }
      line.withLock { $0.told.append("\($0.step) \(work.done) of \(about) \(work.unit)") }
    }
    let lines = [Self.quoted(Self.wideLines[0])] + Self.wideLines.dropFirst()
    let path = try Self.file(Array(lines), store)
    _ = try job.run([path])
    let all = line.withLock { $0.told }
    // Cells with quotes are parsed before rows are known.
    let size = try #require(try FileSystem.status(of: path)).size
    let bytes = all.filter { $0.hasSuffix(" bytes") }
    #expect(bytes.count > 1 && bytes.last == "parsing \(size) of \(size) bytes", "\(all)")
    let told = all.filter { $0.hasSuffix(" rows") }.map { String($0.dropLast(5)) }
    #expect(told.first == "parsing 3000 of 3000", "\(told)")
    // Some rows are refused before they are matched.
    let written = told.dropFirst()
    #expect(written.allSatisfy { $0.hasPrefix("writing ") && $0.hasSuffix(" of 2997") }, "\(told)")
    #expect(written.first == "writing 0 of 2997" && written.last != written.first, "\(told)")
  }

  @Test func `a step that cannot count its rows states how many there are`() throws {
    let store = TestStore()
    var steps: [String] = []
    var job = try Self.job(store)
    job.progress = { steps.append($0) }
    let lines = [Self.quoted(Self.wideLines[0])] + Self.wideLines.dropFirst()
    _ = try job.run([Self.file(Array(lines), store)])
    for step in ["sorting file1.csv, 3,000 rows", "matching file1.csv, 2,997 rows"] {
      #expect(steps.contains(step), "\(steps)")
    }
    for step in ["reading", "parsing", "archiving"] {
      #expect(steps.contains { $0.hasPrefix(step) && $0.contains(/\(14\.\d MB\)$/) }, "\(steps)")
    }
  }

  /// Falling keys and stored months both show in the first part, which holds all rows.
  @Test(arguments: [1, 2], [true, false])
  func `a file that its first part shows to be no series is read once`(
    threads: Int, isReversed: Bool
  ) throws {
    let store = TestStore()
    let lines: [String] = isReversed ? Self.wideLines.reversed() : Self.wideLines
    var job = try Self.job(store, threads: threads, partRows: 100_000)
    if !isReversed { _ = try job.run([Self.file(Array(lines.dropLast()), store)]) }
    let work = Mutex((step: "", done: [Int]()))
    job.progress = { step in work.withLock { $0.step = step } }
    job.workProgress = { some in
      work.withLock { work in
        if work.step.hasPrefix("parsing"), some.about != nil { work.done.append(some.done) }
      }
    }
    let imported = try job.run([Self.file(lines, store)])[0]
    #expect(imported.isBalanced)
    #expect(imported.rowsRead == 3_000)
    let done = work.withLock { $0.done }
    #expect(done.last == 3_000)
    #expect(done == Set(done).sorted())
  }

  // MARK: - Files read as a whole, once for all parts

  private static let longMonths = [true, false].map { ($0, lines(.none, days: 70, hasNumbers: $0)) }
    .reduce(into: [:]) { $0[$1.0] = $1.1 }
  private static let wholeLongMonths = longMonths.mapValues { whole($0) }

  /// A thousand races of a year; a block of the text holds less than a month.
  private static let wideLines = {
    let note = String(repeating: "n", count: 4_800)
    return (1...1_000).flatMap { race in
      (1...3).map { number in
        let day = Day(Int32(18_262 + race / 3)).iso
        return "\(race),\(day),1,\(number),Horse \(race * number % 501),Rider \(race % 50),"
          + "\(number),\(number).5,true,\(note)"
      }
    }
  }()
  private static let wholeWideLines = whole(wideLines)

  private static func whole(_ lines: [String]) -> Result<Outcome, any Error> {
    Result { try outcome([quoted(lines[0])] + lines.dropFirst()) }
  }

  @Test(arguments: ["2020-02", "2021-12"])
  func `a part that cannot be written ends the import`(month: String) throws {
    let store = TestStore()
    let folder = store.path + "/segments/runners"
    let path = try Self.file(Self.lines(.none), store)
    var job = try Self.job(store)
    job.progress = { step in
      guard step == "writing \(month)" else { return }
      // No folder can be made where a file is.
      try? FileManager.default.removeItem(atPath: folder)
      try? FileManager.default.createDirectory(
        atPath: store.path + "/segments", withIntermediateDirectories: true)
      try? Data().write(to: URL(fileURLWithPath: folder))
    }
    #expect(throws: ImportError.self) { try job.run([path]) }
    #expect(throws: StoreError.self) { try Snapshot(store: store.path) }
    // The failed import has removed its files, and the one in the folder's place with them.
    #expect(files(below: store.path) == ["LOCK"])
    job.progress = { _ in }
    #expect(try job.run([path])[0].stored > 0)
  }

  /// A thread may hold an import's writer a moment longer than the import runs.
  @Test(arguments: [1, 2])
  func `a failed import ends with its error, whoever still holds its writer`(threads: Int) throws {
    let store = TestStore()
    let path = try Self.file(Self.lines(.none), store)
    var job = try Self.job(store, threads: threads)
    var held: [StoreWriter] = []
    job.alongside = { writer, _ throws(StoreError) in
      held.append(writer)
      throw .notFound(store: "elsewhere")
    }
    #expect(throws: ImportError.self) { try job.run([path]) }
    #expect(files(below: store.path) == ["LOCK"])
    job.alongside = { _, _ in }
    #expect(try job.run([path])[0].stored > 0)
    #expect(held.count == 1)
  }

  @Test(arguments: [0, 1, 9, 10])
  func `a column goes on with the last rows of another`(first: Int) throws {
    let (old, new) = (FieldColumn(.text), FieldColumn(.text))
    new.addTexts(1) { $0.end(0, isValid: false) }
    old.addTexts(10) { slots in
      for row in 0..<10 {
        if row % 4 != 1 {
          Array("text \(row * row)".utf8).withUnsafeBufferPointer { slots.append($0) }
        }
        slots.end(row, isValid: row % 4 != 1)
      }
    }
    for row in [2, 9] {
      old.note(CellProblem(row: row, field: "note", found: "\(row)", expected: "a text"))
    }
    new.restart(with: old, from: first)
    let expected = old.finished()
    let found = new.finished()
    #expect(found.count == 10 - first)
    for row in first..<10 { #expect(found.holdsSame(row - first, as: expected, row)) }
    let problems = try new.problems()
    let left = [2, 9].filter { $0 >= first }
    #expect(problems.map(\.row) == left.map { $0 - first })
    #expect(problems.map(\.found) == left.map { "\($0)" })
  }

  @Test func `months have ended when the next one begins`() {
    var series = MonthSeries()
    let first = Self.rows(["1", "1", "2", "3"], [0, 0, 30, 31])
    #expect(series.endedRows(of: first, isEnd: false) == 3)
    let second = Self.rows(["3", "4"], [31, 40])
    #expect(series.endedRows(of: second, isEnd: false) == 0)
    #expect(series.endedRows(of: second, isEnd: true) == 2)
  }

  @Test(arguments: [
    (["2", "1"], [0, 31]), (["1", "2"], [31, 0]), (["a", "2"], [0, 31]),
    (["1", "2", "1"], [0, 0, 31]),
  ])
  func `rows that go back are not in order`(keys: [String], days: [Int32]) {
    var series = MonthSeries()
    #expect(series.endedRows(of: Self.rows(keys, days), isEnd: true) == nil)
  }

  @Test func `a race over two months ends with the second`() {
    var series = MonthSeries()
    let rows = Self.rows(["1", "2", "2", "3"], [0, 30, 31, 32])
    #expect(series.endedRows(of: rows, isEnd: false) == 1)
  }

  @Test func `no row of an ended month may follow`() {
    var series = MonthSeries()
    #expect(series.endedRows(of: Self.rows(["1", "2"], [0, 31]), isEnd: false) == 1)
    #expect(series.endedRows(of: Self.rows(["2", "3"], [31, 0]), isEnd: true) == nil)
  }

  private static func rows(_ keys: [String], _ days: [Int32]) -> Table {
    Table([
      ("race_id", Column(texts: keys)), ("date", Column(.date, .int32(Buffer(days)))),
    ])
  }

  /// The result of an import.
  struct Outcome: Equatable {
    var counts: [Int]
    var reasons: [String: Int]
    var unresolved: Int
    var tables: [String]
  }

  @Test func `a file in order is taken in parts, any other as a whole`() throws {
    #expect(try Self.steps(Self.lines(.none)).contains("sorting") == false)
    #expect(try Self.steps(Self.lines(.lateMonth)).contains("sorting"))
  }

  /// Returns the steps that an import reports.
  private static func steps(_ lines: [String]) throws -> [String] {
    let store = TestStore()
    var steps: [String] = []
    var job = try job(store)
    job.progress = { steps.append(String($0.prefix { $0 != " " })) }
    _ = try job.run([file(lines, store)])
    return steps
  }

  static func file(_ lines: [String], _ store: TestStore) throws -> String {
    let header = "race_id,date,race_no,number,horse,jockey,position,sp,tote_paid,note\n"
    return try store.file(header + lines.joined(separator: "\n"))
  }

  static func job(
    _ store: TestStore, threads: Int = 2, partRows: Int = 1000
  ) throws -> ImportJob {
    var job = try ImportJob(
      store: store.path, format: "railbird", now: Date(timeIntervalSince1970: 0))
    job.threads = threads
    job.partRows = partRows
    return job
  }

  private static func outcome(
    _ lines: [String], threads: Int = 2, partRows: Int = 1000
  ) throws -> Outcome {
    let store = TestStore()
    let job = try job(store, threads: threads, partRows: partRows)
    return try outcome(of: file(lines, store), store, job)
  }

  static func outcome(of file: String, _ store: TestStore, _ job: ImportJob) throws -> Outcome {
    let imported = try job.run([file])[0]
    return Outcome(
      counts: imported.counts, reasons: imported.reasons, unresolved: imported.unresolved,
      tables: try ["runners", "races"].map { try store.exported($0) }
        + store.rejects().map { "\($0.line) \($0.reason) \($0.detail)" })
  }

  /// Returns a thousand races of two years, with rows of every kind that is refused or said twice.
  static func lines(
    _ oddity: Oddity, days: Int = 730, hasNumbers: Bool = true
  ) -> [String] {
    // Long cells that nothing reads, so that few rows fill several blocks.
    let note = String(repeating: "n", count: 1_000)
    var lines: [String] = []
    for race in 10..<1_010 {
      let day = Day(Int32(18_262 + race * days / 1_000)).iso
      for number in 1...3 {
        let odds = race % 97 == 0 && number == 2 ? "much" : "\(number).5"
        let position = race % 89 == 0 ? "" : "\(number)"
        let row =
          "\(race),\(day),\(race % 7),\(hasNumbers ? "\(number)" : ""),Horse \(race * number % 501),"
          + "\(number == 3 && race % 5 == 0 ? "" : "Rider \(race % 50)"),\(position),\(odds),"
          + "\(race % 3 == 0 ? "true" : "")"
        lines.append(row + "," + note)
        if race % 101 == 0 { lines.append(lines.last!) }
        if race % 211 == 0 { lines.append(row.replacing(",Horse", with: ",Other") + "," + note) }
      }
    }
    let end = ",1,1,Late,Rider 1,1,2.5,true," + note
    switch oddity {
    case .none: break
    case .earlyWidth: lines.insert("1,2", at: 40)
    default: lines.insert(oddity.rawValue + end, at: lines.count - 4)
    }
    return lines
  }

  static func quoted(_ line: String) -> String {
    let cells = line.split(separator: ",", omittingEmptySubsequences: false)
    return (cells.dropLast().map(String.init) + ["\"\(cells.last!)\""]).joined(separator: ",")
  }
}
