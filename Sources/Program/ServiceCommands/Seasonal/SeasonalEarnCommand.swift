import ArgumentParser
import CommandTools
import Foundation
import SeasonalRewards

struct SeasonalEarnCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "earn", abstract: "Awards a runner the points of an activity.",
    discussion: """
      The service counts an activity's UUID once, and awards points by itself for an activity \
      logged with it: give that UUID. Without --uuid a new one is made, and printed on standard \
      error before it is sent: repeat a failed award with that UUID. The service knows \
      TRAINING_RUN, WORKOUT, CROSS_TRAINING, MEET_LOG, PRE_MEET_LOG and its own further types; \
      for any other word it awards 0 points.

      Examples:
        railbird seasonal earn 123 TRAINING_RUN --base-url https://club.example
        railbird seasonal earn 123 meet-log --base-url https://club.example \\
          --season xc --year 2024
      """)

  @Argument(help: "The runner's id.") var runnerID: Int
  @Argument(help: "What the points are for, such as TRAINING_RUN.") var activity: String
  @OptionGroup var options: SeasonalOptions
  @OptionGroup var season: SeasonOptions
  @Option(name: .long, help: ArgumentHelp("The activity's UUID.", valueName: "uuid"))
  var uuid: String?
  @Option(name: .long, help: ArgumentHelp("The text for the list of points.", valueName: "text"))
  var description: String?
  @Flag(name: .long, help: "Award points that count for no season.") var withoutSeason = false

  func validate() throws {
    if withoutSeason, season.season != nil || season.year != nil {
      throw ValidationError("--without-season: found a season too; expected one of them")
    }
    guard activity.contains(/[A-Za-z]/) else {
      throw ValidationError("activity: found “\(activity)”; expected a word such as TRAINING_RUN")
    }
    if uuid == "" { throw ValidationError("--uuid: found nothing; expected the activity's UUID") }
  }

  func run() async throws {
    try await options.reporting(isChange: true) {
      // Get the service before the UUID is made, because reading a token restarts the program.
      let service = try options.service()
      let made = uuid ?? UUID().uuidString
      if uuid == nil { Console.trace("The activity's UUID is \(made).") }
      let again = "Make the award again with --uuid \(made): the service counts it once."
      try await options.reporting(isChange: true, hints: [again]) {
        try await award(made, by: service)
      }
    }
  }

  // MARK: - Implementation

  /// An award's result as JSON: the service's members and their meaning.
  private struct Outcome: Encodable {
    let activityUuid: String
    let activityPoints: Int?
    let countedBefore: Bool
    let answer: EarnPointsResponse

    private enum CodingKeys: String, CodingKey { case activityUuid, activityPoints, countedBefore }

    func encode(to encoder: any Encoder) throws {
      try answer.encode(to: encoder)
      var members = encoder.container(keyedBy: CodingKeys.self)
      try members.encode(activityUuid, forKey: .activityUuid)
      try members.encodeIfPresent(activityPoints, forKey: .activityPoints)
      try members.encode(countedBefore, forKey: .countedBefore)
    }
  }

  private func award(_ uuid: String, by service: DataService) async throws {
    let season = season.season(current: service.currentSeason)
    let request = EarnPointsRequest(
      runnerId: runnerID, activityType: activity.uppercased().replacing("-", with: "_"),
      activityUuid: uuid, season: withoutSeason ? nil : season.season.rawValue,
      year: withoutSeason ? nil : String(season.year), description: description)
    let answer = try await service.earn(request)
    if options.json {
      let outcome = Outcome(
        activityUuid: uuid, activityPoints: answer.activityPoints,
        countedBefore: answer.wasCountedBefore, answer: answer)
      Console.print(try SeasonalText.json(outcome))
    } else {
      Console.print("\(Self.line(request, answer)) (activity \(uuid))")
    }
    if !answer.success { throw ExitCode(1) }
  }

  private static func line(_ request: EarnPointsRequest, _ answer: EarnPointsResponse) -> String {
    let award = "Runner \(request.runnerId), \(request.activityType): "
    guard answer.success else { return award + "refused" }
    let balance = answer.newBalance.map { ", \($0) to spend" } ?? ""
    guard let known = answer.transaction, answer.wasCountedBefore else {
      let points = answer.activityPoints.map { "\($0) points" } ?? "the service does not say"
      return award + points + balance
    }
    guard known.runnerId == request.runnerId else {
      return award + "0 points\(balance); the activity was counted already, "
        + "\(known.pointsAmount) points for runner \(known.runnerId)"
    }
    return award + "\(known.pointsAmount) points\(balance); counted already, and not again"
  }
}
