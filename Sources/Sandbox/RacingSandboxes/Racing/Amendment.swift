extension SandboxRace {
  /// Changes the result: first and second swap places, and the new winner's price grows by one.
  ///
  /// - Returns: Whether there is a result to change.
  mutating func amend() -> Bool {
    let positions = Set(runners.compactMap(\.position)).sorted()
    guard let best = positions.first,
      let first = runners.firstIndex(where: { $0.position == best })
    else { return false }
    let second = positions.dropFirst().first.flatMap { next in
      runners.firstIndex { $0.position == next }
    }
    if let second {
      runners[second].position = best
      runners[first].position = positions[1]
    }
    let winner = second ?? first
    runners[winner].spMicros = (runners[winner].spMicros ?? 1_000_000) + 1_000_000
    return true
  }
}
