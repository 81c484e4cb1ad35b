/// The membership during a walk through a ledger, epoch by epoch.
///
/// An epoch lies between two changes of membership; the ledger is cut there, so that nothing
/// changes within a piece. Every runner has a slot for points; a change gives the runner a new
/// slot, so that the sum before each change stays known.
struct RosterTimeline {
  let changes: [MembershipChange]
  /// The number of changes so far.
  private(set) var epoch = 0
  /// By the runner's code.
  private(set) var isMember: [Bool]
  /// By the runner's code: the slot for points.
  private(set) var slots: [Int32]
  private(set) var memberCount: Int

  init(_ roster: RosterHistory, changes: [MembershipChange], runnerCount: Int) {
    self.changes = changes
    isMember = Array(repeating: false, count: runnerCount)
    slots = (0..<Int32(runnerCount)).map { $0 }
    let first = roster.firstMembers
    for runner in first { isMember[Int(runner)] = true }
    memberCount = first.count
  }

  /// The number of slots.
  var slotCount: Int { isMember.count + changes.count }

  /// Applies the changes up to an epoch.
  ///
  /// - Parameters:
  ///   - epoch: The number of changes by then.
  ///   - happens: Receives each change, and the slot that its runner leaves.
  mutating func advance(to epoch: Int, _ happens: (MembershipChange, Int32) -> Void = { _, _ in }) {
    while self.epoch < epoch {
      let change = changes[self.epoch]
      let runner = Int(change.runner)
      happens(change, slots[runner])
      isMember[runner] = change.isMember
      slots[runner] = Int32(isMember.count + self.epoch)
      memberCount += change.isMember ? 1 : -1
      self.epoch += 1
    }
  }
}
