extension Surface {
  /// Infers the surface from the going; nil for `Good` and other words that fit several.
  public init?(going: String) {
    let words = going.lowercased().split { !$0.isLetter }
    func has(_ found: String...) -> Bool { words.contains { found.contains(String($0)) } }
    if has("turf", "firm", "yielding", "soft", "heavy") {
      self = .turf
    } else if has("synthetic", "polytrack", "tapeta", "standard", "weather") {
      self = .synthetic
    } else if has("dirt", "fast", "sloppy", "muddy", "sealed", "wet") {
      self = .dirt
    } else {
      return nil
    }
  }
}
