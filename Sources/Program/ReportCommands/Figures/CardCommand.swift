import ArgumentParser
import Cards
import ColumnStore
import Columns
import CommandTools
import EntityReports
import Foundation
import Questions
import RaceMerging
import Racing
import ReportPages
import ReportSpecs
import ReportWriters
import RunnerKeys
import SettledBets

struct CardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "card",
    abstract: "Shows a day's races and runners with the figures of their people and horses.",
    discussion: """
      The figures are those of the reports as of the day: only races before it count. Results of \
      the day itself are shown only with --results. docs/reports.md defines the columns.

      Examples:
        railbird card --store S --date 2024-12-31
        railbird card --store S --date 2024-12-31 --course pougean --windows 90d
        railbird card --store S --date 2024-12-31 \\
          --by jockey+course,trainer+course,horse+going
        railbird card --store S --date 2024-12-31 --where "surface = 'Turf'" \\
          --format csv
        railbird card --store S --date 2024-12-31 --windows 30d,all \\
          --format csv,json --out out
        railbird card --store S --date 2024-12-31 --format html --out out
        railbird card --store S --date 2024-12-31 --angles angles.yaml
        railbird card --store S --date 2024-12-31 \\
          --order-by horse_365d_sp_roi
        cat prices.csv | railbird card --store S --date 2024-12-31 \\
          --prices - --value model --order-by value
      """)

  @OptionGroup var storeOptions: StoreOptions
  @OptionGroup var work: WorkOptions
  @OptionGroup var meeting: MeetingOptions
  @OptionGroup var question: CardOptions
  @OptionGroup var offers: OfferOptions
  @OptionGroup var rules: RuleOptions
  @OptionGroup var empty: EmptyOptions
  @OptionGroup var aliasOptions: AliasOptions

  @Option(
    name: .long,
    help: ArgumentHelp("Marks the runners that meet the angles of this file.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var angles: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "text, csv, json or html; into a folder also several (default: text, with --out csv,json).",
      valueName: "list"), completion: .names(CardFormat.allCases.map(\.rawValue)))
  var format: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Writes files such as card-2024-12-31.csv into a folder; made if absent.", valueName: "dir"),
    completion: .directory)
  var out: String?

  func validate() throws {
    let request = try question.request(meeting, rules, windows: standardWindows(try formats()))
    // Only the store's market decides on returns and prices.
    if !offers.isOrderedByPrice { _ = try offers.order(try question.cardColumns(), request) }
  }

  func run() throws {
    let console = Console(work)
    try reportingErrors {
      let folder = try out.map { try OutputFolder($0) }
      let formats = try formats()
      let asked = try question.cardColumns()
      var request = try question.request(meeting, rules, windows: standardWindows(formats))
      let prices = try offers.file(on: request.day)
      let chances = try offers.chances(asked, request, beside: prices)
      request.angles =
        try angles.map { path in
          try reportingMistakes { () throws(SpecError) in
            try AngleFile(contentsOf: path).angles
          }
        } ?? []
      request.threads = work.threadCount
      request.aliases = try aliasOptions.aliases(store: storeOptions.store)
      let snapshot = try Snapshot.reported(
        store: storeOptions.store,
        and: ReportJob.tables(for: [request.scope.figures])
          .union(prices == nil ? [] : SettleJob.tables))
      request.facts = snapshot.pricedAnyway(request.facts)
      let market = request.facts.market ?? .sp
      let columns =
        question.columns == nil
        ? CardColumns(at: market, hasResults: question.results) : asked
      let order = try offers.order(columns, request)
      let job = try CardJob(request, from: snapshot)
      let check = StoreCheck(
        snapshot, aliases: request.aliases, rules: request.facts, before: nil)
      try empty.check(
        request.scope.filter, by: question.by == nil ? [] : request.dimensions, with: check)
      try empty.check(request.angles, with: check)
      var card = try job.run(progress: console.counting("runners", of: job.runnerCount))
      console.clear()
      if let prices {
        try take(prices, into: &card, of: snapshot, aliases: request.aliases, console)
      }
      if let races = chances?.setChances(&card), races > 0 {
        console.finding(
          "--value: \(TextCount.text(races, of: "race")) without chances, as a runner lacks the "
            + "column or all have 0")
      }
      console.noteMarket(market)
      order?.sort(&card, columns)
      guard let out, let folder else {
        let text = formats[0].text(card, columns, width: Console.outWidth)
        // A pipe gets the same bytes as the file of --out; JSON has its own escapes.
        let isPlain = formats[0] == .csv && !Console.outIsTerminal
        Console.print(String(text.dropLast()), isPlain: isPlain)
        return
      }
      try folder.write(
        formats.map {
          (name: "card-\(card.day.iso).\($0.ending)", text: $0.text(card, columns))
        })
      console.note(
        "\(TextCount.text(card.races.count, of: "race")), "
          + "\(TextCount.text(card.runnerCount, of: "runner")) of \(card.day.iso) in \(out)")
    }
  }

  // MARK: - Implementation

  private func standardWindows(_ formats: [CardFormat]) -> String {
    formats.contains(.csv) || formats.contains(.json) ? "14d,30d,90d,365d,all" : "365d"
  }

  /// Sets the prices on offer, and names the rows that have no runner of the card.
  private func take(
    _ prices: PriceFile, into card: inout DayCard, of snapshot: Snapshot, aliases: NameAliases,
    _ console: Console
  ) throws {
    let matching = NameMatching(aliases)
    let names = BetNames(
      course: matching.course, horse: matching.horse, markedHorse: matching.markedHorse)
    let offers = try prices.offers(in: snapshot, names: names) {
      OffTimeText.ahead($0, country: $1) ?? 0
    }
    for row in offers.unused { console.finding(row) }
    card.setOffers { race, runner in
      offers.found[race]?[runner].map { CardOffer(price: $0.price, chance: $0.chance) }
    }
  }

  private func formats() throws -> [CardFormat] {
    guard let format else { return out == nil ? [.text] : [.csv, .json] }
    let formats = try format.split(separator: ",", omittingEmptySubsequences: false).map {
      let name = $0.trimmingCharacters(in: .whitespaces)
      guard let format = CardFormat(rawValue: name) else {
        throw ValidationError("--format: found \(name); expected text, csv, json or html")
      }
      return format
    }
    guard Set(formats).count == formats.count, out != nil || formats.count == 1 else {
      throw ValidationError("--format: found \(format); expected one, or different ones and --out")
    }
    return formats
  }
}

/// An output format of cards.
private enum CardFormat: String, CaseIterable {
  case text
  case csv
  case json
  case html

  var ending: String { self == .text ? "txt" : rawValue }

  /// Returns a card's text; only the text for terminals depends on the width.
  func text(_ card: DayCard, _ columns: CardColumns, width: Int? = nil) -> String {
    switch self {
    case .text: CardText.text(card, hasResults: columns.hasResults, width: width)
    case .csv: CSVCardWriter.text(card, columns)
    case .json: JSONCardWriter.text(card, columns)
    case .html:
      CardPage.text(card, hasResults: columns.hasResults, clock: CardText.clock(of: card)) {
        CardText.offTime(of: $0)
      }
    }
  }
}
