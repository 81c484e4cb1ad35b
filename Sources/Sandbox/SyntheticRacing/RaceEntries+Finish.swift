import Racing

extension RaceEntries {
  /// Runs the race: outcomes, positions and beaten lengths.
  ///
  /// The order is that of strength plus Gumbel noise. A finisher level with the horse in front
  /// shares its position, with standard competition ranking: 1, 1, 3.
  mutating func run(using random: inout RandomSource) {
    drawNonFinishers(using: &random)
    for index in entries.indices where entries[index].isFinisher {
      entries[index].performance = entries[index].strength + random.gumbel()
    }
    var order = entries.indices.filter { entries[$0].isFinisher }
    order.insertionSort { entries[$0].performance > entries[$1].performance }
    var ahead: Int?
    for (place, index) in order.enumerated() {
      if let ahead, random.chance(chances.deadHeat) {
        entries[index].position = entries[ahead].position
        entries[index].beatenLengthsMicros = entries[ahead].beatenLengthsMicros
      } else {
        entries[index].position = place + 1
        entries[index].beatenLengthsMicros = beatenLengths(of: index, behind: ahead)
      }
      ahead = index
    }
  }

  // MARK: - Implementation

  private mutating func drawNonFinishers(using random: inout RandomSource) {
    for index in entries.indices where entries[index].isStarter && random.chance(chances.nonFinish)
    {
      entries[index].outcome = Outcome.drawNonFinish(using: &random)
    }
    // Every race has a winner: if no starter finished, all did.
    if entries.contains(where: \.isFinisher) { return }
    for index in entries.indices where entries[index].isStarter {
      entries[index].outcome = Outcome.finished.rawValue
    }
  }

  private func beatenLengths(of index: Int, behind ahead: Int?) -> Int64 {
    guard let ahead else { return 0 }
    let gap = entries[ahead].performance - entries[index].performance
    return entries[ahead].beatenLengthsMicros + Self.marginMicros(lengths: 2.5 * gap)
  }

  /// Rounds a margin to a judge's values: a nose (0.05), short head, head, neck, half a length, and
  /// quarters from there to thirty lengths.
  private static func marginMicros(lengths: Double) -> Int64 {
    switch lengths {
    case ..<0.075: 50_000
    case ..<0.15: 100_000
    case ..<0.25: 200_000
    case ..<0.4: 300_000
    default: Int64(PortableMath.nearestInteger(min(lengths, 30) * 4)) * 250_000
    }
  }
}
