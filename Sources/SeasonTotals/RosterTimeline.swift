/// Who is a member while a ledger is walked through, epoch by epoch.
///
/// An epoch lies between two changes of membership; the ledger is cut at them, so that within a piece
/// nothing changes. Every runner has a slot to add points to; a change gives the runner a new one,
/// so that the sum before each change can be told.
struct RosterTimeline {
  let changes: [MembershipChange]
  /// How many changes have happened.
  private(set) var epoch = 0
  /// By the runner's code.
  private(set) var isMember: [Bool]
  /// By the runner's code: where its points are added.
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

  /// Lets changes happen up to an epoch.
  ///
  /// - Parameters:
  ///   - epoch: How many changes have happened by then.
  ///   - happens: Told each change, and the slot that its runner leaves.
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
