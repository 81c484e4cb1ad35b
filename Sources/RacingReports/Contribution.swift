/// What one starter adds to its entity's sums; money in 10⁻⁶ units, nil without a price.
struct Contribution {
  var won: Bool
  var isPlaced = false
  var prb: Int32 = -1
  var probability: Int64 = 0
  var winShare: Int64 = 0
  var sp: Int64?
  var tote: Int64?
  /// Before commission, which is taken from the market's net.
  var bsp: Int64?

  init(won: Bool) { self.won = won }
}
