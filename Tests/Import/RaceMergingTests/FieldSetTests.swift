import Testing
@testable import RaceMerging

struct FieldSetTests {
  private static let (a, b) = (FieldSet("price_a"), FieldSet("price_b"))
  private static let all = FieldSet.all

  /// Sets, and whether their union has each of the prices `a` and `b`, and the field `sp`.
  @Test(arguments: [
    (a, b, [true, true, false]), (a, FieldSet("sp"), [true, false, true]),
    (all, a, [true, true, true]), (a, all, [true, true, true]),
    (all.subtracting(a), a, [true, true, true]),
    (all.subtracting(a), b, [false, true, true]),
    (all.subtracting(a), all.subtracting(b), [true, true, true]),
    (all.subtracting(union(a, b)), all.subtracting(a), [false, true, true]),
    (all.subtracting(union(a, b)), a, [true, false, true]),
    (a, all.subtracting(union(a, b)), [true, false, true]),
  ])
  func `a union has what either has, prices of any name too`(
    one: FieldSet, other: FieldSet, isIn: [Bool]
  ) {
    let fields = [Self.a, Self.b, FieldSet("sp")]
    #expect(fields.map(Self.union(one, other).contains) == isIn)
    #expect(fields.map(Self.union(other, one).contains) == isIn)
  }

  private static func union(_ one: FieldSet, _ other: FieldSet) -> FieldSet {
    var both = one
    both.formUnion(other)
    return both
  }
}
