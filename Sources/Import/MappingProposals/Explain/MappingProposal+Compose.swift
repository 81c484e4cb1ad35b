import Columns
import Foundation
import Mappings
import Racing
import YAMLText

/// Fields that take more than one column, or a part of another field's column.
extension MappingProposal {
  mutating func compose() {
    switch feeds {
    case .dividends: composeDividends()
    case .runners:
      composeOutcome()
      composeHorse()
      joinNames()
      composeNames()
      composeDistance()
      composeHandicap()
      composeCountry()
      composeFinishLanguage()
      composePrices()
      composeInterest()
    case .races:
      composeHandicap()
      composeCountry()
      if candidates.pools == nil {
        doubts.append("the file has no runner: import it together with the file of its runners")
      }
    // Proposes nothing for a club's or a sportsbook's lists.
    default: break
    }
    composeHalves()
    composeDayOrder()
    needDate()
  }

  // MARK: - Implementation

  func has(_ field: String) -> Bool { fields.contains { $0.name == field } }

  /// Adds an optional field if no column has the day, and a doubt, as one must be given.
  private mutating func needDate() {
    guard !has("date") else { return }
    let empty = profiles.first { profile in
      profile.valueCount == 0 && FieldWords.scores(HeaderName(profile.column))["date"] != nil
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
      doubts += profiles.filter {
        HeaderName($0.column).isOfRetrieval && DateFit($0).fit.share > 0.9
      }.map { "\($0.label): the moment at which the rows were taken, so not the day of the races" }
    }
    fields.append(field)
  }

  /// Lets the country decide, as a twelve-hour clock does not show the half of the day.
  private mutating func composeHalves() {
    guard let place = fields.firstIndex(where: { $0.name == "off_time" }),
      let member = fields[place].members.firstIndex(of: TimeFit.fromTen),
      has("country") || constants.contains(where: { $0.field == "country" })
        || defaults["country"] != nil
    else { return }
    fields[place].members[member] = TimeFit.byCountry
    for index in doubts.indices where doubts[index].contains(TimeFit.halves) {
      doubts[index] = doubts[index].replacing(TimeFit.afternoon, with: TimeFit.countryHours)
    }
  }

  /// Puts the month first in days that leave the order open, where the file is American.
  private mutating func composeDayOrder() {
    guard let date = profile(of: "date"), let sign = americanSign,
      let doubt = doubts.firstIndex(where: { $0.hasPrefix("\(date.label): \(DateFit.openOrder)") })
    else { return }
    for index in fields.indices where fields[index].columns == [date.column] {
      fields[index].members = DateFit.monthFirst(fields[index].members)
    }
    doubts[doubt] += "; the month is taken first, as the file has \(sign)"
  }

  /// The sign by which a file is American, in words; nil if it has none.
  var americanSign: String? {
    func has(_ field: String, _ formats: String...) -> Bool {
      fields.first { $0.name == field }?.members.contains { member in
        formats.contains { member.hasPrefix("format: \($0)") }
      } ?? false
    }
    if !Set(countries).isDisjoint(with: ["US", "CA", "PR"]) { return "races of North America" }
    if has("sp", "to_one", "american", "morning_line") { return "odds to one" }
    // British files have yards, too.
    let isBritish = has("sp", "fractional") || has("weight_lb", "stone_pounds")
    if has("distance_m", "yards"), !isBritish { return "distances in yards" }
    return sample.columns.first { column in
      !HeaderName(column).tokens.allSatisfy { !["pgm", "program", "purse"].contains($0) }
    }.map { "a column called \($0.oneLine)" }
  }

  /// Finds the distance at the beginning of a market's or race's name, as in `2m Nov Hcap Hrd`.
  private mutating func composeDistance() {
    guard !has("distance_m") else { return }
    let pattern = #"^(?:\d+m)?(?:\d+f)?"#
    for candidate in profiles where candidate.valueCount > 0 && candidate.piece == nil {
      let fitting = candidate.share { text in
        guard let end = text.range(of: pattern, options: .regularExpression), !end.isEmpty else {
          return false
        }
        return Distance.parse(String(text[end]), unit: nil) != nil
          && text[end.upperBound...].first == " "
      }
      guard fitting > 0.9, candidate.values.allSatisfy({ $0.count < 200 }) else { continue }
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
}

/// Runners that count as one bet.
extension MappingProposal {
  /// Finds stablemates, which carry a letter behind the number: 1 and 1A.
  private mutating func composeInterest() {
    guard !has("betting_interest"), let number = profile(of: "number"), number.piece == nil,
      number.values.contains(where: { $0.wholeMatch(of: /\d+[A-Za-z]/) != nil })
    else { return }
    var field = ProposedField(
      "betting_interest", number, [#"match: '^(\d+)[A-Za-z]?$'"#, "bad: \"null\""])
    field.comments.append("runners of one number are bet on as one, such as 1 and 1A")
    fields.append(field)
  }
}

/// The country of the races.
extension MappingProposal {
  /// Finds the country in the course's name, or concludes it from the course.
  mutating func composeCountry() {
    guard !has("country"), defaults["country"] == nil else { return }
    guard let course = profile(of: "course") else {
      doubtCountry()
      return
    }
    func code(_ text: String) -> String? {
      guard text.hasSuffix(")"), let open = text.lastIndex(of: "(") else { return nil }
      return String(text[text.index(after: open)...].dropLast())
    }
    let hasCodes = course.share { code($0).flatMap { CountryCode.iso[$0] } != nil } == 1
    if hasCodes, course.piece == nil {
      let codes = Set(course.values.compactMap(code)).sorted()
      let words = codes.filter { CountryCode.iso[$0]! != $0 }.map {
        "\($0.yamlWord): \(CountryCode.iso[$0]!)"
      }
      let members =
        ["between: [\"(\", \")\"]"]
        + (words.isEmpty ? [] : ["words: {" + words.joined(separator: ", ") + "}"])
      fields.append(ProposedField("country", course, members))
    } else if let country = KnownCourses.country(of: course) {
      setConstant("country", country)
    } else {
      doubtCountry()
    }
  }

  private mutating func doubtCountry() {
    doubts.append(
      "country: found no column; place terms go by it, so add one such as constants: {country: GB}")
  }
}

/// Pools and their dividends.
extension MappingProposal {
  mutating func composeDividends() {
    if let pool = fields.firstIndex(where: { $0.name == "pool" }), let profile = profile(of: "pool")
    {
      let words = profile.values.compactMap { text in
        PoolWords.meanings[text].map { "\(text.yamlScalar): \($0)" }
      }
      if words.isEmpty {
        doubts.append(
          "pool: found no word for win or place among \(profile.examples(6).map(\.oneLine).joined(separator: ", "))"
        )
      } else {
        fields[pool].members.append("words: {" + words.joined(separator: ", ") + "}")
      }
    }
    guard let index = fields.firstIndex(where: { $0.name == "dividend" }),
      let profile = profile(of: "dividend")
    else { return }
    let header = HeaderName(profile.column).tokens
    if header.contains("hkd") || profile.column.contains("派彩") {
      fields[index].members.append("stake: 10")
      fields[index].comments.append("taken for HK$ per $10")
    } else {
      doubts.append(
        "dividend: taken for an amount per unit staked; add stake: 2 or stake: 10 where it is per $2 or $10"
      )
    }
    fields[index].beLenient()
    fields.append(
      ProposedField(
        "declared", columns: [profile.column], members: ["column: " + profile.column.yamlScalar]))
  }
}

/// Results, and the horses that they belong to.
extension MappingProposal {
  mutating func composeOutcome() {
    let flag = fields.firstIndex { $0.name == "outcome" }
    guard let position = fields.first(where: { $0.name == "position" }),
      let profile = profile(of: "position")
    else {
      if flag == nil {
        doubts.append("position: found no column of results; all runners stay unresolved")
      }
      return
    }
    let own: [String] =
      FinishFit(profile).winnerOutcomes.map { profile.members + [$0] } ?? position.members
    guard let flag, let flagProfile = self.profile(of: "outcome") else {
      fields.append(ProposedField("outcome", columns: position.columns, members: own))
      return
    }
    // Other flags and the position complete the flag.
    let taken = Set(chosen.values.map(\.index))
    let others = candidates.of("outcome").filter { !taken.contains($0.index) }
    let flags = [flagProfile] + others.map { profiles[$0.index] }
    let rest = own.filter { !$0.hasPrefix("format") }
    var sources =
      [fields[flag].members] + others.map { profiles[$0.index].members + $0.fit.members } + [rest]
    // A word for no value leaves the outcome to the next column.
    for (place, column) in flags.enumerated() where !column.emptyWords.isEmpty {
      guard !sources[place].contains(where: { $0.hasPrefix("words:") }) else { continue }
      let words = column.emptyWords.map(\.yamlScalar).joined(separator: ", ")
      sources[place].append("empty: [\(words)]")
    }
    var outcome = ProposedField(
      "outcome", columns: flags.map(\.column) + position.columns,
      members: [
        "first_of: ["
          + sources.map { "{" + $0.joined(separator: ", ") + "}" }.joined(separator: ", ")
          + "]", "format: finish",
      ])
    outcome.comments = fields[flag].comments
    let openCount = profile.codes.indices.count { row in
      profile.codes[row] < 0
        && !flags.contains { $0.codes[row] >= 0 && FinishFit.says($0.values[Int($0.codes[row])]) }
    }
    if openCount > 0, sources.joined().contains(where: { $0.contains(": non_runner") }) {
      outcome.members.append("unplaced: lost")
      let names = flags.map(\.label).joined(separator: ", ")
      doubts.append(
        "\(profile.label): \(openCount) runners have no place and no word; as \(names) names those that "
          + "did not run, they are taken for unplaced in races that have places")
    }
    fields[flag] = outcome
  }

  mutating func composeHorse() {
    guard let horse = profile(of: "horse") else { return }
    if let id = profile(of: "horse_id") {
      guard Self.isUnstable(id, for: horse) else { return }
      drop("horse_id")
      doubts.append(
        "\(id.label): the same horse has several, so it is not taken for horse_id")
      return
    }
    let codes = horse.share { text in
      guard text.hasSuffix(")"), let open = text.lastIndex(of: "(") else { return false }
      let code = text[text.index(after: open)...].dropLast()
      return code.count >= 2 && code.contains(where: \.isNumber)
    }
    guard codes > 0.9 else { return }
    var field = ProposedField("horse_id", horse, ["between: [\"(\", \")\"]"])
    field.comments.append("the code in brackets behind the horse's name")
    fields.append(field)
  }

  /// Whether many horses with more than one run have more than one id.
  private static func isUnstable(_ id: ColumnProfile, for horse: ColumnProfile) -> Bool {
    var ids: [Int32: (first: Int32, count: Int, differs: Bool)] = [:]
    for (row, code) in horse.codes.enumerated() where code >= 0 && id.codes[row] >= 0 {
      if let known = ids[code] {
        ids[code] = (known.first, known.count + 1, known.differs || known.first != id.codes[row])
      } else {
        ids[code] = (id.codes[row], 1, false)
      }
    }
    let repeated = ids.values.filter { $0.count > 1 }
    return repeated.count >= 5
      && Double(repeated.count { $0.differs }) > 0.3 * Double(repeated.count)
  }
}
