import Columns
import Racing

extension MappingProposal {
  /// Settles the notation, the unit and the gaps of prices.
  mutating func composePrices() {
    // A place market that was not settled at a price shows 0 or 1.
    if let place = fields.firstIndex(where: { $0.name == "place_bsp" }) {
      fields[place].beLenient()
    }
    settleOdds()
    settleTote()
    guard let sp = fields.firstIndex(where: { $0.name == "sp" }), let profile = profile(of: "sp")
    else { return doubtPrices() }
    if profile.values.contains(where: { ["1", "1.0", "1.00"].contains($0) }),
      !fields[sp].members.contains(where: { $0.hasPrefix("format") })
    {
      fields[sp].members.append("at_least: \"1\"")
      fields[sp].comments.append("odds of 1 are accepted: a tote shows them for the stake back")
    }
  }

  // MARK: - Implementation

  /// Chooses the notation of bare odds by which the inverse odds of a race sum to about 1, and
  /// notes the evidence.
  private mutating func settleOdds() {
    guard let place = fields.firstIndex(where: { $0.name == "sp" }), let profile = profile(of: "sp")
    else { return }
    let members = fields[place].members
    let format = members.first { $0.hasPrefix("format:") }
    let first = BookFit.Reading.allCases.first { $0.members.first == format }
    // The book of several races says nothing of the odds.
    guard let first, !trial(races).merges else { return }
    let book = BookFit(
      profile.withoutFavouriteMarks?.profile ?? profile, in: races, of: self.profile(of: "horse"),
      hasCommas: members.contains { $0.hasPrefix("decimal:") })
    guard let sum = book.medians[first] else { return }
    let chosen = book.reading(insteadOf: first, isAmerican: americanSign != nil)
    let best = book.medians[chosen]!
    fields[place].comments.append(
      "\(chosen.unit): the inverse odds of a race sum to \(BookFit.text(best)) (the median)"
        + (chosen == first ? "" : ", as \(first.unit) to \(BookFit.text(sum))"))
    if chosen == .decimal { doubtMeetings(book, profile) }
    guard chosen != first else { return }
    fields[place].members.removeAll { $0 == format }
    fields[place].members += chosen.members
    // The book answers what the numbers alone left open.
    doubts.removeAll { $0.hasPrefix(profile.label + ": ") && $0.contains("odds") }
    // Only odds to one lie below 1; place odds have large books, too.
    guard chosen != .toOne || book.belowOneCount == 0 else { return }
    doubts.append(
      "\(profile.label): taken for \(chosen.unit), by which the inverse odds of a race sum to "
        + "\(BookFit.text(best)) (the median)")
  }

  /// Notes a meeting whose prices are odds to one, beside others with decimal odds.
  private mutating func doubtMeetings(_ book: BookFit, _ odds: ColumnProfile) {
    let facts = ["date", "course"].compactMap { profile(of: $0) }
    let meetings = Dictionary(grouping: book.racesToOne) { race in facts.map { $0.codes[race.row] }
    }
    let wrong = meetings.values.filter { races in
      let count = races.count(where: \.isToOne)
      return count >= 3 && count * 3 >= races.count * 2
    }
    guard meetings.count > 1, let first = wrong.map({ $0[0].row }).min() else { return }
    let name = facts.map { $0.codes[first] < 0 ? "" : $0.values[Int($0.codes[first])].oneLine }
    doubts.append(
      "\(odds.label): \(wrong.count) of \(meetings.count) meetings, such as "
        + "\(name.joined(separator: " ")), have books like the others' only as odds to one, "
        + "without the stake; give them a file of their own with format: to_one")
  }

  /// Names the columns that look like prices where none is taken for them.
  private mutating func doubtPrices() {
    guard !has("bsp"), prices.isEmpty, sample.file.form.columns == nil, !trial(races).merges else {
      return
    }
    let horses = profile(of: "horse")
    let possible = unused.compactMap { profile -> String? in
      let fit = OddsFit(profile).fit
      if let position = self.profile(of: "position"),
        ResultEvidence(races, odds: profile, others: []).ignoresOdds(position)
      {
        return nil
      }
      guard fit.share > 0.9 else { return nil }
      if fit.members.contains("format: fractional") { return "\(profile.label) (fractions)" }
      let commas = fit.members.contains { $0.hasPrefix("decimal:") }
      let book = BookFit(profile, in: races, of: horses, hasCommas: commas)
      return book.likely.map { reading, sum in
        "\(profile.label) (as \(reading.unit), the inverse odds of a race sum to \(BookFit.text(sum)))"
      }
    }
    guard !possible.isEmpty else { return }
    doubts.append(
      "sp: found no column of prices; possible: \(possible.prefix(4).joined(separator: ", "))")
  }

  /// Finds the stake that a runner's win dividends are declared for, beside its starting prices.
  private mutating func settleTote() {
    guard let place = fields.firstIndex(where: { $0.name == "tote" }),
      let tote = profile(of: "tote"),
      !fields[place].members.contains(where: { $0.hasPrefix("stake") })
    else { return }
    guard let ratio = medianRatio(of: tote, fields[place].members) else {
      doubts.append(
        "\(tote.label): taken for an amount per unit staked; add stake: 2 or stake: 10 where it is per "
          + "$2 or $10")
      return
    }
    let stake = Self.stakes.first { (0.7...1.4).contains(ratio / Double($0)) }
    let evidence = "the median is \(((ratio * 100).rounded() / 100).shortText) times sp"
    guard let stake else {
      doubts.append(
        "\(tote.label): taken for an amount per unit staked, but \(evidence); add the stake that it is "
          + "declared for, such as stake: 10")
      return
    }
    fields[place].comments.append("for a stake of \(stake): \(evidence)")
    if stake > 1 { fields[place].members.append("stake: \(stake)") }
  }

  private static let stakes = [1, 2, 5, 10, 100]

  /// Returns the median of the dividends above 0, divided by the starting prices of their runners;
  /// nil without any.
  private func medianRatio(of tote: ColumnProfile, _ members: [String]) -> Double? {
    guard let price = fields.first(where: { $0.name == "sp" }), let sp = profile(of: "sp") else {
      return nil
    }
    func values(_ profile: ColumnProfile, _ field: String, _ members: [String]) -> ReadValues {
      ReadValues(
        profile, RacingTables.flatField(field)!,
        members.filter { !$0.hasPrefix("column:") && !$0.hasPrefix("split:") })
    }
    let (amounts, odds) = (values(tote, "tote", members), values(sp, "sp", price.members))
    let ratios = zip(tote.codes, sp.codes).compactMap { amount, price -> Double? in
      guard amount >= 0, price >= 0, let amount = amounts[Int(amount)], amount > 0,
        let price = odds[Int(price)]
      else { return nil }
      return Double(amount) / Double(price)
    }.sorted()
    return ratios.isEmpty ? nil : ratios[ratios.count / 2]
  }
}
