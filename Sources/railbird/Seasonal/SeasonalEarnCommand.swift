import ArgumentParser
import Foundation
import SeasonalRewards

struct SeasonalEarnCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "earn", abstract: "Awards a runner the points of an activity.",
    discussion: """
      The service counts an activity's UUID once, and awards points by itself where an activity is \
      logged with it: give that UUID. Without --uuid a new one is made and shown. The service knows \
      TRAINING_RUN, WORKOUT, CROSS_TRAINING, MEET_LOG, PRE_MEET_LOG and what else it is set up with; \
      for another word it awards 0 points.

      Examples:
        railbird seasonal earn 123 TRAINING_RUN --base-url https://club.example
        railbird seasonal earn 123 meet-log --base-url https://club.example --season xc --year 2024
      """)

  @Argument(help: "The runner's id.") var runnerID: Int
  @Argument(help: "What the points are for, such as TRAINING_RUN.") var activity: String
  @OptionGroup var options: SeasonalOptions
  @OptionGroup var season: SeasonOptions
  @Option(name: .long, help: ArgumentHelp("The activity's UUID.", valueName: "uuid"))
  var uuid: String?
  @Option(name: .long, help: ArgumentHelp("What a person reads.", valueName: "text"))
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
    try await options.reporting {
      let service = try options.service()
      let season = season.season(current: service.currentSeason)
      let uuid = uuid ?? UUID().uuidString
      let request = EarnPointsRequest(
        runnerId: runnerID, activityType: activity.uppercased().replacing("-", with: "_"),
        activityUuid: uuid, season: withoutSeason ? nil : season.season.rawValue,
        year: withoutSeason ? nil : String(season.year), description: description)
      let answer = try await service.earn(request)
      if options.json {
        Console.print(try SeasonalText.json(answer))
      } else {
        Console.print(Self.line(request, answer))
      }
      if !answer.success { throw ExitCode(1) }
    }
  }

  // MARK: - Implementation

  private static func line(_ request: EarnPointsRequest, _ answer: EarnPointsResponse) -> String {
    let points =
      !answer.success
      ? "refused" : answer.pointsEarned.map { "\($0) points" } ?? "the service does not say"
    let balance = answer.newBalance.map { ", \($0) to spend" } ?? ""
    let uuid = request.activityUuid.map { " (activity \($0))" } ?? ""
    return "Runner \(request.runnerId), \(request.activityType): \(points)\(balance)\(uuid)"
  }
}
