import Columns
import Kernels
import Questions

/// Computes every window's rows from sums per age band, for some entities of one question.
///
/// First it counts the runs of every entity in every window, to order the rows; then it computes
/// the rows' sums in one of two ways. A window is a sequence of whole bands from the newest on.
/// - **Dense**, if most entities ran in most bands, as jockeys and trainers do: blocks of all bands
///   go through one matrix product.
/// - **Sparse** otherwise, as for horses: each row adds up its entity's own cells
///   on demand if the cells may stay in memory. They stay as long as this object.
package final class WindowFigures: @unchecked Sendable {
  // Safety: a scan's threads take one stretch each; the cells are read after that.
  private let entities: Range<Int32>
  private let kept: KeptStretch?
  /// The cells of consecutive stretches, the latest first, as its bands are the newest; those not
  /// taken have no entities.
  let stretches: UnsafeMutableBufferPointer<EntityCells>
  let bands: AgeBands
  private let minRuns: Int
  let hasOptional: Bool
  /// Per band, a bit for each window that ends with it; at most 64 windows.
  private let windowsEnding: [UInt64]

  /// Number of entities or rows that one thread takes at a time.
  private static let partCount = 4096

  /// Prepares the windows of a question.
  ///
  /// - Parameters:
  ///   - entities: The entities' codes.
  ///   - bands: The windows' age bands.
  ///   - stretches: The largest number of stretches to take.
  ///   - kept: The sums of all earlier months; nil if the stretches begin with the first month.
  ///   - minRuns: Rows with fewer runs are dropped.
  ///   - hasOptional: Whether rows have optional sums.
  init(
    _ entities: Range<Int32>, bands: AgeBands, stretches: Int, after kept: KeptStretch? = nil,
    minRuns: Int, hasOptional: Bool = false
  ) {
    self.entities = entities
    self.kept = kept
    self.hasOptional = hasOptional
    self.bands = bands
    self.minRuns = minRuns
    let cells = UnsafeMutableBufferPointer<EntityCells>.allocate(
      capacity: stretches + (kept == nil ? 0 : 1))
    for place in 0..<stretches {
      cells.initializeElement(at: place, to: EntityCells(bands: bands))
    }
    if let kept { cells.initializeElement(at: stretches, to: EntityCells(kept, bands: bands)) }
    self.stretches = cells
    windowsEnding = (1...bands.count).map { count in
      bands.bandsOfWindow.enumerated().reduce(0) { $1.1 == count ? $0 | 1 << $1.0 : $0 }
    }
  }

  deinit {
    stretches.deinitialize().deallocate()
  }

  /// Takes the cells of a stretch, counted from the earliest after the kept one.
  func take(_ cells: consuming EntityCells, asStretch number: Int) {
    precondition(0..<ownCount ~= number, "there is room for the stretch")
    stretches[ownCount - 1 - number] = cells
  }

  /// Returns, per window, the entities that have a row, with their runs, by code.
  func runs(threads: Int) -> [[EntityRuns]] {
    let parts = parts
    let found = ParallelTasks.map(count: parts.count, threads: threads) { runs(parts[$0]) }
    return windows.map { window in Array(found.map { $0[window] }.joined()) }
  }

  /// Computes every window's rows in the way that suits the entities.
  ///
  /// - Parameters:
  ///   - order: Per window, the entities in the order of their rows.
  ///   - keepsCells: Whether the cells may stay in memory as long as the rows.
  ///   - threads: Number of worker threads.
  /// - Returns: Per window, its rows.
  func rows(_ order: [[Int32]], keepsCells: Bool, threads: Int) -> [ReportRows.Pass] {
    // The matrix product does not include optional sums; adding up is as exact.
    if isDense && !hasOptional { return dense(order, threads: threads) }
    // Store rows that take less memory than their cells.
    let isStored = !keepsCells || !hasOptional && cellBytes >= Self.rowBytes(order)
    return sparse(order, isStored: isStored, threads: threads)
  }

  /// Computes rows by matrix products.
  ///
  /// - Parameters:
  ///   - order: Per window, the entities in the order of their rows.
  ///   - threads: Number of worker threads.
  /// - Returns: Per window, its rows.
  func dense(_ order: [[Int32]], threads: Int) -> [ReportRows.Pass] {
    let rows = order.map { ColumnMemory<FigureSums>(count: $0.count) }
    let places = order.map { self.places($0) }
    let parts = parts
    let targets = zip(rows, places).map { RowTarget(sums: $0.start, rows: $1.start) }
    _ = ParallelTasks.map(count: parts.count, threads: threads) { part in
      visitProducts(parts[part]) { window, entity, sums in
        targets[window].store(sums, entity - first)
      }
    }
    withExtendedLifetime(places) {}
    return zip(order, rows).map { (codes: $0, source: .memory($1, extras: nil)) }
  }

  /// Creates rows that add up their entities' cells.
  ///
  /// - Parameters:
  ///   - order: Per window, the entities in the order of their rows.
  ///   - isStored: Whether to add up now, so that the cells can be released.
  ///   - threads: Number of worker threads.
  /// - Returns: Per window, its rows.
  func sparse(_ order: [[Int32]], isStored: Bool, threads: Int) -> [ReportRows.Pass] {
    zip(order, bands.bandsOfWindow).map { codes, count in
      let cells = ReportRows.Source.cells(self, bands: count)
      let source =
        isStored
        ? cells.stored(
          of: codes, hasOptional: hasOptional, partCount: Self.partCount, threads: threads)
        : cells
      return (codes, source)
    }
  }

  // MARK: - Implementation

  private var windows: Range<Int> { bands.bandsOfWindow.indices }

  private var first: Int { Int(entities.lowerBound) }

  /// The number of stretches without the kept one.
  private var ownCount: Int { stretches.count - (kept == nil ? 0 : 1) }

  private var parts: [Range<Int>] {
    stride(from: first, to: Int(entities.upperBound), by: Self.partCount).map {
      $0..<min($0 + Self.partCount, Int(entities.upperBound))
    }
  }

  /// Whether most entities ran in most bands, so that a block of all bands has few zeros.
  private var isDense: Bool {
    // Stretches overlap in at most one band, so their number makes no difference.
    let closed = (0..<ownCount).reduce(0) { $0 + stretches[$1].closed.count }
    return closed > entities.count * (bands.count - 1) / 2
  }

  /// The memory of the cells that were taken.
  private var cellBytes: Int { (0..<ownCount).reduce(0) { $0 + stretches[$1].byteCount } }

  /// Returns the memory of stored rows.
  private static func rowBytes(_ order: [[Int32]]) -> Int {
    order.reduce(0) { $0 + $1.count } * MemoryLayout<FigureSums>.stride
  }

  /// Returns, per entity, its row; −1 without a row.
  private func places(_ order: [Int32]) -> ColumnMemory<Int32> {
    let places = ColumnMemory<Int32>(count: entities.count)
    // Safety: each entity has a place.
    places.start.initialize(repeating: -1, count: places.count)
    for (row, code) in order.enumerated() { places.start[Int(code) - first] = Int32(row) }
    return places
  }

  private func runs(_ entities: Range<Int>) -> [[EntityRuns]] {
    var lists = windows.map { _ in [EntityRuns]() }
    for entity in entities {
      var total = 0
      var next = 0
      for index in 0..<stretches.count {
        var cell = stretches[index].newest(entity)
        while let own = cell {
          end(Int(own.pointee.band), &next, entity, total, &lists)
          total += Int(own.pointee.runs)
          cell = stretches[index].earlier(than: own)
        }
      }
      end(bands.count, &next, entity, total, &lists)
    }
    return lists
  }

  /// Records an entity's runs for the windows that end before a band.
  private func end(
    _ band: Int, _ next: inout Int, _ entity: Int, _ total: Int, _ lists: inout [[EntityRuns]]
  ) {
    while next < band {
      if total > 0 && total >= minRuns {
        windowsEnding[next].forEachBit { window in
          lists[window].append(EntityRuns(code: Int32(entity), runs: Int32(total)))
        }
      }
      next += 1
    }
  }
}

/// The memory for a window's sums.
private struct RowTarget: @unchecked Sendable {
  // Safety: points to the rows' memory, and per entity to its row there or −1; each row has one
  // entity, which one thread visits.
  let sums: UnsafeMutablePointer<FigureSums>
  let rows: UnsafeMutablePointer<Int32>

  @inline(__always)
  func store(_ own: borrowing FigureSums, _ entity: Int) {
    if rows[entity] >= 0 { sums[Int(rows[entity])] = copy own }
  }
}

/// An entity's runs in a window, for ordering rows.
package struct EntityRuns: BitwiseCopyable {
  let code: Int32
  let runs: Int32

  package init(code: Int32, runs: Int32) {
    self.code = code
    self.runs = runs
  }
}
