import Foundation
import Racing

/// Odd values of columns, with or without a field.
struct ColumnSuspicions {
  private(set) var found: [String] = []

  init(_ proposal: MappingProposal) {
    if let jockeys = proposal.profile(of: "jockey"), let trainers = proposal.profile(of: "trainer")
    {
      compare(jockeys, trainers)
    }
    proposal.sample.profiles.forEach { lookForMojibake($0) }
    proposal.sample.profiles.forEach { lookForPageCodes($0) }
    proposal.unused.forEach { lookForForm($0) }
  }

  // MARK: - Implementation

  /// Compares two columns, as riders and trainers are seldom the same people.
  private mutating func compare(_ jockeys: ColumnProfile, _ trainers: ColumnProfile) {
    let shared = Set(jockeys.examples(.max)).intersection(trainers.examples(.max)).count
    let fewest = min(jockeys.values.count, trainers.values.count)
    guard shared >= 3, Double(shared) > 0.3 * Double(fewest) else { return }
    found.append(
      "\(jockeys.label): \(shared) of its names are in \(trainers.label) too: one may be the other"
    )
  }

  /// Finds bytes of UTF-8 that were read as Latin-1, or of another encoding as UTF-8.
  private mutating func lookForMojibake(_ profile: ColumnProfile) {
    let bad = profile.examples(1) { text in
      guard text.utf8.contains(where: { $0 >= 0x80 }) else { return false }
      return text.contains("\u{FFFD}") || Self.looksDecodedTwice(text)
    }
    guard let text = bad.first else { return }
    let remedy = Self.looksDecodedTwice(text) ? "; --encoding mojibake undoes it" : ""
    found.append(
      "\(profile.label): texts in another encoding than UTF-8, such as \(text.oneLine)\(remedy)")
  }

  /// Finds the codes that web pages have for some letters, such as `&#39;`.
  private mutating func lookForPageCodes(_ profile: ColumnProfile) {
    let code = /&(?:#\d+|#x[0-9A-Fa-f]+|[A-Za-z]{2,8});/
    guard let text = profile.examples(1, where: { $0.firstMatch(of: code) != nil }).first else {
      return
    }
    found.append(
      "\(profile.label): texts with codes of web pages, such as \(text.oneLine); decode them before "
        + "the import, as other files have the letters")
  }

  /// `Ã©` and `â€™` are an é and an apostrophe, read as Latin-1.
  private static func looksDecodedTwice(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    return zip(scalars, scalars.dropFirst()).contains { first, second in
      switch first.value {
      case 0xC2, 0xC3: (0x80...0xBF).contains(second.value)
      case 0xE2: second.value == 0x20AC || second.value == 0x80
      default: false
      }
    }
  }

  /// Warns of form lines, as texts such as `9-5` look like morning lines.
  private mutating func lookForForm(_ profile: ColumnProfile) {
    guard profile.valueCount >= 5, Set(profile.values.map(\.count)).count >= 3,
      profile.share({ FormLine.parse($0) != nil }) > 0.95
    else { return }
    let odds = profile.share { (try? Odds.parse($0, .morningLine)) != nil }
    guard odds > 0.02, odds < 0.98 else { return }
    found.append("\(profile.label): form lines, though some of them could be morning-line odds")
  }
}
