import CSimdJSON

/// What the values of a member are, wherever rows have one.
struct JSONKinds: OptionSet, Sendable {
  let rawValue: UInt8

  static let scalar = JSONKinds(RB_JSON_SCALAR)
  static let null = JSONKinds(RB_JSON_NULL)
  static let container = JSONKinds(RB_JSON_CONTAINER)
  static let content = JSONKinds(RB_JSON_CONTENT)

  init(rawValue: UInt8) { self.rawValue = rawValue }

  private init(_ kind: rb_json_kind) { rawValue = UInt8(kind.rawValue) }

  /// Whether there is a text or number; what is null wherever it was met may be one elsewhere.
  var areOfColumn: Bool { contains(.scalar) || contains(.null) && !contains(.container) }

  /// Whether it is an object or list wherever it has a value, with content somewhere.
  var areOfContainer: Bool { !contains(.scalar) && contains(.content) }
}

/// The members that rows and the objects around them were found to have.
///
/// Kinds add up, so that a file's parts tell the same as the whole, in whichever rows a member has
/// which kind of value.
struct JSONMembers: Sendable {
  /// In order of first appearance.
  private var paths: [String] = []
  private var kinds: [String: JSONKinds] = [:]

  /// Notes what a member was found to be, if anything.
  mutating func note(_ path: String, _ found: JSONKinds) {
    guard !found.isEmpty else { return }
    if kinds[path] == nil { paths.append(path) }
    kinds[path, default: []].formUnion(found)
  }

  /// Takes in what another part of the file has.
  mutating func merge(_ other: JSONMembers) {
    for path in other.paths { note(path, other.kinds[path]!) }
  }

  /// The members, the rows' own first, then those of the objects around them, from the inside out.
  var byLevel: [(path: String, kinds: JSONKinds)] {
    let levels = Dictionary(grouping: paths, by: Self.level)
    return levels.sorted { $0.key < $1.key }.flatMap(\.value).map { ($0, kinds[$0]!) }
  }

  /// How many objects a path goes up.
  private static func level(_ path: String) -> Int {
    var (rest, level) = (path[...], 0)
    while rest.hasPrefix("../") {
      rest = rest.dropFirst(3)
      level += 1
    }
    return level
  }
}
