import Columns
import Racing

/// Finds the notation of a column's odds.
struct OddsFit {
  private(set) var fit = FieldFit.none

  private static let field = RacingTables.flatField("sp")!

  init(_ profile: ColumnProfile) {
    if let bare = profile.withoutSignInFront ?? profile.withoutSignBehind {
      fit = OddsFit(bare.profile).fit
      if fit.share > 0 { fit.members.append(bare.member) }
      return
    }
    let gaps = profile.values.filter(Self.saysNoPrice)
    if !gaps.isEmpty {
      fit = OddsFit(profile.mapped { gaps.contains($0) ? "" : $0 }).fit
      fit.missing += gaps
      return
    }
    if let bare = profile.withoutFavouriteMarks {
      fit = OddsFit(bare.profile).fit
      if fit.share > 0 { fit.members.append(bare.member) }
      return
    }
    // German totes print the amount for a stake of 10: 33:10.
    let perTen = profile.share { $0.wholeMatch(of: /\d+:10/) != nil }
    if perTen > 0.9 {
      let members = ["match: '^([0-9]+):10$'", "format: payoff", "stake: 10"]
      fit = FieldFit(share: perTen, members: members)
      return
    }
    if let commas = DecimalCommas(profile.values) {
      fit = FieldFit(share: Self.share(profile, commas.members), members: commas.members)
      return
    }
    if takeDays(profile) { return }
    let decimal = Self.decimals(profile)
    if decimal.count == profile.valueCount, profile.valueCount > 0 {
      judge(decimal, profile)
      return
    }
    var best = FieldFit(share: Self.share(profile, []))
    for notation in ["fractional", "morning_line", "american", "to_one"] {
      // Charts to one mark the favourite.
      if notation == "to_one", !profile.values.contains(where: { $0.contains("*") }) { continue }
      // A sign or a word distinguishes American odds from other numbers.
      if notation == "american", profile.share({ "+-".contains($0.first!) }) < 0.3 { continue }
      let members = ["format: \(notation)"]
      let share = Self.share(profile, members)
      if share > best.share + 0.001 { best = FieldFit(share: share, members: members) }
    }
    if profile.values.contains(where: { $0.contains(",") && $0.contains(".") }) {
      let members = [FieldFit.thousandsCommas]
      let share = Self.share(profile, members)
      if share > best.share + 0.001 { best = FieldFit(share: share, members: members) }
    }
    let mixed = ["format: [fractional, decimal]"]
    let share = Self.share(profile, mixed)
    if share > best.share + 0.01 {
      best = FieldFit(share: share, members: mixed)
      doubtWhole(profile, &best)
    }
    if best.share < 0.98, isForm(profile) { return }
    fit = best
  }

  // MARK: - Implementation

  /// Whether a text says that a runner has no price: a zero, `SP` or `NR`, which no notation reads
  /// as odds.
  private static func saysNoPrice(_ text: String) -> Bool {
    ["sp", "nr", "empty"].contains(text.lowercased())
      || text.wholeMatch(of: /0+(?:[.,]0+)?|0\/[01]/) != nil
  }

  private static func share(_ profile: ColumnProfile, _ members: [String]) -> Double {
    ReadValues(profile, field, members).share { $0 > Decimal6.one }
  }

  private struct Decimals {
    var count = 0
    var most: Int64 = 0
    /// The lowest value above zero.
    var least = Int64.max
    var areWhole = true
    var aboveOne = 0
    var belowOne = 0
  }

  private static func decimals(_ profile: ColumnProfile) -> Decimals {
    var found = Decimals()
    for (text, count) in zip(profile.values, profile.counts) {
      guard !ColumnProfile.emptyWords.contains(text), let micros = Decimal6(text)?.micros else {
        continue
      }
      // A sign means American odds.
      guard text.first != "+", micros >= 0 else { continue }
      found.count += count
      found.most = max(found.most, micros)
      found.least = min(found.least, micros)
      if micros % Decimal6.one != 0 { found.areWhole = false }
      if micros > Decimal6.one { found.aboveOne += count }
      if micros < Decimal6.one { found.belowOne += count }
    }
    return found
  }

  private mutating func judge(_ odds: Decimals, _ profile: ColumnProfile) {
    let count = profile.valueCount
    if odds.most <= Decimal6.one {
      fit.doubts.append(
        "the odds never exceed 1: probabilities, or winnings to a stake of 1; left out")
      return
    }
    fit = FieldFit(share: Double(odds.aboveOne) / Double(count))
    if odds.areWhole && odds.least >= 100 * Decimal6.one {
      fit.doubts.append(
        "all odds are whole numbers of at least 100: hundredths (format: hundredths) or American "
          + "odds (format: american), not decimal ones; read as hundredths to one")
      fit.members.insert("format: hundredths", at: 0)
    } else if odds.belowOne > 0 {
      fit.doubts.append("\(odds.belowOne) of \(count) odds examined are below 1")
    }
  }

  /// Reads fractions that a spreadsheet made days of, in the order by which most are odds against.
  private mutating func takeDays(_ profile: ColumnProfile) -> Bool {
    func share(_ order: BeatenLengths.DateOrder, above least: Int64) -> Double {
      profile.share { Odds.excelDate($0.utf8.span, order).map { $0.micros > least } ?? false }
    }
    let days = share(.dayFirst, above: 0)
    guard days > 0.2, days < 1 else { return false }
    let evens = 2 * Decimal6.one
    let isDayFirst = share(.dayFirst, above: evens) >= share(.monthFirst, above: evens)
    let format = isDayFirst ? "excel_date_day_first" : "excel_date"
    let members = ["format: [fractional, \(format)]"]
    let read = FieldFit(share: Self.share(profile, members), members: members)
    guard read.share > 0.95 else { return false }
    fit = read
    let examples = profile.examples(2) { Odds.excelDate($0.utf8.span, .dayFirst) != nil }
    fit.doubts.append(FieldFit.madeDays(examples, as: format))
    return true
  }

  /// Warns of decimal odds beside fractions that are all whole: 8 may be 8/1.
  private func doubtWhole(_ profile: ColumnProfile, _ best: inout FieldFit) {
    let decimals = profile.examples(.max) { Double($0) != nil }
    guard decimals.count > 1, decimals.allSatisfy({ Int($0) != nil }) else { return }
    best.doubts.append(
      "whole numbers beside fractions, such as \(decimals[0]), are read as decimal odds; if they are "
        + "to one, write format: [fractional, to_one]")
  }

  /// Whether a column has form lines, such as `9-5`, which look like morning lines.
  private mutating func isForm(_ profile: ColumnProfile) -> Bool {
    guard profile.share({ FormLine.parse($0) != nil }) > 0.95 else { return false }
    guard profile.share({ (try? Odds.parse($0, .morningLine)) != nil }) > 0 else { return false }
    fit.doubts.append(
      "the texts look like form lines, though some could be morning-line odds; left out")
    return true
  }
}
