import ArgumentParser
import CommandTools
import SeasonalRewards

struct SeasonalAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Adds a reward to a season (coaches only).",
    discussion: """
      Some servers require a name besides the description, and refuse a reward without one with \
      the same status as a taken order: give --reward-name or --name-by-description.

      Example:
        railbird seasonal add --base-url https://club.example --coach \\
          --description "Team Pizza Party" --threshold 5000 --order 1 \\
          --created-by "Coach Smith"
      """)

  @OptionGroup var options: SeasonalOptions
  @OptionGroup var season: SeasonOptions
  @Option(name: .long, help: ArgumentHelp("The reward for the team.", valueName: "text"))
  var description: String
  @Option(name: .long, help: ArgumentHelp("The points required.", valueName: "n"))
  var threshold: String
  @Option(name: .long, help: ArgumentHelp("Its position in lists; must be free.", valueName: "n"))
  var order: String
  @Option(name: .long, help: ArgumentHelp("The creator's name.", valueName: "name"))
  var createdBy: String?
  @Option(name: .long, help: ArgumentHelp("The reward's name.", valueName: "name"))
  var rewardName: String?
  @Flag(name: .long, help: "Send the description as name too.") var nameByDescription = false

  private var form: RewardForm {
    RewardForm(
      description: description, pointThreshold: threshold, displayOrder: order,
      rewardName: rewardName ?? "")
  }

  func validate() throws {
    if let problem = form.problems.first { throw ValidationError("\(problem)") }
  }

  func run() async throws {
    try await options.reporting(isChange: true) {
      let service = try options.service(namesRewards: nameByDescription)
      let model = SeasonalRewardsConfigModel(
        service, isCoach: options.coach, season: season.season(current: service.currentSeason))
      let reward = try await model.add(form, createdBy: createdBy)
      Console.print(
        options.json ? try SeasonalText.json(reward) : SeasonalText.line("Created", reward))
    }
  }
}

struct SeasonalUpdateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Changes a reward (coaches only).",
    discussion: """
      Values that are not given stay unchanged.

      Example:
        railbird seasonal update 7 --base-url https://club.example --coach \\
          --threshold 1200
      """)

  @Argument(help: "The reward's id; `rewards` lists them.") var id: Int64
  @OptionGroup var options: SeasonalOptions
  @Option(name: .long, help: ArgumentHelp("The reward for the team.", valueName: "text"))
  var description: String?
  @Option(name: .long, help: ArgumentHelp("The points required.", valueName: "n"))
  var threshold: Int?
  @Option(name: .long, help: ArgumentHelp("Its position in lists; must be free.", valueName: "n"))
  var order: Int?
  @Option(name: .long, help: ArgumentHelp("The reward's name.", valueName: "name"))
  var rewardName: String?

  private var request: UpdateSeasonalRewardRequest {
    UpdateSeasonalRewardRequest(
      description: description, pointThreshold: threshold, displayOrder: order,
      rewardName: rewardName)
  }

  func validate() throws {
    if let problem = request.problems.first { throw ValidationError("\(problem)") }
  }

  func run() async throws {
    try await options.reporting(isChange: true) {
      let model = SeasonalRewardsConfigModel(try options.service(), isCoach: options.coach)
      let reward = try await model.edit(id: id, request)
      Console.print(
        options.json ? try SeasonalText.json(reward) : SeasonalText.line("Updated", reward))
    }
  }
}

struct SeasonalRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Deletes a reward (coaches only).",
    discussion: """
      Example:
        railbird seasonal remove 7 --base-url https://club.example --coach
      """)

  @Argument(help: "The reward's id; `rewards` lists them.") var id: Int64
  @OptionGroup var options: SeasonalOptions

  func run() async throws {
    try await options.reporting(isChange: true) {
      let model = SeasonalRewardsConfigModel(try options.service(), isCoach: options.coach)
      try await model.remove(id: id)
      Console.print(options.json ? "{\"deleted\":\(id)}" : "Deleted reward \(id)")
    }
  }
}
