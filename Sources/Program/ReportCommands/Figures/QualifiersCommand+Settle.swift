import BetSettlement
import Cards
import ColumnStore
import Columns
import CommandTools
import EntityReports
import Questions
import RaceMerging
import Racing
import ReportWriters
import RunnerKeys
import SettledBets

extension QualifiersCommand {
  /// Settles a bet on each qualifier of some past days.
  ///
  /// - Parameters:
  ///   - request: The angles.
  ///   - console: The terminal.
  ///   - folder: The folder of the files; nil to write none.
  /// - Throws: `ReportError`, `SettleError`, or an error of the store or the folder.
  func settle(
    _ request: QualifierRequest, _ console: Console, into folder: OutputFolder?
  ) throws {
    let snapshot = try Snapshot.reported(
      store: storeOptions.store, and: SettleJob.tables.union([RacingTables.imports]))
    let days = try bets.days(meeting, of: snapshot)
    let price = try bets.price(of: snapshot, request.angles.first?.facts ?? .standard)
    let (bet, book) = try bets.bet(at: price, on: days.upperBound)
    try empty.check(
      request.angles,
      with: StoreCheck(snapshot, aliases: request.aliases, rules: .standard, before: nil))
    var request = request
    request.day = days.lowerBound
    let found = try PastQualifierJob(request, through: days.upperBound, from: snapshot).run()
    let rate = try bets.rate()
    let runners = found.flatMap { own in
      own.runners.map {
        BackedRunner(
          own.angle.name, commission: rate ?? own.angle.commission, on: $0.day,
          raceID: $0.raceID, horse: $0.horse, number: $0.number)
      }
    }
    let file = BetFile(on: runners, bet, by: book, isDutch: bets.dutch != nil)
    let matching = NameMatching(request.aliases)
    let job = SettleJob(
      file,
      names: BetNames(
        course: matching.course, horse: matching.horse, markedHorse: matching.markedHorse),
      from: snapshot)
    let key = SettleKey(rawValue: BetFile.accountColumn)
    let report = try job.run(by: [Grouping(key)]) {
      console.progress($0, of: runners.count, "bets")
    }
    console.clear()
    for own in found where own.openCount > 0 {
      console.note(
        "\(DisplayWidth.printable(own.angle.name)): no bet on "
          + TextCount.text(own.openCount, of: "runner") + ", which "
          + own.angle.laterFields.joined(separator: ", ") + " would decide at the off or later"
      )
    }
    console.noteMissingDividends(report)
    let names = found.map(\.angle.name)
    let shown =
      days.lowerBound == days.upperBound
      ? days.lowerBound.iso : "\(days.lowerBound.iso) to \(days.upperBound.iso)"
    if summary.printsSummary(beside: out, work) {
      Console.print(
        QualifierBetsText.text(
          report, of: names, title: "Qualifiers of \(shown) · \(bets.words(at: price))"),
        terminator: "")
    }
    guard let out, let folder else { return }
    let files = try ([report.qualifierTable(of: names)] + report.groups.map { CellTable($0) })
      .files(as: summary.formats())
    let counts = SettleSummary.text(report, version: Version.engine)
    try folder.write(files + [(name: "summary.json", text: counts)])
    console.note("\(SettleSummary.counts(report)), in \(out)")
  }
}
