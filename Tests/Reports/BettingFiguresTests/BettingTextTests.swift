import BettingFigures
import ReportWriters
import TestSupport
import Testing

/// The summary on a terminal.
struct BettingTextTests {
  private func text(_ bets: [TestBet]) throws -> String {
    BettingText.text(try BetStore(bets).report(by: "game"))
  }

  @Test func `a summary has a line per game and money, and names bets without an answer`() throws {
    let bets = [
      TestBet("a", "2024-05-01T10:00:00Z", wager: 100, payout: 250),
      TestBet("b", "2024-05-01T10:00:01Z", wager: 300, payout: 0),
      TestBet("c", "2024-05-01T10:00:02Z", wager: 300, payout: 600).with {
        $0.economy = "real"
        $0.currency = "KWD"
        $0.wager! += 1_000
      },
      TestBet("d", "2024-05-01T10:00:03Z", wager: 10, payout: 20).with {
        ($0.game, $0.kind, $0.economy, $0.currency) = (nil, "credit", nil, nil)
      },
      TestBet("e", "2024-05-02T10:00:04Z", wager: 50, payout: nil).with {
        $0.result = "indeterminate"
      },
      TestBet("f", "2024-05-02T10:00:04Z", wager: 50, payout: nil).with { $0.result = "open" },
    ]
    // ROI of a and b: −1.5 / 4; S = 1.5 + 0.375 and −3 + 1.125; 1.96 · √(2 · 1.875²) / 4 = 1.29931.
    let found = try text(bets)
    #expect(
      found == """
        6 bets before 2024-05-03
        game   kind    money        bets  staked  returned  ROI %    from    to  RTP %
        slots  backed  sandbox GBP     2   4.000     2.500  -37.5  -167.4  92.4   62.5
        –      credit  –               1   0.100     0.200      –       –     –      –
        slots  backed  real KWD        1   3.001     6.000   99.9    99.9  99.9  199.9

        2 bets with an unknown outcome; `railbird fetch betting` asks the service:
        bet  game   kind    stake  money        since
        e    slots  backed   0.50  sandbox GBP  2024-05-02T10:00:04Z
        f    slots  backed   0.50  sandbox GBP  2024-05-02T10:00:04Z

        """)
  }

  @Test func `twenty bets without an answer are named, in the order of time`() throws {
    let bets = (0..<1_023).map { index in
      TestBet("k\(index)", "2024-05-01T10:00:00Z", wager: 1, payout: nil).with {
        $0.result = "indeterminate"
        $0.time += Int64(index) * 1_000_000
      }
    }
    let lines = try text(bets.reversed()).split(separator: "\n").map(String.init)
    let named = lines.drop { !$0.hasPrefix("bet ") }
    #expect(named.count == 22)
    #expect(named.dropFirst().first?.hasPrefix("k0 ") == true)
    #expect(named.dropLast().last?.hasPrefix("k19 ") == true)
    #expect(named.last == "… and 1,003 more")
  }
}
