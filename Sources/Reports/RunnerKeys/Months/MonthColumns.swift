import Columns

/// A month's columns as pointers, for the loops of a scan; valid as long as the month's view
/// exists.
///
/// Loops in other modules are specialised only with inlinable code.
@usableFromInline package struct MonthColumns {
  // Safety: points into a MonthView's buffers, which the scan holds while it reads them; rows and
  // races come from the view's own race starts.
  package let dates: UnsafePointer<Int32>
  package let countryCodes: UnsafePointer<Int32>
  package let outcomes: UnsafePointer<Int32>
  package let positions: UnsafePointer<Int16>
  package let sp: UnsafePointer<Int64>
  package let tote: UnsafePointer<Int64>
  package let bsp: UnsafePointer<Int64>
  /// The market's prices; nil for those of `sp` and `bsp`.
  package let market: UnsafePointer<Int64>?
  /// The bits of starters whose bets count on another runner of their entry; nil for none.
  @usableFromInline let mateBits: UnsafePointer<UInt8>?
  /// The bits of runners paid by the exchange's place market, and of those with a known result; nil
  /// for none, and for all.
  @usableFromInline let placeWonBits: UnsafePointer<UInt8>?
  @usableFromInline let placeKnownBits: UnsafePointer<UInt8>?
  @usableFromInline let placeWinners: UnsafePointer<Int16>?
  @usableFromInline let raceStarts: UnsafePointer<Int32>
  @usableFromInline let handicapBits: UnsafePointer<UInt8>
  @usableFromInline let totePaidBits: UnsafePointer<UInt8>

  /// The view must have races.
  ///
  /// - Parameters:
  ///   - view: The month.
  ///   - market: The prices of another market than `sp` and `bsp`, which the caller keeps; nil for
  ///     none.
  package init(_ view: MonthView, market: Buffer<Int64>? = nil) {
    self.market = market?.pointer.baseAddress
    dates = view.dates.pointer.baseAddress!
    countryCodes = view.countryCodes.pointer.baseAddress!
    outcomes = view.outcomes.pointer.baseAddress!
    positions = view.positions.pointer.baseAddress!
    sp = view.betSP.pointer.baseAddress!
    tote = view.betTote.pointer.baseAddress!
    bsp = view.bsp.pointer.baseAddress!
    mateBits = view.interests?.mates.bytes.pointer.baseAddress
    placeWonBits = view.placeWon?.flags.bytes.pointer.baseAddress
    placeKnownBits = view.placeWon?.validity.bits?.bytes.pointer.baseAddress
    placeWinners = view.placeWinners?.pointer.baseAddress
    raceStarts = view.raceStarts.pointer.baseAddress!
    handicapBits = view.isHandicap.bytes.pointer.baseAddress!
    totePaidBits = view.totePaid.bytes.pointer.baseAddress!
  }

  @inlinable @inline(__always)
  package func rows(ofRace race: Int) -> Range<Int> {
    Range(uncheckedBounds: (Int(raceStarts[race]), Int(raceStarts[race + 1])))
  }

  @inlinable @inline(__always)
  package func isHandicap(_ race: Int) -> Bool { Self.bit(handicapBits, race) }

  @inlinable @inline(__always)
  package func totePaid(_ race: Int) -> Bool { Self.bit(totePaidBits, race) }

  /// Returns the exchange's own result of a runner's place market; nil where it is unknown.
  @inlinable @inline(__always)
  package func placeWon(_ row: Int) -> Bool? {
    guard let placeWonBits else { return nil }
    if let placeKnownBits, !Self.bit(placeKnownBits, row) { return nil }
    return Self.bit(placeWonBits, row)
  }

  /// Returns the number of places that a race's place market pays; 0 where unknown.
  @inlinable package func placeWinners(_ race: Int) -> Int {
    placeWinners.map { Int($0[race]) } ?? 0
  }

  /// Whether a starter's bets count on another runner of its entry.
  @inlinable @inline(__always)
  package func isMate(_ row: Int) -> Bool { mateBits.map { Self.bit($0, row) } ?? false }

  @inlinable @inline(__always)
  static func bit(_ bytes: UnsafePointer<UInt8>, _ index: Int) -> Bool {
    bytes[index >> 3] >> UInt8(truncatingIfNeeded: index & 7) & 1 == 1
  }
}
