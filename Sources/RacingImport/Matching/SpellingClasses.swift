/// Folded names that stand for the same thing.
///
/// An alias joins two names whichever of them a source prints, so its direction does not matter
/// here, and aliases of users and built-in ones cannot contradict each other.
struct SpellingClasses {
  private var parents: [String: String] = [:]

  /// Joins the names of each pair.
  init(_ pairs: [(String, String)] = []) {
    for (left, right) in pairs where !left.isEmpty && !right.isEmpty {
      let ends = [representative(left), representative(right)].sorted()
      if ends[0] != ends[1] { parents[ends[1]] = ends[0] }
    }
  }

  /// The name that stands for all names joined with one; itself where it is joined with none.
  func representative(_ name: String) -> String {
    var name = name
    while let parent = parents[name] { name = parent }
    return name
  }
}
