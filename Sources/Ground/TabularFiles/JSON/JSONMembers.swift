import CSimdJSON

/// The kinds of a member's values, over all rows that have one.
struct JSONKinds: OptionSet, Sendable {
  let rawValue: UInt8

  static let scalar = JSONKinds(RB_JSON_SCALAR)
  static let null = JSONKinds(RB_JSON_NULL)
  static let container = JSONKinds(RB_JSON_CONTAINER)
  static let content = JSONKinds(RB_JSON_CONTENT)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  private init(_ kind: rb_json_kind) { rawValue = UInt8(kind.rawValue) }

  /// Whether it is a column: a text or number; a member that was always null may become one.
  var areOfColumn: Bool { contains(.scalar) || contains(.null) && !contains(.container) }

  /// Whether it is an object or list in every row with a value, and non-empty in some row.
  var areOfContainer: Bool { !contains(.scalar) && contains(.content) }
}

/// The members found in rows and in the objects around them.
///
/// Kinds are united, so a file's parts together give the same result as the whole, whichever row
/// has which kind.
struct JSONMembers: Sendable {
  /// In order of first appearance.
  private var paths: [String] = []
  private var kinds: [String: JSONKinds] = [:]

  /// Records the kinds of a member, if any.
  mutating func note(_ path: String, _ found: JSONKinds) {
    guard !found.isEmpty else { return }
    if kinds[path] == nil { paths.append(path) }
    kinds[path, default: []].formUnion(found)
  }

  /// Adds the members of another part of the file.
  mutating func merge(_ other: JSONMembers) {
    for path in other.paths { note(path, other.kinds[path]!) }
  }

  /// The members: the rows' own first, then of the objects around them, from the inside out.
  var byLevel: [(path: String, kinds: JSONKinds)] {
    let levels = Dictionary(grouping: paths, by: Self.level)
    return levels.sorted { $0.key < $1.key }.flatMap(\.value).map { ($0, kinds[$0]!) }
  }

  /// Counts the levels that a path goes up.
  private static func level(_ path: String) -> Int {
    var (rest, level) = (path[...], 0)
    while rest.hasPrefix("../") {
      rest = rest.dropFirst(3)
      level += 1
    }
    return level
  }
}
