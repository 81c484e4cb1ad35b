import CKernels
import Columns
import Kernels

/// The cells of a stretch of time, to be read while the tally or the kept sums they belong to live.
package struct BandCells: BitwiseCopyable, @unchecked Sendable {
  /// The cells of an entity's runs of one band.
  package struct BandRuns {
    let cell: UnsafePointer<EntityCell>
    let event: UnsafePointer<EventCell>?
    let rare: UnsafePointer<RareCell>?
    let recent: UnsafePointer<RecentCell>?

    /// The runs in time order.
    var sequence: RunSequence { EventCell.sequence(cell.pointee, event) }
  }

  /// The first entity's code, and how many there are; others did not run.
  let first: Int
  let count: Int
  // Safety: cells stand under the codes of the tally's entities; an index that is not 0 is one more
  // than that of a cell that was put away, of events, of rare sums, of a recent form, of bets or of
  // luck.
  let cells: UnsafePointer<EntityCell>
  let closed: Pages<EntityCell>
  let events: Pages<EventCell>
  let rares: Pages<RareCell>
  let recents: Pages<RecentCell>
  let bets: Pages<ExtraBets>
  let lucks: Pages<LuckSums>

  /// The cell of an entity's newest band; nil without a run.
  @inline(__always)
  func newest(_ entity: Int) -> UnsafePointer<EntityCell>? {
    let place = entity &- first
    guard UInt(bitPattern: place) < UInt(bitPattern: count) else { return nil }
    let cell = cells + place
    return cell.pointee.runs > 0 ? cell : nil
  }

  /// Has the cell of an entity's newest band fetched into the cache.
  @inline(__always)
  func fetch(_ entity: Int) {
    let place = entity &- first
    if UInt(bitPattern: place) < UInt(bitPattern: count) { rb_fetch_pair(cells + place) }
  }

  /// Has everything fetched that a cell points at.
  @inline(__always)
  func fetch(behind cell: UnsafePointer<EntityCell>) {
    if let earlier = earlier(than: cell) { rb_fetch_pair(earlier) }
    if cell.pointee.event > 0 { rb_fetch_pair(events[Int(cell.pointee.event) - 1]) }
    if cell.pointee.recent > 0 { rb_fetch(recents[Int(cell.pointee.recent) - 1]) }
    if let bets = bets(of: cell) { rb_fetch_pair(bets) }
    if let luck = luck(of: cell) { rb_fetch_pair(luck) }
  }

  /// Has the cell of the band before fetched, and a cell's luck but for its winners.
  @inline(__always)
  func fetchLuck(behind cell: UnsafePointer<EntityCell>) {
    if let earlier = earlier(than: cell) { rb_fetch_pair(earlier) }
    if let luck = luck(of: cell) { rb_fetch(luck) }
  }

  /// The cell of the band before; nil for the oldest.
  @inline(__always)
  func earlier(than cell: UnsafePointer<EntityCell>) -> UnsafePointer<EntityCell>? {
    cell.pointee.previous > 0 ? closed[Int(cell.pointee.previous) - 1] : nil
  }

  /// A cell's bets that only some reports ask for; nil where there are none.
  @inline(__always)
  func bets(of cell: UnsafePointer<EntityCell>) -> UnsafePointer<ExtraBets>? {
    cell.pointee.bets > 0 ? bets[Int(cell.pointee.bets) - 1] : nil
  }

  /// A cell's luck; nil where no report asks for it.
  @inline(__always)
  func luck(of cell: UnsafePointer<EntityCell>) -> UnsafePointer<LuckSums>? {
    cell.pointee.luck > 0 ? lucks[Int(cell.pointee.luck) - 1] : nil
  }

  /// Everything of a cell's band that every report has.
  @inline(__always)
  func runs(_ cell: UnsafePointer<EntityCell>) -> BandRuns {
    let event = cell.pointee.event > 0 ? events[Int(cell.pointee.event) - 1] : nil
    let rare = event.map { Int($0.pointee.rare) } ?? 0
    let recent = Int(cell.pointee.recent)
    return BandRuns(
      cell: cell, event: event, rare: rare > 0 ? rares[rare - 1] : nil,
      recent: recent > 0 ? recents[recent - 1] : nil)
  }
}
