/// Finds what a column's words for surfaces mean.
struct SurfaceFit {
  let fit: FieldFit

  private static let meanings = [
    ("草地", "turf"), ("芝", "turf"), ("全天候", "all_weather"), ("泥地", "dirt"), ("ダ", "dirt"),
  ]

  init(_ profile: ColumnProfile) {
    let words = Self.meanings.compactMap { word, meaning in
      profile.values.contains { $0.hasPrefix(word) } ? "\"\(word)*\": \(meaning)" : nil
    }
    fit = FieldFit(
      share: 1,
      members: words.isEmpty ? ["case: lower"] : ["words: {" + words.joined(separator: ", ") + "}"])
  }
}
