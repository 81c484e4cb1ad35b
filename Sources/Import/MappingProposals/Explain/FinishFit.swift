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
      ["0", "1", "true", "false", "yes", "no", "y", "n"].contains($0.lowercased())
    }
    guard isFlag else {
      let known = profile.values.map { Finish.parse($0)?.outcome }
      // Words for runners and for those that did not run, such as PARTANT and NON_PARTANT.
      if known.count <= 3, known.contains(.nonRunner),
        known.allSatisfy({ $0 == nil || $0 == .nonRunner })
      {
        return .withoutRunners(profile.values.filter { Finish.parse($0) != nil })
      }
      let share = profile.share { Finish.parse($0) != nil || Outcome(name: $0.lowercased()) != nil }
      return FieldFit(share: share)
    }
    // A yes in a column of words is no outcome.
    let tokens = HeaderName(profile.column).tokens
    guard !tokens.contains("unplaced"), !tokens.contains("incident") else { return .none }
    let yes = profile.values.filter { ["1", "true", "yes", "y"].contains($0.lowercased()) }
    return .withoutRunners(yes.isEmpty ? ["1", "true"] : yes)
  }

  /// Whether a flag says by a text that a runner did not run or how its run ended.
  static func says(_ text: String) -> Bool {
    Finish.parse(text) != nil || ["1", "true", "yes", "y"].contains(text.lowercased())
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
  /// The fit of a flag whose words mean that the horse did not run; all others mean nothing.
  fileprivate static func withoutRunners(_ words: [String]) -> FieldFit {
    let meanings = words.map { $0.yamlWord + ": non_runner" } + ["\"*\": \"\""]
    return FieldFit(share: 1, members: ["words: {" + meanings.joined(separator: ", ") + "}"])
  }
}
