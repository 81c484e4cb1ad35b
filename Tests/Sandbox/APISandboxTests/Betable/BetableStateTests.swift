import APICore
import APISandbox
import Foundation
import Racing
import TestSupport
import Testing

struct BetableStateTests {
  private static let wheel =
    #"{"currency":"GBP","economy":"real","wagers":[{"bet":"odd","wager":"0.10"}]}"#

  @Test func `the statement gives a player's bets, page by page`() throws {
    let desk = try BetableDesk()
    let (one, other) = (try desk.logIn(1).token, try desk.logIn(2).token)
    for number in 0..<7 {
      try desk.go(to: "2026-01-01T12:0\(number):00.25Z")
      _ = try desk.json(
        .post, "/games/wheel/bet", number % 3 == 2 ? other : one, Self.wheel, key: "k-\(number)")
    }
    let first = try desk.json(.get, "/account/bets?limit=3", one)
    #expect(first["last_id"] == 4)
    let second = try desk.json(.get, "/account/bets?after=4&limit=3", one)
    let third = try desk.json(.get, "/account/bets?after=7", one)
    #expect(third == ["bets": [], "last_id": 7])
    let references = [first, second].flatMap { page in
      (0..<3).compactMap { page["bets"]?[$0]?["reference"]?.text }
    }
    #expect(references == ["k-0", "k-1", "k-3", "k-4", "k-6"])
    let bet = try #require(first["bets"]?[0])
    #expect(bet["game_id"] == "wheel" && bet["kind"] == "backed" && bet["economy"] == "real")
    #expect(bet["wager"] == "0.10" && bet["created_at"] == "2026-01-01T12:00:00.250000Z")
    #expect(bet["payout"] == bet["outcomes"]?[0]?["payout"] && bet["credit_game_id"] == nil)
    for query in ["after=-1", "after=x", "limit=0", "limit=501"] {
      _ = try desk.json(.get, "/account/bets?" + query, one, status: 400)
    }
    let guest = try desk.unbackedToken()
    _ = try desk.json(.post, "/games/wheel/unbacked-bet", guest, Self.wheel)
    let own = try desk.json(.get, "/account/bets", guest)["bets"]
    #expect(own?[0]?["kind"] == "unbacked" && own?[0]?["currency"] == nil && own?[1] == nil)
  }

  @Test func `the state of a file outlives the sandbox, and goes on with the same luck`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("bets.sqlite")
    func bets(_ desk: BetableDesk, _ token: String, _ count: Int) throws -> [JSONValue] {
      try (0..<count).map { _ in try desk.json(.post, "/games/wheel/bet", token, Self.wheel) }
    }
    let whole = try BetableDesk()
    let expected = try bets(whole, try whole.logIn().token, 20)
    var desk = try BetableDesk { $0.stateFile = file }
    let (token, _) = try desk.logIn()
    let before = try bets(desk, token, 12)
    desk = try BetableDesk {
      $0.stateFile = file
      $0.deposit = 1
    }
    #expect(before + (try bets(desk, token, 8)) == expected)
    try desk.expectBalancedLedger()
    #expect(try desk.truth(.wallets) == whole.truth(.wallets))
  }

  @Test func `a club's state is refused, and left alone`() throws {
    let folder = try TemporaryFolder()
    var club = PointsSettings()
    club.stateFile = folder.file("club.sqlite")
    _ = try PointsSandbox(club)
    var settings = BetableSettings()
    settings.stateFile = club.stateFile
    #expect(throws: SandboxError.self) { try BetableSandbox(settings) }
    _ = try PointsSandbox(club)
  }

  @Test func `the return to the player is the one worked out by hand`() throws {
    let returns = BetableGame.all.map {
      [$0.id, "\($0.returnToPlayer.rounded(toDecimals: 9) ?? 0)"]
    }
    // From the reels' symbols: 954/1000, 228556/248832, 205/216 and 36/37.
    #expect(
      returns == [
        ["lucky-sevens", "954000000"], ["five-stars", "918515303"], ["bonus-spins", "949074074"],
        ["wheel", "972972973"],
      ])
    let desk = try BetableDesk()
    #expect(
      try desk.truth(.games).map { $0["return_to_player"] }
        == ["0.954000000", "0.918515303", "0.949074074", "0.972972973"])
    #expect(try desk.truth(.games)[0]["credits_to_player"] == "0.038000000")
  }

  @Test(arguments: ["lucky-sevens", "bonus-spins", "wheel"])
  func `played long enough a game returns what its table says`(id: String) throws {
    let desk = try BetableDesk()
    let token = try desk.unbackedToken()
    let game = try #require(BetableGame.all.first { $0.id == id })
    let body =
      id == "wheel"
      ? #"{"wagers":[{"bet":"odd","wager":"0.01"},{"bet":"17","wager":"0.01"}]}"#
      : #"{"paylines":[[1,1,1]],"wager":"0.01"}"#
    let count = LongForm.count(2_000, short: 500, "bets of a game")
    for _ in 0..<count { _ = try desk.json(.post, "/games/\(id)/unbacked-bet", token, body) }
    let bets = try desk.truth(.bets)
    let (wagers, payouts) = bets.reduce(into: (0.0, [Double]())) { sums, bet in
      sums.0 += Double(bet["wager_minor"] ?? "") ?? 0
      sums.1.append(Double(bet["payout_minor"] ?? "") ?? 0)
    }
    let mean = payouts.reduce(0, +) / Double(count)
    let spread = payouts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count - 1)
    let error = (spread / Double(count)).squareRoot() / (wagers / Double(count))
    let expected = try #require(game.returnToPlayer.value)
    #expect(abs(payouts.reduce(0, +) / wagers - expected) < 4 * error, "\(id)")
  }

  @Test func `eight at a time, no penny is lost`() async throws {
    let desk = try BetableDesk { $0.deposit = 500 }
    let tokens = try (1...8).map { try desk.logIn($0).token }
    await withTaskGroup(of: Void.self) { group in
      for client in 0..<8 {
        group.addTask {
          for number in 0..<50 {
            // Two clients share a player, so that they compete for balances.
            _ = try? desk.send(
              .post, "/1.0/games/wheel/bet?access_token=\(tokens[client / 2])",
              headers: ["Idempotency-Key": "\(client)-\(number)"], body: Self.wheel)
          }
        }
      }
    }
    try desk.expectBalancedLedger()
    let references = try desk.truth(.bets).compactMap { $0["reference"] }
    #expect(Set(references).count == references.count && references.count > 300)
  }

  @Test func `a manifest states a game's page`() throws {
    let desk = try BetableDesk()
    let path = "/1.0/application_manifests/slug/wheel/play?type=mobile&sdk=true"
    let real = try desk.send(.get, path + "&economy=real&currency=GBP")
    #expect(try JSONValue(parsing: real.body)["url"] == "/ext/play/wheel?economy=real")
    let unbacked = try desk.send(.get, path + "&unbacked=true")
    #expect(try JSONValue(parsing: unbacked.body)["url"] == "/ext/play/wheel?unbacked=true")
    #expect(try desk.send(.get, path).status == 400)
    #expect(
      try desk.send(.get, "/1.0/application_manifests/slug/chess/play?unbacked=true").status == 404)
    for page in ["/track?action=deposit", "/ext/play/wheel?economy=real"] {
      #expect(try desk.send(.get, page).status == 200)
    }
  }
}
