import Foundation
import TestSupport
import Testing

/// Bets and batches of `railbird betable` against the sandbox.
struct BetableBetCommandTests {
  // MARK: - Bets

  @Test func `a bet is reported, booked once and written down under its key`() throws {
    let player = try BetablePlayer()
    try player.login()
    let bet = try player.bet(["--key", "k-1", "--json"])
    #expect(bet.exitCode == 0 && bet.stderr.isEmpty, "\(bet.stderr)")
    let line = try BetablePlayer.object(bet.stdout)
    let booked = try player.sandbox.truth("bets")
    #expect(booked.count == 1 && booked[0][1] == "k-1" && booked[0][9] == "10")
    #expect(line["key"] as? String == "k-1" && line["result"] as? String == "ok")
    #expect(line["economy"] as? String == "sandbox" && line["wager"] as? String == "0.10")
    let payout = try #require(line["payout"] as? String)
    #expect(Int(payout.replacing(".", with: "")) == Int(booked[0][10]))
    let events = try player.journal.compactMap { $0["event"] as? String }
    #expect(events.prefix(2) == ["sent", "answered"])
    let again = try player.bet(["--key", "k-1"])
    #expect(again.exitCode == 1 && again.stderr.contains("expected a new key. Nothing was sent"))
    #expect(try player.sandbox.truth("bets").count == 1)
    let text = try player.bet(["--key", "k-2"]).stdout
    #expect(text.contains(/^k-2  0\.10 GBP → [\d.]+ GBP/), "\(text)")
  }

  @Test func `many bets are placed one by one or in batches, and come to what is booked`() throws {
    let player = try BetablePlayer()
    try player.login()
    let one = try player.bet(["--times", "7"])
    #expect(one.exitCode == 0, "\(one.stderr)")
    #expect(one.stdout.contains("\n7 of 7 bets: 0.70 GBP staked, "), "\(one.stdout)")
    let many = try player.bet(["--times", "25", "--batch", "10", "--key", "b", "--json"])
    #expect(many.exitCode == 0, "\(many.stderr)")
    let told = try BetablePlayer.lines(many.stdout)
    #expect(told.count == 25 && told.allSatisfy { $0["result"] as? String == "ok" })
    let booked = try player.sandbox.truth("bets")
    #expect(booked.count == 32)
    #expect(told.compactMap { $0["key"] as? String } == booked.suffix(25).map { $0[1] })
    #expect(booked.suffix(25).first?[1] == "b-1:0" && booked.last?[1] == "b-3:4")
    let sent = try player.journal.count { $0["event"] as? String == "sent" }
    #expect(sent == 32)
  }

  @Test func `a wheel's stake is shared, and a body of one's own goes as it is`() throws {
    let player = try BetablePlayer()
    try player.login()
    let wheel = try player.run([
      "bet", "wheel", "--wager", "0.20", "--currency", "GBP", "--on", "red", "17", "--store",
      player.sandbox.store,
    ])
    #expect(wheel.exitCode == 0, "\(wheel.stderr)")
    let body = try player.sandbox.folder.write(
      #"{"currency":"GBP","economy":"real","wager":"0.30","paylines":[[0,0,0],[1,1,1]]}"#,
      to: "bet.json")
    let pipe = player.sandbox.folder.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let piped = try player.run([
      "bet", "lucky-sevens", "--data", pipe, "--store", player.sandbox.store,
    ])
    #expect(piped.exitCode == 1 && piped.stderr.contains("\(pipe): found nothing that can be read"))
    let own = ["bet", "lucky-sevens", "--data", body, "--store", player.sandbox.store]
    let careless = try player.run(own)
    #expect(
      careless.exitCode == 1 && careless.stderr.contains("found real; expected --economy real"))
    let meant = try player.run(own + ["--economy", "real", "--json"])
    #expect(meant.exitCode == 0, "\(meant.stderr)")
    let booked = try player.sandbox.truth("bets")
    #expect(booked.map { $0[7] } == ["sandbox", "real"] && booked.map { $0[9] } == ["20", "30"])
  }

  @Test func `an unbacked token bets without money alone`() throws {
    let player = try BetablePlayer()
    let login = try player.run(["login", "--unbacked", "user-17"])
    #expect(login.stdout.hasSuffix(" as user-17, for unbacked bets alone\n"), "\(login.stderr)")
    let backed = try player.bet()
    #expect(backed.exitCode == 1 && backed.stderr.contains("found none with a session"))
    #expect(!FileManager.default.fileExists(atPath: player.journalPath))
    let unbacked = try player.run([
      "bet", "lucky-sevens", "--wager", "0.10", "--paylines", "1,1,1", "0,0,0", "--unbacked",
      "--times", "3", "--batch", "2", "--store", player.sandbox.store,
    ])
    #expect(unbacked.exitCode == 0, "\(unbacked.stderr)")
    #expect(unbacked.stdout.contains("3 of 3 bets: 0.30 staked, "))
    let booked = try player.sandbox.truth("bets")
    #expect(booked.allSatisfy { $0[2].isEmpty && $0[3] == "user-17" && $0[6] == "unbacked" })
    _ = try player.run(["logout"])
    try player.login()
    let taken = try player.run(["login", "--unbacked", "user-17"])
    #expect(taken.exitCode == 1 && taken.stderr.contains("found one with a session"))
  }

  @Test(arguments: [[], ["--batch", "2"]])
  func `bets stop where the balance ends`(options: [String]) throws {
    let player = try BetablePlayer()
    try player.login()
    // Four bets of 300.00 are unlikely to win much.
    let bets = try player.run(
      [
        "bet", "bonus-spins", "--wager", "300", "--currency", "GBP", "--paylines", "1,1,1",
        "--times", "50", "--store", player.sandbox.store, "--json",
      ] + options)
    let told = try BetablePlayer.lines(bets.stdout)
    #expect(bets.exitCode == 1)
    #expect(bets.stderr.contains("The balance is too small: insufficient_funds"), "\(bets.stderr)")
    let results = told.compactMap { $0["result"] as? String }
    #expect(results.count { $0 == "ok" } == (try player.sandbox.truth("bets").count))
    #expect(results.last == "rejected" && told.last?["error"] as? String == "insufficient_funds")
    #expect(results.count < 50 && results.contains("ok"))
  }

  @Test(arguments: [[], ["--batch", "3"]])
  func `a bet without an answer is named, written down and not sent again`(
    options: [String]
  ) throws {
    let player = try BetablePlayer()
    try player.login()
    try player.sandbox.call("/sandbox/fault?next=lost", method: "POST")
    let bet = try player.bet(["--times", "9", "--key", "lost", "--json"] + options)
    #expect(bet.exitCode == 1)
    let keys = options.isEmpty ? ["lost-1"] : ["lost-1:0", "lost-1:1", "lost-1:2"]
    #expect(try BetablePlayer.lines(bet.stdout).map { $0["key"] as? String } == keys)
    #expect(
      try BetablePlayer.lines(bet.stdout).allSatisfy { $0["result"] as? String == "indeterminate" })
    #expect(bet.stderr.contains(keys.joined(separator: ", ") + ": the outcome is unknown: "))
    let hint =
      "fetch betting --store \(player.sandbox.store) --base-url \(player.sandbox.url)"
      + " --session-file \(player.session)"
    #expect(bet.stderr.hasSuffix("\n  - Find out: railbird \(hint)\n"), "\(bet.stderr)")
    let story = try player.journal.map { line in
      let row = (line["bets"] as? [[String: Any]])?.first
      return "\(line["event"] ?? "") \(row?["bet_key"] ?? "")"
    }
    #expect(story == keys.map { "sent " + $0 } + keys.map { "indeterminate " + $0 })
    // The sandbox has accepted them: sending them again would bet twice.
    #expect(try player.sandbox.truth("bets").map { $0[1] } == keys)
    // Following the hint finds the outcome.
    let found = try RailbirdProcess.run(
      hint.split(separator: " ").map { String($0) } + ["--quiet"], environment: BetablePlayer.game)
    #expect(found.exitCode == 0, "\(found.stderr)")
    #expect(keys.allSatisfy { found.stderr.contains($0) }, "\(found.stderr)")
  }

  @Test func `a bet without an answer is settled by the player's statement`() throws {
    let player = try BetablePlayer()
    try player.login()
    let settle = ["betable", "settle-unknown", "--store", player.sandbox.store]
    #expect(try RailbirdProcess.run(settle).stdout == "Each bet has an answer.\n")
    try player.sandbox.call("/sandbox/fault?next=lost", method: "POST")
    #expect(try player.bet(["--times", "2", "--batch", "2", "--key", "k"]).exitCode == 1)
    let unknown = try RailbirdProcess.run(settle)
    #expect(
      unknown.stdout.split(separator: "\n").map { $0.prefix { $0 != " " } } == ["k-1:0", "k-1:1"])
    let paid = try RailbirdProcess.run(settle + ["k-1:0", "--paid", "0.80"])
    #expect(paid.exitCode == 0 && paid.stdout.contains("ok, 0.80 paid"), "\(paid.stderr)")
    let again = try RailbirdProcess.run(settle + ["k-1:0", "--missing"])
    #expect(again.exitCode == 1 && again.stderr.contains("k-1:0: found no bet of this key"))
    #expect(try RailbirdProcess.run(settle + ["k-1:1", "--missing"]).exitCode == 0)
    #expect(try RailbirdProcess.run(settle).stdout == "Each bet has an answer.\n")
    let answers = try player.journal.suffix(2).map { line in
      let row = (line["bets"] as? [[String: Any]])?.first
      return "\(row?["bet_key"] ?? "") \(row?["result"] ?? "") \(row?["payout"] ?? "-")"
    }
    #expect(answers == ["k-1:0 ok 0.80", "k-1:1 rejected -"])
    for usage in [["--missing"], ["a"], ["a", "--missing", "--paid", "1"], ["a", "--paid", "-1"]] {
      #expect(try parse(settle + usage).exitCode == 64, "\(usage)")
    }
  }

  @Test func `an interrupt ends behind the bet that is under way`() throws {
    let player = try BetablePlayer()
    try player.login()
    let betting = try player.start(
      BetablePlayer.slots + ["--store", player.sandbox.store, "--times", "100000", "--json"])
    while betting.stdoutSoFar.count(where: \.isNewline) < 5, betting.isRunning {
      Thread.sleep(forTimeInterval: 0.02)
    }
    betting.send(SIGINT)
    let result = try betting.wait()
    #expect(result.exitCode == 130, "\(result.stderr)")
    let told = try BetablePlayer.lines(result.stdout).map { $0["key"] as? String }
    #expect(told == (try player.sandbox.truth("bets").map { $0[1] }))
  }

  @Test func `where standard output fails behind a bet, the command says that bets were placed`()
    throws
  {
    let player = try BetablePlayer()
    try player.login()
    let betting = try RailbirdProcess.run(
      program: "sh",
      ["-c", "exec \"$0\" \"$@\" > /dev/full", RailbirdProcess.executable, "betable"]
        + BetablePlayer.slots
        + [
          "--store", player.sandbox.store, "--times", "3", "--base-url", player.sandbox.url,
          "--session-file", player.session,
        ], environment: BetablePlayer.game)
    #expect(betting.exitCode == 74)
    #expect(betting.stderr.contains("bets were placed; standard output: cannot be written"))
    #expect(try player.sandbox.truth("bets").count == 1)
  }

  @Test func `without a journal that can be written no bet leaves`() throws {
    let player = try BetablePlayer()
    try player.login()
    let store = try player.sandbox.folder.write("", to: "S")
    let bet = try player.bet()
    #expect(bet.exitCode == 1 && bet.stderr.contains(store + "/fetch"), "\(bet.stderr)")
    #expect(try player.sandbox.truth("bets").isEmpty)
  }

  // MARK: - Batches

  @Test func `a batch states each request's end, and is 65 where one failed`() throws {
    let player = try BetablePlayer()
    try player.login()
    let requests = #"""
      {"requests": [
        {"path": "/games/lucky-sevens/bet", "method": "post", "name": "bet",
         "body": {"currency": "GBP", "economy": "sandbox", "wager": "0.10", "paylines": [[1,1,1]]}},
        {"path": "/account/wallet", "method": "GET", "name": "wallet", "depends_on": ["bet"]},
        {"path": "/games/nowhere/bet", "method": "POST",
         "body": {"currency": "GBP", "economy": "sandbox", "wager": "0.10", "paylines": [[1,1,1]]}}
      ]}
      """#
    let batch = try player.run(
      ["batch", "-", "--store", player.sandbox.store, "--json"], input: requests)
    #expect(batch.exitCode == 65)
    #expect(batch.stderr == "railbird: betable: 1 of 3 requests of the batch failed\n")
    let answer = try BetablePlayer.object(batch.stdout)
    let items = try #require(answer["items"] as? [[String: Any]])
    let id = try #require(answer["batch_id"] as? String)
    #expect(items.map { $0["bet_key"] as? String } == [id + ":0", nil, id + ":2"])
    #expect((items[1]["body"] as? [String: Any])?["sandbox"] != nil)
    #expect((items[2]["error"] as? String)?.contains("unknown_game") == true)
    #expect(try player.sandbox.truth("bets").map { $0[1] } == [id + ":0"])
    #expect(try player.journal.count { $0["event"] as? String == "sent" } == 2)
    let text = try player.run(["batch", "-", "--store", player.sandbox.store], input: requests)
    #expect(text.stdout.contains("\nGET /account") == false && text.stdout.contains("\nwallet  {"))
  }

  @Test func `a batch that is none is refused with its place, and nothing is sent`() throws {
    let player = try BetablePlayer()
    try player.login()
    for (requests, text) in [
      ("[]", "standard input, requests: found none; expected a list"),
      (
        #"{"requests":[{"path":"/account","method":"GET"},{"path":"account","method":"GET"}]}"#,
        #"standard input, requests[1].path: found "account"; expected a text such as /account"#
      ),
      (
        #"{"requests":[{"path":"/account","method":"PUT"}]}"#,
        #"requests[0].method: found "PUT"; expected GET or POST"#
      ),
      (
        #"{"requests":[{"path":"/batch","method":"POST","body":{}}]}"#,
        "requests[0].path: found /batch to post; expected a bet such as /games/abc/bet"
      ),
      (
        #"{"requests":[{"path":"/games/a/bet","method":"POST","body":{"economy":"real"}}]}"#,
        "requests[0].body.economy: found real; expected --economy real too"
      ),
      (
        #"{"requests":[{"path":"/account","method":"GET","url":"/"}]}"#,
        "requests[0].url: found a member of that name; expected body, depends_on, method, name, path"
      ),
      (
        #"{"requests":[{"path":"/a","method":"GET","name":"a","depends_on":["a"]}]}"#,
        "found dependencies in a circle (a); expected an order"
      ),
    ] {
      let batch = try player.run(["batch", "-", "--store", player.sandbox.store], input: requests)
      #expect(batch.exitCode == 1 && batch.stderr.contains(text), "\(batch.stderr)")
    }
    #expect(!(try player.sandbox.call("/sandbox/log").contains("/1.0/batch")))
  }
}
