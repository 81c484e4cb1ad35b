import Foundation
import TestSupport
import Testing

/// The betting service of a sandbox that is killed while clients bet.
struct BettingServerTests {
  @Test func `a bet that was acknowledged stands, however the server ends`() throws {
    let sandbox = try BettingSandbox()
    let acknowledged = try sandbox.folder.write("", to: "acknowledged")
    for round in 0..<3 {
      let before = try lines(acknowledged).count
      let clients = try startBetting(sandbox, round, to: acknowledged)
      while try lines(acknowledged).count < before + 100, clients.isRunning {
        Thread.sleep(forTimeInterval: 0.01)
      }
      try sandbox.kill()
      _ = try clients.wait()
      try sandbox.start()
      #expect(try sandbox.isBalanced())
      let payouts = Dictionary(
        uniqueKeysWithValues: try sandbox.truth("bets").map { ($0[1], $0[10]) })
      let told = try lines(acknowledged)
      #expect(told.count >= before + 100)
      #expect(told.allSatisfy { payouts[$0[0]] == $0[1] })
      // Four clients had at most one bet each under way.
      #expect(payouts.count - told.count <= 4 * (round + 1))
    }
  }

  private func lines(_ file: String) throws -> [[String]] {
    try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: " ").map(String.init)
    }
  }

  /// Starts four clients that bet until the sandbox is gone.
  ///
  /// Each writes a bet's key, and its payout in pence, once it is acknowledged.
  private func startBetting(
    _ sandbox: BettingSandbox, _ round: Int, to file: String
  ) throws -> RailbirdProcess {
    let script = """
      import base64, http.client, json, sys, threading, urllib.parse
      host, round, path, identity, secret, redirect = sys.argv[1:]
      out, lock = open(path, "a"), threading.Lock()
      def bet(player):
        server = http.client.HTTPConnection(host)
        page = dict(client_id=identity, redirect_uri=redirect, response_type="code", player=player)
        server.request("GET", "/sandbox/betable/authorize?" + urllib.parse.urlencode(page))
        place = json.loads(server.getresponse().read())["location"]
        code = dict(urllib.parse.parse_qsl(place.split("?")[1]))["code"]
        form = dict(grant_type="authorization_code", code=code, redirect_uri=redirect)
        basic = base64.b64encode(f"{identity}:{secret}".encode()).decode()
        server.request("POST", "/1.0/token", urllib.parse.urlencode(form),
                       {"Authorization": "Basic " + basic})
        token = json.loads(server.getresponse().read())["access_token"]
        body = dict(currency="GBP", economy="real", paylines=[[1, 1, 1]], wager="0.10")
        for number in range(100_000):
          key = f"{round}-{player}-{number}"
          try:
            server.request("POST", "/1.0/games/lucky-sevens/bet?access_token=" + token,
                           json.dumps(body), {"Idempotency-Key": key})
            answer = json.loads(server.getresponse().read())
          except (OSError, ValueError, http.client.HTTPException):
            return
          with lock:
            out.write(f"{key} {int(answer['payout'].replace('.', ''))}\\n")
            out.flush()
      threads = [threading.Thread(target=bet, args=(player,)) for player in range(1, 5)]
      for thread in threads: thread.start()
      for thread in threads: thread.join()
      """
    return try RailbirdProcess.start(
      program: "python3",
      [
        "-c", script, String(sandbox.url.dropFirst("http://".count)), "\(round)", file,
        BettingSandbox.clientID, BettingSandbox.clientSecret, BettingSandbox.redirect,
      ])
  }
}
