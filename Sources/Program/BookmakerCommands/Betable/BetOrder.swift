import APICore
import ArgumentParser
import BetableSDK
import Foundation
import SystemFiles

/// A bet to place: its games, kind and body.
struct BetOrder: Sendable {
  let game: String
  let creditGame: String?
  let kind: BetableBetKind
  let data: JSONValue
  let economy: String?
  let currency: String?
  /// The total stake; nil if the body has no readable stake.
  let wager: BetAmount?
}

/// The options for a bet's stake and its lines.
struct BetOrderOptions: ParsableArguments {
  @Option(name: .long, help: ArgumentHelp("The whole stake, such as 0.10.", valueName: "amount"))
  var wager: String?

  @Option(name: .long, help: "The currency, such as GBP.") var currency: String?

  @Option(
    name: .long,
    help: "sandbox or real: real money is never bet unless this says so.")
  var economy = BetEconomyName.sandbox

  @Option(
    name: .long, parsing: .upToNextOption,
    help: ArgumentHelp(
      "A slot machine's lines, the row on each reel: 1,1,1 0,0,0. They share the stake evenly.",
      valueName: "rows"))
  var paylines: [String] = []

  @Option(
    name: .long, parsing: .upToNextOption,
    help: ArgumentHelp(
      "A wheel's bets, which share the stake evenly: red, black, odd, even, low, high, 0 to 36.",
      valueName: "places"), completion: .list(["red", "black", "odd", "even", "low", "high"]))
  var on: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file with the bet's body as JSON, in place of stake, currency and lines; - for standard input.",
      valueName: "file"), completion: .file())
  var data: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Bet on this game with credits won in the other one.", valueName: "game"))
  var creditGame: String?

  @Flag(name: .long, help: "A bet without money.") var unbacked = false

  func validate() throws {
    if data != nil {
      guard wager == nil, currency == nil, paylines.isEmpty, on.isEmpty else {
        throw ValidationError(
          "--data: found it with --wager, --currency, --paylines or --on; expected one of the two")
      }
      return
    }
    guard let wager else {
      throw ValidationError("--wager: found none; expected an amount such as 0.10")
    }
    guard let amount = BetAmount(wager), amount.units > 0 else {
      throw ValidationError("--wager: found \(wager); expected an amount such as 0.10")
    }
    guard (currency == nil) == unbacked else {
      throw ValidationError(
        unbacked
          ? "--currency: found it with --unbacked; expected one of them"
          : "--currency: found none; expected one such as GBP, or --unbacked")
    }
    guard paylines.isEmpty != on.isEmpty else {
      throw ValidationError(
        "--paylines, --on: found \(on.isEmpty ? "neither" : "both"); expected one of them")
    }
    for line in paylines where Self.rows(line) == nil {
      throw ValidationError("--paylines: found \(line); expected rows such as 1,1,1")
    }
    guard on.isEmpty || amount.units % Int64(on.count) == 0 else {
      throw ValidationError(
        "--wager: found \(wager) on \(on.count) places; expected an amount that they share evenly")
    }
  }

  /// Builds the bet on a game.
  func order(_ game: String) throws -> BetOrder {
    let body = try data.map { try Self.body(in: $0) } ?? written
    if body["economy"]?.text?.lowercased() == BetEconomyName.real.rawValue, economy != .real,
      !unbacked
    {
      throw BetableError.invalid(
        "\(data ?? "bet"), economy: found real; expected --economy real too. "
          + "Nothing was sent")
    }
    let kind: BetableBetKind =
      creditGame == nil
      ? (unbacked ? .unbacked : .backed) : (unbacked ? .unbackedCredit : .credit)
    return BetOrder(
      game: game, creditGame: creditGame, kind: kind, data: body,
      economy: unbacked ? nil : body["economy"]?.text,
      currency: unbacked ? nil : body["currency"]?.text, wager: Self.stake(of: body))
  }

  // MARK: - Implementation

  /// The body made from stake, currency and lines.
  private var written: JSONValue {
    // Checked by `validate`.
    let amount = wager.flatMap { BetAmount($0) } ?? .zero
    var members: [String: JSONValue] = [:]
    if on.isEmpty {
      members["wager"] = .string(amount.text)
      members["paylines"] = .array(paylines.compactMap { Self.rows($0) })
    } else {
      let part = BetAmount(units: amount.units / Int64(on.count), places: amount.places)
      members["wagers"] = .array(on.map { ["bet": .string($0), "wager": .string(part.text)] })
    }
    if !unbacked, let currency {
      members["currency"] = .string(currency)
      members["economy"] = .string(economy.rawValue)
    }
    return .object(members)
  }

  private static func rows(_ text: String) -> JSONValue? {
    let rows = text.split(separator: ",", omittingEmptySubsequences: false).map { Int64($0) }
    guard rows.allSatisfy({ $0 ?? -1 >= 0 }) else { return nil }
    return .array(rows.compactMap { $0 }.map { .number(JSONNumber($0)) })
  }

  private static func body(in path: String) throws -> JSONValue {
    let body: JSONValue
    do {
      body = try JSONValue(parsing: try TextInput.data(path))
    } catch let failure as JSONFailure {
      throw BetableError.invalid("\(TextInput.name(path)): \(failure)")
    }
    guard case .object = body else {
      throw BetableError.invalid(
        "\(TextInput.name(path)): found no object of JSON; expected a bet's body")
    }
    return body
  }

  /// Returns the total stake of a body: its `wager`, or the sum of its `wagers`.
  private static func stake(of body: JSONValue) -> BetAmount? {
    guard case .array(let wagers)? = body["wagers"] else {
      return body["wager"]?.text.flatMap { BetAmount($0) }
    }
    return wagers.reduce(BetAmount?.some(.zero)) { sum, item in
      item["wager"]?.text.flatMap { BetAmount($0) }.flatMap { sum?.adding($0) }
    }
  }
}

/// A file, or standard input for `-`.
enum TextInput {
  /// Returns the name in messages.
  static func name(_ path: String) -> String { path == "-" ? "standard input" : path }

  /// Reads the content.
  static func data(_ path: String) throws(BetableError) -> Data {
    let data: Data?
    if path == "-" {
      data = try? FileHandle.standardInput.readToEnd() ?? Data()
    } else {
      // This call refuses a pipe or a device, which may never end.
      data = try? FileSystem.contents(of: path)
    }
    guard let data else {
      throw .invalid("\(name(path)): found nothing that can be read; expected a file of JSON")
    }
    return data
  }
}
