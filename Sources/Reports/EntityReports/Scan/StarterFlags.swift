import Racing

/// The facts of a starter that reports need, in one byte.
///
/// If you change a bit, also change `starter_flags.c`, which fills them in.
@usableFromInline package enum StarterFlags {
  @inlinable static var won: UInt8 { 1 }
  @inlinable static var placed: UInt8 { 2 }
  /// Flags of a starter with a bet at sp, tote and bsp.
  ///
  /// A tote bet exists for every starter of a race with a declared dividend, except for a winner
  /// without a declared dividend: its return is unknown.
  @inlinable static var sp: UInt8 { 4 }
  @inlinable static var tote: UInt8 { 8 }
  @inlinable static var bsp: UInt8 { 16 }
  /// Flag of a starter that adds something other than a plain loss: a win, a dividend, or no
  /// percentage of rivals beaten.
  @inlinable static var event: UInt8 { 32 }
  /// Flag of a starter of a race with unknown places; it is not placed.
  @inlinable static var unplaceable: UInt8 { 64 }

  /// Returns the flag of a bet.
  @inlinable package static func flag(of basis: PriceBasis) -> UInt8 {
    switch basis {
    case .sp: sp
    case .tote: tote
    case .bsp: bsp
    }
  }
}
