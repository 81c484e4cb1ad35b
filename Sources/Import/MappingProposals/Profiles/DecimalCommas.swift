/// The marks of numbers with a comma before their decimals.
struct DecimalCommas {
  /// The mark between thousands; nil if no number has one.
  private var thousands: Character?

  /// Examines a column's texts; nil if their commas mean something else.
  ///
  /// Each number has at most one comma, with a digit after it. Points are thousands marks: three
  /// digits follow each, and they come before the comma. A comma before exactly three digits may be
  /// a thousands mark, unless the same number has a point or a colon.
  ///
  /// - Parameters:
  ///   - texts: The texts.
  ///   - takesPoints: Whether single points before three digits also show decimal commas, if all
  ///     numbers have them: for money, which has no thousandths, or beside columns with decimal
  ///     commas.
  init?(_ texts: [String], takesPoints: Bool = false) {
    let numbers = texts.map(Self.number).filter { $0.contains { ",.".contains($0) } }
    var areClear = false
    for number in numbers {
      let halves = number.split(separator: ",", omittingEmptySubsequences: false)
      let whole = halves[0].split(separator: ".", omittingEmptySubsequences: false)
      guard halves.count <= 2, whole.dropFirst().allSatisfy(Self.isThousand),
        whole[0].last?.isNumber ?? false
      else { return nil }
      if whole.count > 1 { thousands = "." }
      areClear = areClear || whole.count > 2 || takesPoints && whole.count > 1
      guard halves.count == 2 else { continue }
      guard halves[1].first?.isNumber ?? false, !halves[1].contains(".") else { return nil }
      areClear =
        areClear || whole.count > 1 || number.contains(":")
        || halves[1].prefix(while: \.isNumber).count != 3
      let blanks = halves[0].split(separator: " ", omittingEmptySubsequences: false)
      if thousands == nil, blanks.count > 1, blanks.dropFirst().allSatisfy(Self.isThousand) {
        thousands = " "
      }
    }
    guard areClear else { return nil }
  }

  /// The mapping's members for such numbers.
  var members: [String] {
    (thousands.map { ["thousands: \"\($0)\""] } ?? []) + ["decimal: \",\""]
  }

  /// Whether a column has only numbers, with decimal commas.
  static func areIn(_ profile: ColumnProfile) -> Bool {
    profile.share { $0.allSatisfy { $0.isNumber || ",.:+- €£$".contains($0) } } > 0.95
      && DecimalCommas(profile.values) != nil
  }

  // MARK: - Implementation

  /// Returns a text from its first digit to its last.
  private static func number(_ text: String) -> Substring {
    guard let last = text.lastIndex(where: \.isNumber) else { return "" }
    return text[...last].drop { !$0.isNumber }
  }

  private static func isThousand(_ digits: Substring) -> Bool {
    digits.count == 3 && digits.allSatisfy(\.isNumber)
  }
}
