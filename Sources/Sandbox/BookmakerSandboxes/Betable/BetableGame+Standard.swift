extension BetableGame {
  /// The games of the sandbox.
  public static let all = [
    BetableGame(
      id: "lucky-sevens", name: "Lucky Sevens", creditGame: "bonus-spins",
      machine: .slots(
        SlotMachine(
          reels: 3, ["SEVEN": 1, "BAR": 2, "BELL": 3, "CHERRY": 3, "STAR": 1],
          [
            .init(symbol: "SEVEN", run: 3, multiple: 80),
            .init(symbol: "BAR", run: 3, multiple: 20),
            .init(symbol: "BELL", run: 3, multiple: 8),
            .init(symbol: "CHERRY", run: 3, multiple: 6),
            .init(symbol: "CHERRY", run: 2, multiple: 2),
            .init(symbol: "CHERRY", run: 1, multiple: 1),
            .init(symbol: "STAR", run: 3, multiple: 0, creditMultiple: 20),
            .init(symbol: "STAR", run: 2, multiple: 0, creditMultiple: 2),
          ]))),
    BetableGame(
      id: "five-stars", name: "Five Stars", creditGame: nil,
      machine: .slots(
        SlotMachine(
          reels: 5, ["A": 1, "B": 2, "C": 3, "D": 3, "E": 3],
          [
            .init(symbol: "A", run: 5, multiple: 2_000), .init(symbol: "A", run: 4, multiple: 300),
            .init(symbol: "A", run: 3, multiple: 50), .init(symbol: "B", run: 5, multiple: 400),
            .init(symbol: "B", run: 4, multiple: 60), .init(symbol: "B", run: 3, multiple: 12),
            .init(symbol: "C", run: 5, multiple: 100), .init(symbol: "C", run: 4, multiple: 20),
            .init(symbol: "C", run: 3, multiple: 5), .init(symbol: "C", run: 2, multiple: 2),
            .init(symbol: "D", run: 5, multiple: 60), .init(symbol: "D", run: 4, multiple: 12),
            .init(symbol: "D", run: 3, multiple: 4), .init(symbol: "D", run: 2, multiple: 2),
            .init(symbol: "E", run: 5, multiple: 40), .init(symbol: "E", run: 4, multiple: 8),
            .init(symbol: "E", run: 3, multiple: 3), .init(symbol: "E", run: 2, multiple: 2),
          ]))),
    BetableGame(
      id: "bonus-spins", name: "Bonus Spins", creditGame: nil,
      machine: .slots(
        SlotMachine(
          reels: 3, ["X": 1, "Y": 2, "Z": 3],
          [
            .init(symbol: "X", run: 3, multiple: 60), .init(symbol: "Y", run: 3, multiple: 8),
            .init(symbol: "Z", run: 3, multiple: 3),
          ]))),
    BetableGame(id: "wheel", name: "The Wheel", creditGame: nil, machine: .wheel(Wheel())),
  ]
}
