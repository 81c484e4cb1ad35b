import Columns
import Racing
import YAMLText

/// Finds the notation of a column's results.
struct FinishFit {
  private let profile: ColumnProfile

  private static let winnerWords: Set<String> = ["winner", "won", "win", "w"]
  private static let loserWords: Set<String> = ["loser", "lost", "lose", "loss", "l", "placed"]
  private static let removedWords: Set<String> = [
    "removed", "removed_vacant", "scratched", "non_runner", "non-runner", "nr", "withdrawn",
  ]

  init(_ profile: ColumnProfile) { self.profile = profile }

  /// The fit as positions, or as winners and losers.
  var position: FieldFit {
    if let words = winners { return FieldFit(share: 1, members: [words]) }
    let share = profile.share { Finish.parse($0) != nil }
    var fit = FieldFit(share: share, members: ["format: finish"])
    if share < 0.9, let bare = withoutFieldSizes {
      fit = FieldFit(
        share: bare.share { Finish.parse($0) != nil },
        members: ["match: '\(Self.front)'", "format: finish"])
    }
    let positions = profile.values.compactMap { Finish.parse($0)?.position }
    if let most = positions.max(), most >= 40 {
      fit.doubts.append(
        "the highest position is \(most): if it means non-finishers, give it a meaning in "
          + "words")
    }
    return fit
  }

  /// The fit as a flag of non-runners.
  var flag: FieldFit {
    let isFlag = profile.values.allSatisfy {
      ["0", "1", "0.0", "1.0", "true", "false", "yes", "no", "y", "n"].contains($0.lowercased())
    }
    guard isFlag else {
      let known = profile.values.map { Finish.parse($0)?.outcome }
      // Words for runners and for those that did not run, such as PARTANT and NON_PARTANT.
      if known.count <= 3, known.contains(.nonRunner),
        known.allSatisfy({ $0 == nil || $0 == .nonRunner })
      {
        return .flag(profile.values.filter { Finish.parse($0) != nil }, .nonRunner)
      }
      let share = profile.share { Finish.parse($0) != nil || Outcome(name: $0.lowercased()) != nil }
      return FieldFit(share: share)
    }
    // A yes in a column of words is no outcome.
    let tokens = Set(HeaderName(profile.column).tokens)
    guard tokens.isDisjoint(with: ["unplaced", "incident", "unfinished"]) else { return .none }
    let yes = profile.values.filter(Self.isYes)
    let isOfFoul = !tokens.isDisjoint(with: ["disqualified", "dq", "dsq"])
    return .flag(yes.isEmpty ? ["1", "true"] : yes, isOfFoul ? .disqualified : .nonRunner)
  }

  /// Whether a flag says by a text that a runner did not run or how its run ended.
  static func says(_ text: String) -> Bool { Finish.parse(text) != nil || isYes(text) }

  private static func isYes(_ text: String) -> Bool {
    ["1", "1.0", "true", "yes", "y"].contains(text.lowercased())
  }

  /// The outcomes of the words, if they only separate winners from the others.
  var winnerOutcomes: String? {
    guard winners != nil else { return nil }
    let words = profile.values.map { text in
      let outcome =
        isWinner(text) ? "finished" : isRemoved(text) ? "non_runner" : "lost"
      return text.yamlWord + ": " + outcome
    }
    return "words: {" + words.joined(separator: ", ") + "}"
  }

  // MARK: - Implementation

  /// A position in front of the field's size, or a text without figures.
  private static let front = "^([0-9]+|[^0-9]+)"

  /// The column without the sizes of fields behind its positions, as in `3/11` and `3rd of 11`; nil
  /// if they are none.
  private var withoutFieldSizes: ColumnProfile? {
    let pair = /(\d+)(?:st|nd|rd|th)?\s*(?:\/|of)\s*(\d+)/.ignoresCase()
    var count = 0
    for text in profile.values {
      guard let match = text.wholeMatch(of: pair) else {
        guard !text.contains(where: \.isNumber) else { return nil }
        continue
      }
      guard let place = Int(match.1), let size = Int(match.2), place >= 1, place <= size
      else { return nil }
      count += 1
    }
    guard count * 2 > profile.values.count else { return nil }
    return profile.mapped { $0.wholeMatch(of: pair).map { String($0.1) } ?? $0 }
  }

  private var winners: String? {
    let texts = profile.values
    guard texts.count >= 2, texts.count <= 5, texts.contains(where: isWinner),
      texts.allSatisfy({ isWinner($0) || isLoser($0) || isRemoved($0) })
    else { return nil }
    let words = texts.filter(isWinner).map { $0.yamlWord + ": \"1\"" }
    return "words: {" + (words + ["\"*\": \"\""]).joined(separator: ", ") + "}"
  }

  private func isWinner(_ text: String) -> Bool {
    Self.winnerWords.contains(text.lowercased()) || Decimal6(text)?.micros == Decimal6.one
  }

  private func isLoser(_ text: String) -> Bool {
    Self.loserWords.contains(text.lowercased()) || Decimal6(text)?.micros == 0
  }

  private func isRemoved(_ text: String) -> Bool {
    Self.removedWords.contains(text.lowercased()) || Decimal6(text)?.micros == -Decimal6.one
  }
}

extension FieldFit {
  /// The fit of a flag some of whose words mean an outcome; all others mean nothing.
  fileprivate static func flag(_ words: [String], _ outcome: Outcome) -> FieldFit {
    let meanings = words.map { $0.yamlWord + ": " + outcome.name } + ["\"*\": \"\""]
    return FieldFit(share: 1, members: ["words: {" + meanings.joined(separator: ", ") + "}"])
  }
}
