import CKernels
import Columns
import Kernels

// Safety: a place is held against the count of cells; a cell's other indices were given to it when
// what they name was made, in the pages of the same cells.
extension EntityCells {
  /// Returns the cell of an entity's newest band; nil without a run.
  @inline(__always)
  package func newest(_ entity: Int) -> UnsafePointer<EntityCell>? {
    let place = entity &- first
    guard UInt(bitPattern: place) < UInt(bitPattern: count) else { return nil }
    let cell = UnsafePointer(cells + place)
    return cell.pointee.runs > 0 ? cell : nil
  }

  /// Prefetches the cell of an entity's newest band into the cache.
  @inline(__always)
  func fetch(_ entity: Int) {
    let place = entity &- first
    if UInt(bitPattern: place) < UInt(bitPattern: count) { rb_fetch_pair(cells + place) }
  }

  /// Prefetches everything that a cell refers to.
  @inline(__always)
  func fetch(behind cell: UnsafePointer<EntityCell>) {
    if let earlier = earlier(than: cell) { rb_fetch_pair(earlier) }
    if cell.pointee.event > 0 { rb_fetch_pair(events[Int(cell.pointee.event) - 1]) }
    if cell.pointee.recent > 0 { rb_fetch(recents[Int(cell.pointee.recent) - 1]) }
    if let bets = bets(of: cell) { rb_fetch_pair(bets) }
    if let luck = luck(of: cell) { rb_fetch_pair(luck) }
  }

  /// Prefetches the cell of the band before, and a cell's luck without its winners.
  @inline(__always)
  func fetchLuck(behind cell: UnsafePointer<EntityCell>) {
    if let earlier = earlier(than: cell) { rb_fetch_pair(earlier) }
    if let luck = luck(of: cell) { rb_fetch(luck) }
  }

  /// Returns the cell of the band before; nil for the oldest.
  @inline(__always)
  func earlier(than cell: UnsafePointer<EntityCell>) -> UnsafePointer<EntityCell>? {
    cell.pointee.previous > 0 ? UnsafePointer(closed[Int(cell.pointee.previous) - 1]) : nil
  }

  /// Returns a cell's optional bets; nil without any.
  @inline(__always)
  package func bets(of cell: UnsafePointer<EntityCell>) -> UnsafePointer<OptionalBetSums>? {
    cell.pointee.bets > 0 ? UnsafePointer(bets[Int(cell.pointee.bets) - 1]) : nil
  }

  /// Returns a cell's luck; nil if no report includes it.
  @inline(__always)
  package func luck(of cell: UnsafePointer<EntityCell>) -> UnsafePointer<LuckSums>? {
    cell.pointee.luck > 0 ? UnsafePointer(lucks[Int(cell.pointee.luck) - 1]) : nil
  }

  /// Returns a cell's runs in time order.
  @inline(__always)
  func sequence(
    of cell: UnsafePointer<EntityCell>, _ event: UnsafePointer<WinSums>?
  ) -> RunSequence {
    let own = Int(cell.pointee.sequence)
    return own > 0 ? sequences[own - 1].pointee : WinSums.sequence(cell.pointee, event)
  }

  /// Returns a cell's wins and dividends; nil without any.
  @inline(__always)
  func event(of cell: UnsafePointer<EntityCell>) -> UnsafePointer<WinSums>? {
    cell.pointee.event > 0 ? UnsafePointer(events[Int(cell.pointee.event) - 1]) : nil
  }

  /// Returns the sums of shared races of an event; nil without any.
  @inline(__always)
  func shared(of event: UnsafePointer<WinSums>) -> UnsafePointer<SharedRaceSums>? {
    event.pointee.shared > 0 ? UnsafePointer(shared[Int(event.pointee.shared) - 1]) : nil
  }

  /// Returns a cell's recent form; nil without any.
  @inline(__always)
  func recent(of cell: UnsafePointer<EntityCell>) -> UnsafePointer<RecentCell>? {
    cell.pointee.recent > 0 ? UnsafePointer(recents[Int(cell.pointee.recent) - 1]) : nil
  }
}
