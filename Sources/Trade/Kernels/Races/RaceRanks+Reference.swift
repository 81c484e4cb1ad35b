import Columns
extension RaceRanks {
  /// The specification of ``fill(prb:tied:positions:raceStarts:)``: every runner against every
  /// other.
  package static func referenceFill(
    prb: inout MutableSpan<Int32>, tied: inout MutableSpan<Int16>, positions: Span<Int16>,
    raceStarts: Span<Int32>
  ) {
    for race in 0..<max(0, raceStarts.count - 1) {
      let rows = Int(raceStarts[race])..<Int(raceStarts[race + 1])
      let starters = rows.count
      let finishers = rows.filter { positions[$0] > 0 }.count
      for row in rows {
        let (ahead, level) = referenceCounts(of: row, among: rows, positions: positions)
        tied[row] = Int16(level)
        let doubledRank = level > 0 ? 2 * ahead + level + 1 : finishers + 1 + starters
        prb[row] =
          starters == 1
          ? -1
          : Int32(
            Rounding.halfEven(
              1_000_000 * (2 * starters - doubledRank), dividedBy: 2 * (starters - 1)))
      }
    }
  }

  private static func referenceCounts(
    of row: Int, among rows: Range<Int>, positions: Span<Int16>
  ) -> (ahead: Int, tied: Int) {
    let position = positions[row]
    guard position > 0 else { return (0, 0) }
    var counts = (ahead: 0, tied: 0)
    for other in rows where positions[other] > 0 {
      if positions[other] < position { counts.ahead += 1 }
      if positions[other] == position { counts.tied += 1 }
    }
    return counts
  }
}
