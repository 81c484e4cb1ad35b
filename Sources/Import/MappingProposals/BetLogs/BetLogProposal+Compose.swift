import BetSettlement
import Columns
import Mappings
import Racing
import YAMLText

/// The fields of a proposal for a log of bets, and its doubts.
extension BetLogProposal {
  /// The places whose rules and clocks a log may go by.
  private struct Home {
    let book: RuleBook.Name
    let zone: String?
    let evidence: String
  }

  /// Makes the fields of the chosen columns.
  mutating func compose() {
    joinSides()
    dropCommissionAmounts()
    dropLiabilities()
    settleStakes()
    let home = home
    let isTote = home?.book == .tote && profile("rule_book") == nil
    if isTote { drop("price") }
    splitEvents()
    dropTimes(home)
    for field in PlacedBetFields.all.map(\.name) {
      guard let profile = profile(field), !fields.contains(where: { $0.name == field }) else {
        continue
      }
      fields.append(proposed(field, profile, home))
    }
    doubtMissing(home)
    doubtKinds()
    doubtCurrencies()
  }

  // MARK: - Implementation

  /// Cuts the off time and the course out of texts such as `14:05 Ascot`, `Ascot 14:05` or
  /// `Horse Racing / Ascot 8th May : 14:05 Hcap`.
  private mutating func splitEvents() {
    guard profile("off_time") == nil, profile("race_no") == nil else { return }
    let clock = "[0-9]{1,2}[:.][0-9]{2}"
    let day = "(?:.*/ *)?(.+?) +[0-9]{1,2}(?:st|nd|rd|th)? [A-Z][a-z]{2,8} *[:-] *"
    for (course, off) in [
      ("^\(clock)[ ,|-]+(.+)$", "^(\(clock)) "), ("^(.+?)[ ,|-]+\(clock)$", " (\(clock))$"),
      ("^\(day)\(clock)", "[:-] *(\(clock))"), (#"^(.+?) *\("#, #"\((\#(clock))\)$"#),
    ] {
      guard let pattern = try? CellPattern(off), let other = try? CellPattern(course),
        let event = profiles.first(where: { profile in
          profile.share { pattern.firstMatch(in: $0) != nil && other.firstMatch(in: $0) != nil }
            > 0.8 && !Self.areDays(profile)
        })
      else { continue }
      let times = event.mapped { pattern.firstMatch(in: $0).map(String.init) ?? "" }
      drop("course")
      fields.append(ProposedField("course", event, ["match: '\(course)'"]))
      var proposed = proposed("off_time", times, home)
      proposed.members.insert("match: '\(off)'", at: 1)
      fields.append(proposed)
      return
    }
  }

  /// Leaves out times without a zone where the course and the horse find most races, as times of
  /// another zone would find none.
  private mutating func dropTimes(_ home: Home?) {
    guard let times = profile("off_time"), home?.zone == nil,
      times.column != profile("date")?.column, profile("course") != nil, profile("horse") != nil,
      TimeFit(times).fit.doubts.contains(where: { $0.contains("no zone") })
    else { return }
    drop("off_time")
    doubts.append(
      "\(times.column): the times name no zone and are left out; if a horse ran twice on a day, add "
        + "them with one, such as off_time: {column: \(times.column.yamlScalar), format: \"H:mm\", zone: "
        + "Europe/Paris}")
  }

  private mutating func proposed(
    _ field: String, _ profile: ColumnProfile, _ home: Home?
  ) -> ProposedField {
    var proposed = ProposedField(field, profile)
    switch field {
    case "date":
      let fit = DateFit(profile).fit
      let isOpen = fit.doubts.contains { $0.hasPrefix(DateFit.openOrder) }
      let isMonthFirst = isOpen && hasAmericanOdds
      proposed.members += isMonthFirst ? DateFit.monthFirst(fit.members) : fit.members
      let reason = isMonthFirst ? "; the month is taken first, as the log has American odds" : ""
      doubts += fit.doubts.map { "\(profile.column): \($0)\(reason)" }
    case "off_time", "placed_at":
      let fit = TimeFit(profile).fit
      proposed.members += fit.members
      for doubt in fit.doubts {
        guard doubt.contains("no zone"), let home, let zone = home.zone else {
          doubts.append("\(profile.column): \(doubt)")
          continue
        }
        proposed.members.append("zone: \(zone)")
        doubts.append(
          "\(profile.column): the times name no zone and are read as those of \(zone), "
            + "\(home.evidence)")
      }
    case "stake", "total_stake", "liability", "returned", "profit":
      proposed.members += DecimalCommas(profile.values)?.members ?? []
      if field.hasSuffix("stake"), hasOnlyDebits(profile) {
        proposed.members.append("match: '[0-9].*'")
        doubts.append("\(profile.column): all amounts are negative, and read without their sign")
      }
    case "price", "place_price":
      if profile.share(Self.isPrice) < 0.99, DecimalCommas(profile.values) != nil {
        proposed.members.append("decimal: \",\"")
      }
      doubtPrices(profile)
    case "horse":
      if profile.share({ $0.firstMatch(of: /^\d+\.\s/) != nil }) > 0.5 {
        proposed.members.append(#"match: '^(?:\d+\. )?(.*)$'"#)
      }
    case "race_no":
      if profile.share({ Int($0) != nil }) < 1 { proposed.members.append("match: '\\d+'") }
    default: break
    }
    let examples = profile.examples(2).map(\.oneLine)
    if !examples.isEmpty {
      proposed.comments.append("such as " + examples.joined(separator: ", "))
    }
    return proposed
  }

  private var hasAmericanOdds: Bool {
    profile("price")?.share { "+-".contains($0.first!) } ?? 0 > 0.3
  }

  /// Whether a log notes its stakes as money that was spent.
  private func hasOnlyDebits(_ stakes: ColumnProfile) -> Bool {
    let marks = Self.amountMapping(stakes)
    return stakes.share { AmountText.micros($0, marks) ?? 0 < 0 } == 1
  }

  /// The rules and the clock by the log's words and currencies; nil if they say nothing.
  private var home: Home? {
    let kinds = profile("kind")?.values ?? []
    let known = kinds.compactMap(BetWords.kind)
    let money = ["stake", "total_stake", "returned", "profit"].compactMap { profile($0) }
      .flatMap { $0.values + [$0.column] }
    func has(_ signs: String) -> Bool {
      (money + kinds).contains { $0.contains(where: signs.contains) }
    }
    let isBritish = has("£") || profiles.contains { HeaderName($0.column).tokens.contains("gbp") }
    func exchange(_ sign: String) -> Home {
      Home(
        book: .exchange, zone: isBritish ? "Europe/London" : nil,
        evidence: "as it has \(sign) of an exchange" + (isBritish ? " and amounts in £" : ""))
    }
    if known.contains(where: { $0 == .race(.lay) || $0 == .race(.placeLay) })
      || profile("price")?.values.contains(where: { BetWords.price($0) == .bsp }) == true
    {
      return exchange("lays or prices")
    }
    if hasSides { return exchange("the sides") }
    if has("単複馬円ワ") { return tote("Asia/Tokyo", "Japanese") }
    if has("獨贏位置") { return tote("Asia/Hong_Kong", "Hong Kong") }
    if kinds.contains(where: { $0.unicodeScalars.contains { 0xAC00...0xD7A3 ~= $0.value } }) {
      return tote("Asia/Seoul", "Korean")
    }
    if known.contains(where: { if case .pool = $0 { true } else { false } }) {
      return Home(book: .tote, zone: nil, evidence: "as it has bets of pools")
    }
    if isBritish {
      return Home(book: .gb, zone: "Europe/London", evidence: "as it has amounts in £")
    }
    if has("€"), known.contains(.race(.eachWay)) {
      return Home(book: .ie, zone: "Europe/Dublin", evidence: "as it has each-way bets in €")
    }
    let fractions = profile("price")?.share { $0.contains("/") } ?? 0
    if !has("$€¥"), known.contains(.race(.eachWay)) || fractions > 0.2 {
      return Home(
        book: .gb, zone: "Europe/London", evidence: "as it has each-way bets or fractional odds")
    }
    return nil
  }

  private func tote(_ zone: String, _ words: String) -> Home {
    Home(book: .tote, zone: zone, evidence: "as it has \(words) words for pools")
  }

  private mutating func doubtMissing(_ home: Home?) {
    let isCut = fields.contains { $0.name == "course" }
    if profile("date") == nil {
      fields.insert(
        ProposedField("date", columns: [], members: ["column: date", "optional: true"]), at: 0)
      if defaults["date"] == nil {
        doubts.append("date: found no column of days; each bet needs one")
      }
    }
    if profile("kind") == nil, defaults["kind"] == nil {
      constants.append(("kind", "win"))
      doubts.append("kind: found no column of kinds; all bets are taken for bets to win")
      doubtMarks()
    }
    if profile("horse") == nil, profile("number") == nil {
      doubts.append("horse: found neither a horse nor a number; each bet needs one")
    }
    if profile("course") == nil, profile("race_id") == nil, !isCut {
      doubts.append("course: found none; a race is found if one alone of the day has the horse")
    } else if profile("race_id") == nil, !fields.contains(where: { $0.name == "off_time" }),
      profile("race_no") == nil
    {
      doubts.append(
        "off_time: found none; a race is found if one alone of the course has the horse")
    }
    if profile("stake") == nil, profile("total_stake") == nil, profile("liability") == nil {
      doubts.append("stake: found no column of stakes; each bet needs one")
    }
    if profile("rule_book") == nil, defaults["rule_book"] == nil {
      let book = home?.book ?? .gb
      constants.append(("rule_book", book.rawValue))
      doubts.append(
        "rule_book: found no column of rule books; \(book.rawValue) is taken, "
          + (home?.evidence ?? "without evidence") + "; others are "
          + RuleBook.Name.allCases.filter { $0 != book }.map(\.rawValue).joined(separator: ", "))
    }
    let isTote = constants.contains { $0.field == "rule_book" && $0.value == "tote" }
    if profile("price") == nil, !isTote, defaults["price"] == nil {
      constants.append(("price", "sp"))
      doubts.append("price: found no column of odds; all bets are taken for bets at sp")
    }
  }

  /// Names a kind that is written behind a stake, as in `£5 EW`, where it is not read.
  private mutating func doubtMarks() {
    guard let stakes = profile("stake") ?? profile("total_stake") else { return }
    let marks = stakes.values.map { $0.filter { $0.isLetter || $0 == "/" } }
    guard let mark = marks.first(where: { $0.count > 1 && BetWords.kind($0) != nil }) else {
      return
    }
    doubts.append(
      "\(stakes.column): \(mark) beside an amount is not read; give the kinds of bets a column")
  }

  /// Names the words that are no kind of a bet, and the kinds that no rule book settles.
  private mutating func doubtKinds() {
    guard let profile = profile("kind") else { return }
    var (unknown, unsettled): ([String], [String]) = ([], [])
    for (word, count) in zip(profile.values, profile.counts) {
      switch BetWords.kind(word) {
      case nil: unknown.append("\(word.oneLine) (\(count))")
      case .other: unsettled.append("\(word.oneLine) (\(count))")
      default: break
      }
    }
    if !unknown.isEmpty {
      doubts.append(
        "\(profile.column): unknown words, whose bets stay unsettled: "
          + unknown.prefix(8).joined(separator: ", ")
          + "; give them a meaning, such as words: {\(profile.values[0].yamlWord): win}")
    }
    if !unsettled.isEmpty {
      doubts.append(
        "\(profile.column): kinds that no rule book settles: "
          + unsettled.prefix(8).joined(separator: ", "))
    }
  }

  private mutating func doubtPrices(_ profile: ColumnProfile) {
    let below = profile.values.filter { text in
      Decimal6(text).map { 1..<Decimal6.one ~= $0.micros } ?? false
    }
    guard let example = below.first else { return }
    doubts.append(
      "\(profile.column): \(example) is below 1: odds to one, without the stake, not decimal odds")
  }

  private mutating func doubtCurrencies() {
    let texts = ["stake", "total_stake", "liability"].compactMap { profile($0) }.flatMap(\.values)
    let signs = "£€$¥".filter { sign in texts.contains { $0.contains(sign) } }
    guard signs.count > 1 else { return }
    doubts.append(
      "stake: amounts in several currencies (\(signs.map(String.init).joined(separator: ", "))), "
        + "which totals add up as one")
  }
}

/// The liabilities of lays beside their stakes.
extension BetLogProposal {
  /// Leaves out liabilities in brackets, which say the same as the stakes.
  fileprivate mutating func dropLiabilities() {
    guard let liabilities = profile("liability"), profile("stake") != nil,
      liabilities.values.contains(where: { $0.hasPrefix("(") })
    else { return }
    drop("liability")
  }
}

/// The stakes of each-way bets: of each part, or of the whole ticket.
extension BetLogProposal {
  /// Decides by the losses of each-way bets, which are whole tickets.
  fileprivate mutating func settleStakes() {
    guard let kinds = profile("kind"), let stakes = profile("stake"),
      kinds.values.contains(where: { BetWords.kind($0) == .race(.eachWay) })
    else { return }
    guard chosen["total_stake"] == nil else { return }
    let (marks, own) = (Self.amountMapping(stakes), profile("profit"))
    let lost = own.map { Self.amountMapping($0) }
    var (parts, wholes) = (0, 0)
    for row in kinds.codes.indices {
      guard let kind = kinds.text(row), BetWords.kind(kind) == .race(.eachWay),
        let stake = stakes.text(row).flatMap({ AmountText.micros($0, marks) }), stake > 0,
        let lost, let loss = own?.text(row).flatMap({ AmountText.micros($0, lost) }), loss < 0
      else { continue }
      // A placed bet may lose a part: only a loss of one or two stakes decides.
      let isLost = profile("result")?.text(row).flatMap(BetWords.result).map { $0 == .lost } ?? true
      if isLost, loss == -2 * stake { parts += 1 }
      if isLost, loss == -stake { wholes += 1 }
    }
    if wholes > 0, parts == 0 {
      rename("stake", to: "total_stake")
    } else if parts == 0 || wholes > 0 {
      doubts.append(
        "\(stakes.column): of each-way bets it may be the stake of each part, as it is read, or the "
          + "whole ticket's: then write total_stake")
    }
  }
}

extension ColumnProfile {
  /// Returns a row's text.
  func text(_ row: Int) -> String? { codes[row] < 0 ? nil : values[Int(codes[row])] }
}
