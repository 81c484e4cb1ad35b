import Foundation
import Racing
import RowReading

/// Columns that two readings fit, and cells and rows that would be lost.
extension MappingProposal {
  /// Notes what the chosen columns leave open.
  mutating func doubtColumns() {
    doubtOtherDays()
    doubtNights()
    doubtRepeatedNames()
    doubtNumberedHorses()
    doubtPlaceholders()
  }

  /// Notes the rows that an import would refuse as they have no day, race or runner.
  mutating func doubtRefusals(_ trial: TrialRead) {
    guard feeds == .runners else { return }
    for reason in ["date", "race_id", RejectReason.noKey.rawValue]
    where !doubts.contains(where: { $0.hasPrefix(reason + ": found no") }) {
      let refused = trial.rejects.filter { $0.reason == reason }
      guard let first = refused.first, refused.count * 100 > trial.rowCount else { continue }
      doubts.append(
        "\(reason): \(refused.count) of \(trial.rowCount) rows would be refused: \(first.detail)")
    }
  }

  // MARK: - Implementation

  /// Notes another column of days that differs from the chosen one.
  private mutating func doubtOtherDays() {
    guard let date = chosen["date"] else { return }
    let (own, days) = (profiles[date.index], dayNumbers(of: date))
    for other in candidates.of("date") where other.index != date.index {
      let (profile, numbers) = (profiles[other.index], dayNumbers(of: other))
      let row = own.codes.indices.first { row in
        guard own.codes[row] >= 0, profile.codes[row] >= 0,
          let first = days[Int(own.codes[row])], let second = numbers[Int(profile.codes[row])]
        else { return false }
        return first != second
      }
      guard let row else { continue }
      doubts.append(
        "\(own.label): \(profile.label) has other days, such as "
          + "\(profile.values[Int(profile.codes[row])].oneLine) beside "
          + "\(own.values[Int(own.codes[row])].oneLine); check which are those of the races")
    }
  }

  /// Notes times past midnight beside evening ones of one day and course: the day is the meeting's.
  private mutating func doubtNights() {
    guard let off = profile(of: "off_time"), let date = profile(of: "date"),
      off.column != date.column
    else { return }
    let hours = off.values.map { text in
      text.wholeMatch(of: /(\d{1,2})[:.]\d\d(?:[:.]\d\d)?/).flatMap { Int($0.1) }
    }
    let keys = [date, profile(of: "course")].compactMap(\.self)
    let rows = off.codes.indices.filter { off.codes[$0] >= 0 }
    func days(_ range: ClosedRange<Int>) -> [[Int32]: Int] {
      let found = rows.filter { hours[Int(off.codes[$0])].map(range.contains) ?? false }
      return Dictionary(found.map { row in (keys.map { $0.codes[row] }, row) }) { first, _ in first
      }
    }
    let evenings = days(18...23)
    let nights = days(0...3).filter { evenings[$0.key] != nil }
    guard let (key, night) = nights.min(by: { $0.value < $1.value }) else { return }
    let texts = [night, evenings[key]!].map { off.values[Int(off.codes[$0])] }
    doubts.append(
      "\(off.label): \(nights.count) days have times past midnight beside evening ones, such as "
        + "\(texts[0]) beside \(texts[1]); both are read on the one day, so the first may be a day "
        + "early: give those rows their own day")
  }

  /// Notes a column whose name is in the header line a second time, with other texts.
  private mutating func doubtRepeatedNames() {
    for (name, candidate) in chosen.sorted(by: { $0.key < $1.key }) {
      let own = profiles[candidate.index]
      guard own.piece == nil, let field = RacingTables.flatField(name) else { continue }
      let second = profiles.first { $0.piece == nil && $0.column == own.column + "_2" }
      guard let second, FieldFit(second, as: field).share >= FieldCandidates.leastShare,
        let row = own.codes.indices.first(where: { row in
          own.codes[row] >= 0 && second.codes[row] >= 0
            && own.values[Int(own.codes[row])] != second.values[Int(second.codes[row])]
        })
      else { continue }
      doubts.append(
        "\(own.label): \(second.label) may be \(name) too, and has other texts, such as "
          + "\(second.values[Int(second.codes[row])].oneLine) beside "
          + "\(own.values[Int(own.codes[row])].oneLine); check which is meant")
    }
  }

  /// Notes horses' names with a number in front, which differs from run to run.
  private mutating func doubtNumberedHorses() {
    guard let horse = profile(of: "horse"),
      horse.share({ $0.firstMatch(of: /^\(?\d+[.):]?\s+\p{L}/) != nil }) > 0.9
    else { return }
    doubts.append(
      "\(horse.label): the names have a number in front, such as \(horse.examples(1)[0].oneLine); "
        + #"if it is no part of them, add match: '^\(?\d+[.):]?\s+(.*)$'"#)
  }

  /// Notes starting prices of nines, which mean no price in some sources.
  private mutating func doubtPlaceholders() {
    guard let odds = profile(of: "sp") else { return }
    for (text, count) in zip(odds.values, odds.counts)
    where count > 2 && text.wholeMatch(of: /999+(?:\.[09]+)?/) != nil {
      doubts.append(
        "\(odds.label): \(text) in \(count) of \(odds.filledCount) cells: if it means no price, add "
          + "empty: [\"\(text)\"]")
    }
  }
}
