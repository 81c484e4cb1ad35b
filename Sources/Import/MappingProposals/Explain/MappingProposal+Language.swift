import Racing

/// The language of results.
extension MappingProposal {
  /// Countries whose results are in a language of `FinishWords`.
  private static let languages = [
    "SE": "sv", "NO": "no", "DK": "da", "FI": "fi", "FR": "fr", "DE": "de", "IT": "it", "TR": "tr",
    "ES": "es", "AR": "es", "CL": "es", "UY": "es", "PE": "es", "MX": "es", "BR": "pt", "PT": "pt",
    "JP": "ja", "KR": "ko", "CN": "zh",
  ]

  /// Names the language of words that mean something else in general, such as the Swedish `u`.
  ///
  /// The words that only one language has decide, or else the country.
  mutating func composeFinishLanguage() {
    guard let position = profile(of: "position") else { return }
    let words = position.values.map { ($0, FinishWords.standard.meanings(of: $0)) }
    doubtEnglishLetters(words)
    let mixed = words.filter { _, meanings in
      meanings.contains { $0.outcome != meanings[0].outcome }
    }
    guard !mixed.isEmpty else { return }
    let plain = words.filter { !$1.isEmpty && !$1.contains { $0.language == "en" } }
    let clear = plain.min { $0.1.count < $1.1.count }?.1.map(\.language) ?? []
    let candidates = clear + countries.compactMap { Self.languages[$0] }
    let differing = candidates.first { language in
      mixed.contains { _, meanings in
        meanings.contains { $0.language == language && $0.outcome != meanings[0].outcome }
      }
    }
    if let differing {
      for index in fields.indices
      where ["position", "outcome"].contains(fields[index].name)
        && fields[index].members.contains("format: finish")
      {
        fields[index].members.append("language: \(differing)")
      }
    } else if candidates.isEmpty {
      doubtLanguage(of: mixed, beside: words)
    }
  }

  // MARK: - Implementation

  /// The countries of the races, as codes in capitals.
  var countries: [String] {
    let constant = constants.first { $0.field == "country" }?.value ?? defaults["country"]
    let named = profile(of: "country")?.values.map { CountryCode.standard($0.uppercased()) }
    return [constant].compactMap(\.self) + (named ?? [])
  }

  /// Notes letters that only English results have, beside words of another language.
  private mutating func doubtEnglishLetters(_ words: [(String, [FinishWords.Meaning])]) {
    guard let label = profile(of: "position")?.label,
      let other = words.first(where: { !$1.isEmpty && !$1.contains { $0.language == "en" } })
    else { return }
    for (text, meanings) in words
    where text.count == 1 && !meanings.isEmpty && meanings.allSatisfy({ $0.language == "en" }) {
      doubts.append(
        "\(label): \(text.oneLine) is read as \(meanings[0].outcome.name), as in English results, "
          + "beside \(other.0.oneLine); if it is another, give it a meaning in words")
    }
  }

  /// Notes words of several languages, unless other words are plainly English.
  private mutating func doubtLanguage(
    of mixed: [(String, [FinishWords.Meaning])], beside words: [(String, [FinishWords.Meaning])]
  ) {
    let texts = mixed.map(\.0)
    let isEnglish = words.contains { text, meanings in
      meanings.first?.language == "en" && !texts.contains(text)
    }
    guard !isEnglish, let label = profile(of: "position")?.label else { return }
    for (text, meanings) in mixed {
      let others = meanings.dropFirst().filter { $0.outcome != meanings[0].outcome }
        .map { "\($0.outcome.name) with language: \($0.language)" }
      doubts.append(
        "\(label): \(text.oneLine) is read as \(meanings[0].outcome.name); it is "
          + others.joined(separator: ", "))
    }
  }
}
