import Columns
import Foundation
import Racing

/// Fields that take more than one column, or a part of another field's.
extension MappingProposal {
  mutating func compose() {
    switch feeds {
    case .dividends: composeDividends()
    case .runners:
      composeOutcome()
      composeHorse()
      composeDistance()
      composeHandicap()
      composeCountry()
      composePrices()
    case .races:
      composeHandicap()
      composeCountry()
      doubts.append("the file tells no runner: import it together with the file of its runners")
    // Nothing is proposed for a club's or a sportsbook's lists.
    default: break
    }
    needDate()
  }

  // MARK: - Implementation

  func has(_ field: String) -> Bool { fields.contains { $0.name == field } }

  /// Without any day, one must be given.
  private mutating func needDate() {
    guard !has("date") else { return }
    let empty = profiles.first { profile in
      profile.toldCount == 0 && FieldWords.scores(HeaderName(profile.column))["date"] != nil
    }
    let column = empty?.column ?? "date"
    var field = ProposedField(
      "date", columns: [column], members: ["column: " + column.yamlScalar, "optional: true"])
    guard feeds != .races else { return }
    if defaults["date"] == nil {
      field.comments.append("no column of days: import with --default date=YYYY-MM-DD")
      doubts.append(
        "date: found no column of days; import with --default date=YYYY-MM-DD, or together with a "
          + "file of the races that has them")
    }
    fields.append(field)
  }

  /// A market's or race's name may begin with the distance: `2m Nov Hcap Hrd`.
  private mutating func composeDistance() {
    guard !has("distance_m") else { return }
    let pattern = #"^(?:\d+m)?(?:\d+f)?"#
    for candidate in profiles where candidate.toldCount > 0 && candidate.piece == nil {
      let told = candidate.share { text in
        guard let end = text.range(of: pattern, options: .regularExpression), !end.isEmpty else {
          return false
        }
        return Distance.parse(String(text[end]), unit: nil) != nil
          && text[end.upperBound...].first == " "
      }
      guard told > 0.9, candidate.values.allSatisfy({ $0.count < 200 }) else { continue }
      var field = ProposedField(
        "distance_m", candidate, ["match: '\(pattern)'", "format: written", "bad: \"null\""])
      field.comments.append("the name begins with it, such as \(candidate.examples(1)[0].oneLine)")
      fields.append(field)
      return
    }
  }

  private mutating func composeHandicap() {
    guard !has("handicap") else { return }
    let words = ["Handicap", "Hcap", "H'cap", "Nursery", "讓賽", "让赛", "ハンデ"]
    for field in ["race_name", "class"] {
      guard let profile = profile(of: field) else { continue }
      let found = words.filter { word in profile.values.contains { $0.contains(word) } }
      guard !found.isEmpty, profile.piece == nil else { continue }
      let members = found.map { "\"*\($0)*\": \"true\"" } + ["\"*\": \"false\""]
      fields.append(
        ProposedField("handicap", profile, ["words: {" + members.joined(separator: ", ") + "}"]))
      return
    }
  }

  private mutating func composePrices() {
    // A place market that was not settled at a price shows 0 or 1.
    if let place = fields.firstIndex(where: { $0.name == "place_bsp" }) {
      fields[place].beLenient()
    }
    guard let sp = fields.firstIndex(where: { $0.name == "sp" }), let profile = profile(of: "sp")
    else { return }
    if profile.values.contains(where: { ["1", "1.0", "1.00"].contains($0) }),
      !fields[sp].members.contains(where: { $0.hasPrefix("format") })
    {
      fields[sp].members.append("at_least: \"1\"")
      fields[sp].comments.append("odds of 1 are accepted: a tote shows them for the stake back")
    }
  }
}
