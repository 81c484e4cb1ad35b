import Racing

/// Where the races are run.
extension MappingProposal {
  /// The country may stand in the course's name, or be plain from it.
  mutating func composeCountry() {
    guard !has("country"), let course = profile(of: "course") else { return }
    func code(_ text: String) -> String? {
      guard text.hasSuffix(")"), let open = text.lastIndex(of: "(") else { return nil }
      return String(text[text.index(after: open)...].dropLast())
    }
    let isTold = course.share { code($0).flatMap { CountryCode.iso[$0] } != nil } == 1
    if isTold, course.piece == nil {
      let codes = Set(course.values.compactMap(code)).sorted()
      let words = codes.filter { CountryCode.iso[$0]! != $0 }.map {
        "\($0.yamlWord): \(CountryCode.iso[$0]!)"
      }
      let members =
        ["between: [\"(\", \")\"]"]
        + (words.isEmpty ? [] : ["words: {" + words.joined(separator: ", ") + "}"])
      fields.append(ProposedField("country", course, members))
    } else if course.share({ ["沙田", "跑馬地", "从化", "從化"].contains($0) }) > 0.95 {
      setConstant("country", "HK")
    } else {
      doubts.append(
        "country: found no column; place terms go by it, so add one such as constants: {country: GB}"
      )
    }
  }
}
