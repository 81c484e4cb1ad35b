/// What the rows of a JSON file have.
public struct JSONColumns: Equatable, Sendable {
  /// The paths of texts and numbers: the columns.
  public private(set) var names: [String]
  /// The paths of objects and lists with content that are nothing else in any row looked at: read as
  /// columns they have the text `{…}` or `[…]`, which no field takes for a value.
  public private(set) var containers: [String]

  /// Whether there are rows, as the objects around them tell, but none is an object with members.
  public var hasRowsWithoutObjects: Bool {
    !names.isEmpty && !(names + containers).contains(where: Self.isOwn)
  }

  /// Whether a path is of the row itself, and not of an object around it.
  public static func isOwn(_ path: String) -> Bool { !path.hasPrefix("../") }

  /// Columns of another kind of file, which holds no objects.
  ///
  /// - Parameter names: Their names.
  public init(names: [String]) {
    self.names = names
    containers = []
  }

  /// What several parts of a file have.
  init(_ parts: [JSONColumns]) {
    let isNew = { (seen: inout Set<String>, name: String) in seen.insert(name).inserted }
    var seen: Set<String> = []
    names = parts.flatMap(\.names).filter { isNew(&seen, $0) }
    containers = parts.flatMap(\.containers).filter { isNew(&seen, $0) }
  }

  /// The same in the order of some paths, which has all of them.
  func sorted(as paths: [String]) -> JSONColumns {
    var sorted = self
    sorted.names = paths.filter(Set(names).contains)
    sorted.containers = paths.filter(Set(containers).contains)
    return sorted
  }

  /// Takes paths as the wall tells them: 1 for a column, 2 for a container, 0 for neither.
  init(_ paths: [String], told: [UInt8]) {
    func all(_ kind: UInt8) -> [String] { zip(paths, told).filter { $0.1 == kind }.map(\.0) }
    names = all(1)
    containers = all(2)
    guard !containers.isEmpty, !names.isEmpty else { return }
    self = JSONColumns([self])
  }
}
