import Kernels

/// Finds the time at which a team's total first reached each threshold, in one walk through the
/// ledger.
///
/// The total at a moment is that of its members, so a leaving runner takes the points along. Only a
/// transaction of the season, by any runner, can reach a threshold, and only while the team has a
/// member; a threshold once reached stays reached. Pieces whose highest total stays below the
/// threshold are skipped.
struct ThresholdWalk {
  let scan: LedgerScan
  let outcome: LedgerScan.Outcome

  /// Returns the times at which thresholds were reached.
  ///
  /// - Parameters:
  ///   - thresholds: The thresholds.
  ///   - start: Membership before the first piece.
  /// - Returns: By threshold, the time of the transaction that reached it, or nil.
  func times(reaching thresholds: [Int64], _ start: RosterTimeline) -> [Int64?] {
    var times = [Int64?](repeating: nil, count: thresholds.count)
    var timeline = start
    var total: Int64 = 0
    // The earlier points of runners whose membership changed.
    var earned: [Int32: Int64] = [:]
    for (piece, peak) in zip(scan.pieces, outcome.peaks) {
      timeline.advance(to: piece.epoch) { change, slot in
        earned[change.runner, default: 0] += outcome.sums.runners[0, slot, 0]
        total += change.isMember ? earned[change.runner]! : -earned[change.runner]!
      }
      if let highest = peak.peak, timeline.memberCount > 0 {
        let open = thresholds.indices.filter {
          times[$0] == nil && total + highest >= thresholds[$0]
        }
        let found = self.times(
          reaching: open.map { thresholds[$0] }.sorted(), from: total, in: piece, timeline)
        for index in open { times[index] = found[thresholds[index]] }
      }
      total += peak.sum
    }
    return times
  }

  // MARK: - Implementation

  /// Returns the times at which thresholds, the lowest first, are reached in a piece.
  private func times(
    reaching thresholds: [Int64], from start: Int64, in piece: LedgerPiece,
    _ timeline: RosterTimeline
  ) -> [Int64: Int64] {
    let month = scan.months[piece.month]
    let chunk = LedgerChunk()
    var times: [Int64: Int64] = [:]
    var open = thresholds[...]
    var total = start
    for range in piece.chunks where !open.isEmpty {
      chunk.pick(month, range, scan.filter)
      let points = chunk.rows.map { row in
        timeline.isMember[Int(month.runners[Int(row)])] ? Int64(month.points[Int(row)]) : 0
      }
      // A higher threshold is reached where the one before was, or later.
      var first = 0
      while let threshold = open.first {
        let index = points[first...].withUnsafeBufferPointer {
          RunningPeak.firstReaching(threshold, from: total, $0)
        }
        guard let index else { break }
        total += points[first..<first + index].reduce(0, +)
        first += index
        times[threshold] = month.times[Int(chunk.rows[first])]
        open.removeFirst()
      }
      total += points[first...].reduce(0, +)
    }
    return times
  }
}
