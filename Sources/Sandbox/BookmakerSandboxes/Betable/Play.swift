import SandboxCore

/// One play of a game: the symbols shown, and each line's win.
struct Play {
  /// The result of a line.
  struct Result {
    let line: BetSlip.Line
    let payout: Int64
    let credits: Int64
    /// The symbols on a payline, or the wheel's number.
    let symbols: [String]
  }

  /// The position at which each reel, or the wheel, stopped.
  let stops: [Int]
  /// The visible rows; none for a wheel.
  let window: [[String]]
  let results: [Result]

  var payout: Int64 { results.reduce(0) { $0 + $1.payout } }
  var credits: Int64 { results.reduce(0) { $0 + $1.credits } }

  /// Plays a game; the draw alone decides the outcome.
  init(_ slip: BetSlip, on game: BetableGame, _ draw: SeededDraw) {
    switch game.machine {
    case .slots(let slots):
      let stops = slots.stops(draw)
      let window = slots.window(stops)
      self.stops = stops
      self.window = window
      results = slip.lines.map { line in
        guard case .payline(let rows) = line.place else {
          preconditionFailure("a slot machine's bet on a name")
        }
        let symbols = rows.enumerated().map { window[$0.element][$0.offset] }
        let pay = slots.pay(symbols)
        return Result(
          line: line, payout: line.wager * (pay?.multiple ?? 0),
          credits: line.wager * (pay?.creditMultiple ?? 0), symbols: symbols)
      }
    case .wheel(let wheel):
      let number = draw.below(Wheel.numbers)
      stops = [number]
      window = []
      results = slip.lines.map { line in
        guard case .named(let name) = line.place, let winners = wheel.winners(name) else {
          preconditionFailure("a wheel's bet on a payline")
        }
        let multiple = winners.contains(number) ? wheel.multiple(winners) : 0
        return Result(
          line: line, payout: line.wager * multiple, credits: 0, symbols: [String(number)])
      }
    }
  }

  /// Returns the outcomes in an answer's form.
  func outcomes(_ currency: String?) -> WireJSON {
    .list(
      results.map { result in
        var members: [(name: String, value: WireJSON)] = [
          ("outcome", .text(result.payout > 0 || result.credits > 0 ? "win" : "lose"))
        ]
        switch result.line.place {
        case .payline(let rows): members.append(("payline", .list(rows.map { .number($0) })))
        case .named(let name):
          members.append(("bet", .text(name)))
          members.append(("wager", .text(MinorUnits.text(result.line.wager, currency))))
        }
        members.append(("payout", .text(MinorUnits.text(result.payout, currency))))
        members.append(("symbols", .list(result.symbols.map { .text($0) })))
        return .object(members)
      })
  }
}
