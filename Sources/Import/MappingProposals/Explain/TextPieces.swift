import Columns
import Mappings

/// Texts that hold several fields, split at a mark: `2017-01-01_Cal Expo_1_Grey Lady_False`.
struct TextPieces {
  /// The pieces and their likely fields.
  private(set) var pieces: [(profile: ColumnProfile, field: String)] = []

  private static let marks: [Character] = ["_", "|", ";", "~"]

  /// Finds the column with the most pieces, if one of them is a day.
  init(_ profiles: [ColumnProfile]) {
    for profile in profiles where profile.filledCount > 0 {
      for mark in Self.marks {
        guard let found = Self.split(profile, at: mark) else { continue }
        if found.count > pieces.count { pieces = found }
      }
    }
  }

  // MARK: - Implementation

  private static func split(_ profile: ColumnProfile, at mark: Character)
    -> [(profile: ColumnProfile, field: String)]?
  {
    func parts(_ text: String) -> [Substring] {
      text.split(separator: mark, omittingEmptySubsequences: false)
    }
    let count = parts(profile.values[0]).count
    guard (3...8).contains(count), profile.share({ parts($0).count == count }) > 0.95 else {
      return nil
    }
    let pieces = (0..<count).map { part in
      let texts = profile.values.map { text in
        let all = parts(text)
        return all.count == count ? all[part].trimmed : nil
      }
      return ColumnProfile(
        profile.column, profile.codes.map { $0 < 0 ? nil : texts[Int($0)] },
        piece: ColumnMapping.Split(by: String(mark), part: part + 1))
    }
    return named(pieces)
  }

  /// Returns the pieces with their likely fields; nil without a day.
  private static func named(_ pieces: [ColumnProfile])
    -> [(profile: ColumnProfile, field: String)]?
  {
    guard let day = pieces.firstIndex(where: { DateFit($0).fit.share > 0.95 }) else { return nil }
    var named = [(pieces[day], "date")]
    var texts: [ColumnProfile] = []
    for (index, piece) in pieces.enumerated() where index != day {
      if piece.share({ Int($0).map { (1...40).contains($0) } ?? false }) > 0.95 {
        if !named.contains(where: { $0.1 == "race_no" }) { named.append((piece, "race_no")) }
      } else if !piece.values.allSatisfy({ ["true", "false"].contains($0.lowercased()) }) {
        texts.append(piece)
      }
    }
    // There are many horses and few courses.
    texts.sort { $0.values.count < $1.values.count }
    if let course = texts.first { named.append((course, "course")) }
    if texts.count > 1 { named.append((texts.last!, "horse")) }
    return named
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var text = self
    while text.first?.isWhitespace ?? false { text.removeFirst() }
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return String(text)
  }
}
