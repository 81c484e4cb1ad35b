import Columns
import Racing

/// Finds how a column names countries.
struct CountryFit {
  private(set) var fit = FieldFit.none

  /// States whose codes mean something else too.
  private static let states = ["SA": "AU", "WA": "AU"]

  init(_ profile: ColumnProfile) {
    let hasStates = profile.values.contains { ["VIC", "NSW", "QLD"].contains($0) }
    let known =
      hasStates ? CountryCode.iso.merging(Self.states) { first, _ in first } : CountryCode.iso
    let share = profile.share { known[$0.uppercased()] != nil }
    guard share > 0.5 else { return }
    let words = profile.values.compactMap { text in
      known[text.uppercased()].flatMap { $0 == text ? nil : text.yamlWord + ": \($0)" }
    }
    let members = words.isEmpty ? [] : ["words: {" + words.joined(separator: ", ") + "}"]
    fit = FieldFit(share: share, members: members)
  }
}
