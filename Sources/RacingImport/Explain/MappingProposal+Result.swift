/// Results and the horses that have them.
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
    // What a flag does not say, the position does.
    let flagged = fields[flag].members
    let rest = own.filter { !$0.hasPrefix("format") }
    let sources = [flagged, rest].map { "{" + $0.joined(separator: ", ") + "}" }
    var outcome = ProposedField(
      "outcome", columns: [flagProfile.column] + position.columns,
      members: ["first_of: [" + sources.joined(separator: ", ") + "]", "format: finish"])
    outcome.comments = fields[flag].comments
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

  /// Whether many horses that ran more than once have more than one id.
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
