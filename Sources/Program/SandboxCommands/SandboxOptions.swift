import APICore
import ArgumentParser
import BookmakerSandboxes
import Columns
import CommandTools
import Foundation
import RacingSandboxes
import SandboxCore
import SupportSandbox
import SyntheticRacing

/// The racing season of a sandbox.
struct SandboxSeasonOptions: ParsableArguments {
  @Option(name: .long, help: ArgumentHelp("The seed of the season.", valueName: "n"))
  var seed: UInt64 = 1
  @Option(name: .long, help: ArgumentHelp("The first day.", valueName: "day"))
  var from: String = "2024-11-01"
  @Option(name: .long, help: ArgumentHelp("Number of days.", valueName: "n"))
  var days: Int = 30
  @Option(name: .long, help: ArgumentHelp("Average number of races a day.", valueName: "n"))
  var racesPerDay: Int = 24
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The sandbox's day: races of earlier days are over (default: the day after the last).",
      valueName: "day"))
  var today: String?
  @Option(
    name: .long,
    help: ArgumentHelp(
      "live: answers as the service gives them; seed: as its document says.",
      valueName: "live|seed"))
  var wire: WireForm = .live

  var settings: RacingSettings {
    let programme = AmericanProgramme(
      // `validate` has checked it.
      firstDay: Day(iso: from)!, dayCount: days, racesPerDay: racesPerDay)
    var settings = RacingSettings(programme: programme, seed: seed)
    settings.today = today.flatMap { Day(iso: $0) }
    settings.wire = wire
    return settings
  }

  func validate() throws {
    for (name, text) in [("--from", from), ("--today", today ?? from)] {
      guard let day = Day(iso: text), day.number >= 0 else {
        throw ValidationError("\(name): found \(text); expected YYYY-MM-DD from 1970 on")
      }
    }
    try Self.check("--days", days, AmericanProgramme.daysAllowed)
    try Self.check("--races-per-day", racesPerDay, AmericanProgramme.racesAllowed)
  }

  static func check(_ name: String, _ value: Int, _ allowed: ClosedRange<Int>) throws {
    guard allowed.contains(value) else {
      throw ValidationError(
        "\(name): found \(value); expected \(allowed.lowerBound) to \(allowed.upperBound)")
    }
  }
}

/// The running club of a sandbox.
struct SandboxClubOptions: ParsableArguments {
  @Option(
    name: .customLong("ua"),
    help: ArgumentHelp("Number of active athletes of the team UA.", valueName: "n"))
  var athletesUA: Int = 45
  @Option(
    name: .customLong("nu"),
    help: ArgumentHelp("Number of active athletes of the team NU.", valueName: "n"))
  var athletesNU: Int = 30
  @Option(
    name: .long,
    help: ArgumentHelp("The year whose rosters the athletes are on.", valueName: "year"))
  var clubYear: Int = 2024
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Keep the club's state in this SQLite file (default: in memory alone).", valueName: "file"),
    completion: .file())
  var state: String?
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Require this bearer token for changes of rewards.", valueName: "token"))
  var coachToken: String?

  func settings(seed: UInt64, wire: WireForm) -> PointsSettings {
    var settings = PointsSettings(seed: seed)
    settings.athletesUA = athletesUA
    settings.athletesNU = athletesNU
    settings.year = clubYear
    settings.wire = wire
    settings.stateFile = state
    settings.coachToken = coachToken
    return settings
  }

  func validate() throws {
    for (name, count) in [("--ua", athletesUA), ("--nu", athletesNU)] {
      try SandboxSeasonOptions.check(name, count, PointsSettings.athletesAllowed)
    }
    try SandboxSeasonOptions.check("--club-year", clubYear, PointsSettings.yearsAllowed)
    if let coachToken, coachToken.isEmpty || !coachToken.allSatisfy({ $0.isASCII && $0 > " " }) {
      throw ValidationError("--coach-token: expected ASCII letters, digits and signs")
    }
  }
}

extension WireForm: ExpressibleByArgument {}

/// The sportsbook of a sandbox.
struct SandboxSportsbookOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "seed: the sportsbook answers as its document says; live: as the service does, without odds.",
      valueName: "seed|live"))
  var sportsbookWire: WireForm = .seed
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The moment at which the sportsbook's clock is stopped (default: the machine's time).",
      valueName: "moment"))
  var sportsbookAt: String?
  @Option(
    name: .long,
    help: ArgumentHelp("Lifetime of a token of the sportsbook.", valueName: "minutes"))
  var tokenMinutes: Int = 60

  func settings(seed: UInt64) -> SportsbookSettings {
    var settings = SportsbookSettings(seed: seed)
    settings.wire = sportsbookWire
    settings.now = sportsbookAt.flatMap { APIDate($0)?.micros }
    settings.tokenLifetime = .seconds(60 * tokenMinutes)
    return settings
  }

  func validate() throws {
    try SandboxSeasonOptions.check(
      "--token-minutes", tokenMinutes, SportsbookSettings.minutesAllowed)
    if let sportsbookAt {
      guard let moment = APIDate(sportsbookAt), SandboxYears.contain(moment.micros) else {
        throw ValidationError(
          "--sportsbook-at: found \(sportsbookAt); expected a moment such as 2024-05-15T12:00:00Z")
      }
    }
  }
}

/// The betting service of a sandbox.
struct SandboxBetableOptions: ParsableArguments {
  @Option(name: .long, help: ArgumentHelp("Number of players.", valueName: "n"))
  var players: Int = 8
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Keep players, bets and ledger in this SQLite file (default: in memory alone).",
      valueName: "file"), completion: .file())
  var betableState: String?
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The redirect URI that is registered for the betting client.", valueName: "uri"))
  var redirectURI: String = BetableSettings.standardRedirect
  @Option(
    name: .long,
    help: ArgumentHelp("Lifetime of a session without a keep-alive.", valueName: "minutes"))
  var sessionMinutes: Int = 30
  @Option(
    name: .long,
    help: ArgumentHelp("Time between reality checks.", valueName: "minutes"))
  var realityCheckMinutes: Int = 60

  func settings(seed: UInt64) -> BetableSettings {
    var settings = BetableSettings(seed: seed, playerCount: players)
    settings.stateFile = betableState
    settings.redirectURIs = [redirectURI]
    settings.sessionLifetime = .seconds(60 * sessionMinutes)
    settings.realityCheckPeriod = .seconds(60 * realityCheckMinutes)
    return settings
  }

  func validate() throws {
    try SandboxSeasonOptions.check("--players", players, BetableSettings.playersAllowed)
    for (name, minutes) in [
      ("--session-minutes", sessionMinutes), ("--reality-check-minutes", realityCheckMinutes),
    ] {
      try SandboxSeasonOptions.check(name, minutes, BetableSettings.minutesAllowed)
    }
    guard URL(string: redirectURI)?.scheme != nil else {
      throw ValidationError("--redirect-uri: found \(redirectURI); expected a URI with a scheme")
    }
  }
}

/// The support service of a sandbox.
struct SandboxChatistOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("The valid key of the support service.", valueName: "key"))
  var chatistKey: String = ChatistSettings.standardKey
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Keep tickets, messages and attachments in this SQLite file (default: in memory alone).",
      valueName: "file"), completion: .file())
  var chatistState: String?
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Accepted requests a second of the support service; 0 for no limit.", valueName: "n"))
  var chatistRate: Double = 0
  @Option(
    name: .long,
    help: ArgumentHelp(
      "seed: the support service answers as its document says; live: an assignee is an object.",
      valueName: "seed|live"))
  var chatistWire: WireForm = .seed
  @Option(
    name: .long, help: ArgumentHelp("The most bytes of an attachment.", valueName: "bytes"))
  var attachmentLimit: Int = 10 << 20
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The answer where the branding is no newer: a status, or 200 with nothing or null.",
      valueName: "204|304|empty|null"))
  var unchanged: ChatistSettings.Unchanged = .noContent

  func settings(seed: UInt64) -> ChatistSettings {
    var settings = ChatistSettings(seed: seed)
    settings.key = chatistKey
    settings.stateFile = chatistState
    settings.rate = chatistRate
    settings.wire = chatistWire
    settings.attachmentLimit = attachmentLimit
    settings.unchanged = unchanged
    return settings
  }

  func validate() throws {
    guard !chatistKey.isEmpty, chatistKey.allSatisfy({ $0.isASCII && $0 > " " }) else {
      throw ValidationError("--chatist-key: expected ASCII letters, digits and signs")
    }
    try checkRate("--chatist-rate", chatistRate)
    try SandboxSeasonOptions.check(
      "--attachment-limit", attachmentLimit, ChatistSettings.attachmentsAllowed)
  }
}

extension ChatistSettings.Unchanged: ExpressibleByArgument {}

/// The limits and faults of a sandbox.
struct SandboxLimitOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("Accepted requests a second; 0 for no limit.", valueName: "n"))
  var rate: Double = 1
  @Option(name: .long, help: ArgumentHelp("Accepted requests a day.", valueName: "n"))
  var quota: Int = 500_000
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Faults and their shares, such as 429:0.1,slow:0.05. Known: "
        + FaultKind.allCases.map(\.rawValue).joined(separator: ", ") + ".",
      valueName: "name:share,…"))
  var fault: String?
  @Option(name: .long, help: ArgumentHelp("The seed of the faults.", valueName: "n"))
  var faultSeed: UInt64 = 1
  @Option(name: .long, help: ArgumentHelp("Delay of slow answers.", valueName: "seconds"))
  var slowSeconds: Double = 2

  func validate() throws {
    try checkRate("--rate", rate)
    guard quota > 0 else { throw ValidationError("--quota: found \(quota); expected 1 or more") }
    guard slowSeconds >= 0, slowSeconds <= 3_000 else {
      throw ValidationError("--slow-seconds: found \(slowSeconds); expected 0 to 3000")
    }
    do { _ = try plan() } catch { throw ValidationError("--fault: \(error)") }
  }

  func settings(port: Int, verbose: Bool) -> SandboxSettings {
    // `validate` has checked it.
    let plan = (try? plan()) ?? FaultPlan()
    var settings = SandboxSettings(port: port, rate: rate, faults: plan)
    settings.quota = quota
    settings.slowDelay = .seconds(slowSeconds)
    if verbose {
      settings.observe = { request in
        let fault = request.fault.map { " fault \($0.rawValue)" } ?? ""
        let status = request.status.map { String($0) } ?? "no answer"
        Console.trace("\(request.method) \(request.target): \(status)\(fault)")
      }
    }
    return settings
  }

  private func plan() throws(SandboxError) -> FaultPlan {
    guard let fault else { return FaultPlan(seed: faultSeed) }
    return try FaultPlan(fault, seed: faultSeed)
  }
}
