import Columns
import Foundation
import Racing

/// Cards in files with a header line, which have no results.
extension MappingProposal {
  /// Takes the file for a card where its days are to come, or where nothing follows a column that
  /// only ranks the runners, such as `rank`.
  ///
  /// A card's odds are no starting prices; they become a price of their own.
  mutating func dropCard() {
    guard feeds == .runners, sample.file.form.columns == nil else { return }
    let day = firstDayToCome
    while let position = candidates.of("position").first {
      let profile = profiles[position.index]
      let isRank = HeaderName(profile.column).tokens.contains("rank") && isUnfollowed(position)
      guard day != nil || isRank else { break }
      let reason =
        day.map { "its days are to come, from \($0.iso) on" }
        ?? "it numbers the runners of each race, and no times, margins or odds follow it"
      doubts.append(
        "\(profile.label): no result, for \(reason), so the file is taken for a card; if it is the "
          + "finish, add it as position and as outcome, both with format: finish")
      candidates.remove { $0.field == "position" && $0.index == position.index }
    }
    guard candidates.of("position").isEmpty, let odds = candidates.of("sp").first else {
      return doubtMorningLine()
    }
    let name = Self.isMorningLine(profiles[odds.index]) ? "morning_line" : "early"
    guard day != nil || name == "morning_line" else { return }
    candidates.remove { $0.field == "sp" }
    prices.append(ProposedField(name, profiles[odds.index], odds.fit.members))
    doubts.append(
      "\(profiles[odds.index].label): the odds of a card are no starting prices, so they are the price "
        + name)
  }

  // MARK: - Implementation

  private static func isMorningLine(_ profile: ColumnProfile) -> Bool {
    let tokens = HeaderName(profile.column).tokens
    return tokens.contains("morning") || tokens == ["ml"]
  }

  /// Notes odds from before the race that are taken for starting prices.
  private mutating func doubtMorningLine() {
    guard let odds = candidates.of("sp").first else { return }
    let profile = profiles[odds.index]
    guard Self.isMorningLine(profile) else { return }
    doubts.append(
      "\(profile.label): odds from before the race are taken for starting prices; if bets are not "
        + "settled at them, give them the name morning_line under prices")
  }

  /// The first of the file's days, if all lie behind today; nil otherwise.
  private var firstDayToCome: Day? {
    guard let date = candidates.of("date").first else { return nil }
    let days = dayNumbers(of: date)
    let profile = profiles[date.index]
    let known = profile.values.indices.filter {
      !ColumnProfile.emptyWords.contains(profile.values[$0])
    }.map { days[$0] }
    let today = Int64(Date().timeIntervalSince1970 / 86_400)
    guard let first = known.compactMap(\.self).min(), first > today, !known.contains(nil) else {
      return nil
    }
    return Day(Int32(first))
  }

  /// Returns the days of a column's different texts, as numbers; nil where a text is none.
  func dayNumbers(of candidate: FieldCandidates.Candidate) -> [Int64?] {
    let profile = profiles[candidate.index]
    let read = ReadValues(profile, RacingTables.flatField("date")!, candidate.fit.members)
    return profile.values.indices.map { read[$0] }
  }

  /// Whether a column numbers the runners of each race, and no other column follows it.
  private func isUnfollowed(_ position: FieldCandidates.Candidate) -> Bool {
    let profile = profiles[position.index]
    guard profile.values.allSatisfy({ Int($0) != nil }),
      UnnamedColumns.isNumbering(profile, in: races)
    else { return false }
    let known = ["position", "number", "draw", "sp", "race_no"].flatMap { candidates.of($0) }
    let taken = Set(known.map(\.index))
    let others = profiles.indices.filter { !taken.contains($0) && profiles[$0].piece == nil }
    let evidence = ResultEvidence(
      races, odds: candidates.of("sp").first.map { profiles[$0.index] },
      others: others.map { profiles[$0] })
    let numberings = ["number", "draw"].flatMap { candidates.of($0) }
      .filter { $0.index != position.index }
    return !evidence.isFinish(profile, besides: numberings.map { profiles[$0.index] })
  }
}
