import Columns

/// An invented market of a horse race in the shape of an exchange's historical stream: definitions,
/// price changes before the off and in play, and the closing definition.
public struct PriceStream: Sendable {
  /// A price as it was traded.
  public struct Trade: Sendable {
    /// The runner's id.
    public let selection: Int
    /// In milliseconds since 1970.
    public let time: Int64
    /// In hundredths.
    public let hundredths: Int
  }

  /// A runner of the market.
  public struct Runner: Sendable {
    /// The exchange's id.
    public let id: Int
    /// The name as the exchange prints it.
    public let name: String
    /// Whether it is withdrawn.
    public let isRemoved: Bool
  }

  /// The exchange's id.
  public let id: String
  /// The runners.
  public let runners: [Runner]
  /// The trades in order.
  public let trades: [Trade]
  /// The moment at which the market turned in play.
  public let inPlayAt: Int64
  /// The stream, a message on each line.
  public let text: String

  /// Makes a market.
  ///
  /// - Parameters:
  ///   - number: Tells markets apart.
  ///   - off: The scheduled off, such as `2024-05-03T13:30:00.000Z`.
  ///   - course: The course.
  ///   - horses: The runners' names; one that begins with `-` is removed before the off.
  public init(number: Int, off: String, course: String, horses: [String]) {
    var generator = SeededGenerator(UInt64(number))
    let id = "1.\(70_000 + number)"
    let clock = off.dropFirst(11).split(separator: ":").prefix(2).compactMap { Int64($0) }
    let day = Int64(Day(iso: String(off.prefix(10)))?.number ?? 0)
    let scheduled = ((day * 24 + clock[0]) * 60 + clock[1]) * 60_000
    let inPlayAt = scheduled + Int64.random(in: -5...90, using: &generator) * 1000
    let runners = horses.enumerated().map { index, name in
      Runner(
        id: number * 100 + index, name: name.hasPrefix("-") ? String(name.dropFirst()) : name,
        isRemoved: name.hasPrefix("-"))
    }
    func definition(_ time: Int64, inPlay: Bool, closed: Bool) -> String {
      let listed = runners.enumerated().map { index, runner in
        let status =
          runner.isRemoved ? "REMOVED" : closed ? index == 0 ? "WINNER" : "LOSER" : "ACTIVE"
        return
          #"{"status":"\#(status)","sortPriority":\#(index + 1),"id":\#(runner.id),"name":"\#(runner.name)""#
          + (closed && !runner.isRemoved ? #","bsp":\#(3 + index).5}"# : "}")
      }
      return #"{"op":"mcm","clk":"1","pt":\#(time),"mc":[{"id":"\#(id)","marketDefinition":{"#
        + #""eventTypeId":"7","marketType":"WIN","marketTime":"\#(off)","venue":"\#(course)","#
        + #""countryCode":"GB","inPlay":\#(inPlay),"status":"\#(closed ? "CLOSED" : "OPEN")","#
        + #""name":"1m Hcap","runners":[\#(listed.joined(separator: ","))]}}]}"#
    }
    var lines = [definition(scheduled - 7_200_000, inPlay: false, closed: false)]
    var trades: [Trade] = []
    var prices = runners.map { _ in Int.random(in: 150...2000, using: &generator) }
    var time = scheduled - 5_400_000
    var isInPlay = false
    while time < inPlayAt + 60_000 {
      if !isInPlay, time >= inPlayAt {
        isInPlay = true
        lines.append(definition(inPlayAt, inPlay: true, closed: false))
      }
      // One message may change several runners, and one of them twice.
      let changes = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        let place = Int.random(in: runners.indices, using: &generator)
        prices[place] = max(101, prices[place] + Int.random(in: -40...40, using: &generator))
        trades.append(Trade(selection: runners[place].id, time: time, hundredths: prices[place]))
        return #"{"ltp":\#(Self.decimal(prices[place])),"id":\#(runners[place].id)}"#
      }
      lines.append(
        #"{"op":"mcm","clk":"2","pt":\#(time),"mc":[{"id":"\#(id)","rc":[\#(changes.joined(separator: ","))]}]}"#
      )
      time += Int64.random(in: 0...120, using: &generator) * 1000
    }
    // A long pause may pass over the off.
    if !isInPlay { lines.append(definition(inPlayAt, inPlay: true, closed: false)) }
    lines.append(definition(time + 600_000, inPlay: true, closed: true))
    self.id = id
    self.runners = runners
    self.trades = trades
    self.inPlayAt = inPlayAt
    text = lines.joined(separator: "\n") + "\n"
  }

  private static func decimal(_ hundredths: Int) -> String {
    let rest = hundredths % 100
    return "\(hundredths / 100)." + (rest < 10 ? "0\(rest)" : "\(rest)")
  }
}
