import Kernels

/// Rows that add up their entities' cells on demand.
///
/// Stored for every row of every window, the sums would take more memory than the cells, and would
/// be written once to be read once.
extension WindowFigures {
  /// Number of rows processed together: a bit for each in a word.
  private static let batch = UInt64.bitWidth

  /// Returns an entity's sums over its newest bands, and the optional ones.
  func sums(_ entity: Int, bands count: Int) -> (FigureSums, extra: OptionalSums?) {
    withExtendedLifetime(self) { (added(entity, count), hasOptional ? extra(entity, count) : nil) }
  }

  /// Prefetches an entity's cells of the newest bands into the cache.
  func fetch(_ entity: Int) {
    for index in 0..<stretches.count { stretches[index].fetch(entity) }
  }

  /// Prefetches the data that these cells refer to.
  func fetch(behind entity: Int) {
    withExtendedLifetime(self) {
      for index in 0..<stretches.count {
        if let cell = stretches[index].newest(entity) { stretches[index].fetch(behind: cell) }
      }
    }
  }

  /// Visits the sums of some entities over their newest bands, in order.
  ///
  /// - Parameters:
  ///   - entities: The entities' codes.
  ///   - count: The number of bands.
  ///   - body: Takes each entity's sums.
  func visit(
    _ entities: UnsafeBufferPointer<Int32>, bands count: Int,
    _ body: (borrowing FigureSums, UnsafePointer<OptionalSums>?) -> Void
  ) {
    visit(entities, count, fetching: { $0.fetch(behind: $1) }) { entity in
      let sums = added(entity, count)
      guard hasOptional else { return body(sums, nil) }
      withUnsafePointer(to: extra(entity, count)) { body(sums, $0) }
    }
  }

  /// Visits the luck of some entities over their newest bands, without winners, in order.
  ///
  /// - Parameters:
  ///   - entities: The entities' codes.
  ///   - count: The number of bands.
  ///   - body: Takes each entity's luck.
  func visitLuck(
    _ entities: UnsafeBufferPointer<Int32>, bands count: Int, _ body: (borrowing LuckSums) -> Void
  ) {
    visit(entities, count, fetching: { $0.fetchLuck(behind: $1) }) { entity in
      var luck = LuckSums()
      for index in 0..<stretches.count {
        var cell = stretches[index].newest(entity)
        while let own = cell, own.pointee.band < count {
          if let other = stretches[index].luck(of: own) { luck.addBets(other.pointee) }
          cell = stretches[index].earlier(than: own)
        }
      }
      body(luck)
    }
  }

  // MARK: - Implementation

  /// Visits some entities with their cells prefetched.
  @inline(__always)
  private func visit(
    _ entities: UnsafeBufferPointer<Int32>, _ count: Int,
    fetching: (borrowing EntityCells, UnsafePointer<EntityCell>) -> Void, _ body: (Int) -> Void
  ) {
    // Safety: the codes are read before this function returns; cells live as long as this value.
    withExtendedLifetime(self) {
      for entity in entities.prefix(Self.batch) { fetch(Int(entity)) }
      for first in stride(from: 0, to: entities.count, by: Self.batch) {
        let next = min(first + Self.batch, entities.count)
        fetch(behind: UnsafeBufferPointer(rebasing: entities[first..<next]), count, fetching)
        for row in first..<next {
          if row + Self.batch < entities.count { fetch(Int(entities[row + Self.batch])) }
          body(Int(entities[row]))
        }
      }
    }
  }

  private func extra(_ entity: Int, _ count: Int) -> OptionalSums {
    var sums = OptionalSums()
    for index in 0..<stretches.count {
      var cell = stretches[index].newest(entity)
      while let own = cell, own.pointee.band < count {
        if let bets = stretches[index].bets(of: own) { sums.bets.add(bets.pointee) }
        if let luck = stretches[index].luck(of: own) { sums.luck.add(luck.pointee) }
        cell = stretches[index].earlier(than: own)
      }
    }
    return sums
  }

  @inline(__always)
  private func added(_ entity: Int, _ count: Int) -> FigureSums {
    var sums = FigureSums()
    for index in 0..<stretches.count {
      var cell = stretches[index].newest(entity)
      while let own = cell {
        guard own.pointee.band < count else { return sums }
        sums.addEarlier(own, of: stretches[index])
        cell = stretches[index].earlier(than: own)
      }
    }
    return sums
  }

  /// Walks some entities' cells together, newest first (already prefetched), and prefetches the
  /// data that adding them up reads, so that the waits for memory overlap.
  @inline(__always)
  private func fetch(
    behind entities: UnsafeBufferPointer<Int32>, _ count: Int,
    _ fetch: (borrowing EntityCells, UnsafePointer<EntityCell>) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: UnsafePointer<EntityCell>?.self, capacity: Self.batch) {
      cells in
      // Rows whose cells so far all lie within the bands.
      var within = UInt64.max >> UInt64(Self.batch - entities.count)
      for index in 0..<stretches.count {
        var left = within
        within.forEachBit { cells[$0] = stretches[index].newest(Int(entities[$0])) }
        while left != 0 {
          left.forEachBit { row in
            guard let cell = cells[row] else { return left &= ~(1 << UInt64(row)) }
            guard cell.pointee.band < count else {
              within &= ~(1 << UInt64(row))
              return left &= ~(1 << UInt64(row))
            }
            fetch(stretches[index], cell)
            cells[row] = stretches[index].earlier(than: cell)
          }
        }
      }
    }
  }
}
