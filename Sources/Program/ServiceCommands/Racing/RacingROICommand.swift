import ArgumentParser
import Columns
import CommandTools
import PoniRacing

/// The people whose ROI is requested.
enum RacingRole: String, ExpressibleByArgument, CaseIterable { case jockey, trainer }

struct RacingROICommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roi",
    abstract: "Lists jockeys or trainers by their ROI of the last 30 days.",
    discussion: """
      The figures are those of the reports, computed from the stored results before --date. \
      People without a priced start come last.

      Examples:
        railbird racing roi jockey --store S
        railbird racing roi trainer --store S --date 2024-11-02 --limit 0 --json
      """)

  @Argument(help: "jockey or trainer.") var role: RacingRole
  @OptionGroup var options: RacingOptions
  @Option(
    name: .long, help: ArgumentHelp("Maximum number to list; 0 for all.", valueName: "n"))
  var limit = 10

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit: found \(limit); expected 0 or more") }
    guard options.store != nil else {
      throw ValidationError("--store: found none; expected the store with the results")
    }
  }

  func run() async throws {
    try await options.reporting { manager in
      let people: [any ROIFigures] =
        switch role {
        case .jockey: try await manager.fetchJockeyROIData(asOf: options.day)
        case .trainer: try await manager.fetchTrainerROIData(asOf: options.day)
        }
      // Equal figures keep the source's order, most runs first.
      let order = people.enumerated().sorted {
        ($1.element.roi30Days, $0.offset) < ($0.element.roi30Days, $1.offset)
      }.map(\.element)
      let listed = limit == 0 ? order[...] : order.prefix(limit)
      if options.json {
        var lines = JSONLines()
        for person in listed { try lines.print(RacingROIRow(person)) }
        return lines.end()
      }
      let header = ["", "ROI 30d", "90d", "1y", "win %", "runs", "form"]
      Console.print(columns([header] + listed.map(RacingText.cells)))
    }
  }
}

/// A person's ROI as JSON; missing figures are null.
struct RacingROIRow: Encodable {
  private let person: any ROIFigures

  init(_ person: any ROIFigures) { self.person = person }

  private enum CodingKeys: String, CodingKey {
    case name, roi30Days = "roi_30_days", roi90Days = "roi_90_days", roi1Year = "roi_1_year"
    case winPercentage = "win_percentage", sampleSize = "sample_size"
    case priceCoverage = "price_coverage", recentForm = "recent_form", isEstimated = "is_estimated"
  }

  func encode(to encoder: any Encoder) throws {
    var row = encoder.container(keyedBy: CodingKeys.self)
    try row.encode(person.name, forKey: .name)
    try row.encode(person.exactROI30Days?.doubleValue, forKey: .roi30Days)
    try row.encode(person.exactROI90Days?.doubleValue, forKey: .roi90Days)
    try row.encode(person.exactROI1Year?.doubleValue, forKey: .roi1Year)
    try row.encode(person.winPercentage, forKey: .winPercentage)
    try row.encode(person.sampleSize, forKey: .sampleSize)
    try row.encode(person.priceCoverage?.doubleValue, forKey: .priceCoverage)
    try row.encode(person.recentForm, forKey: .recentForm)
    try row.encode(person.isEstimated, forKey: .isEstimated)
  }
}
