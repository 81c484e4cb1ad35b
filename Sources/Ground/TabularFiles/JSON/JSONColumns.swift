/// The columns and containers in the rows of a JSON file.
public struct JSONColumns: Equatable, Sendable {
  /// The paths of texts and numbers: the columns.
  public private(set) var names: [String] = []
  /// The paths of non-empty objects and lists that have no other kind of value in any row.
  ///
  /// Read as columns they give the text `{…}` or `[…]`, which no field accepts as a value.
  public private(set) var containers: [String] = []

  /// Whether there are rows, as the objects around them show, but none is an object with members.
  public var hasRowsWithoutObjects: Bool {
    !names.isEmpty && !(names + containers).contains(where: Self.isOwn)
  }

  /// The containers into which no other path leads.
  public var closedContainers: [String] {
    let inner = Set((names + containers).compactMap(Self.around))
    return containers.filter { !inner.contains($0) }
  }

  /// Whether a path belongs to the row itself, not to an object around it.
  public static func isOwn(_ path: String) -> Bool { !path.hasPrefix("../") }

  /// Makes columns and containers.
  ///
  /// - Parameters:
  ///   - names: The columns' names; the only part for other kinds of file.
  ///   - containers: The paths of objects and lists.
  public init(names: [String], containers: [String] = []) {
    self.names = names
    self.containers = containers
  }

  /// Returns the object that contains a path's last step; nil for a member of the row itself.
  private static func around(_ path: String) -> String? {
    path.lastIndex(of: "/").map { String(path[..<$0]) }
  }

  /// Takes the members of all rows, or of some: then it leaves out members that were always null.
  init(_ members: JSONMembers, areAll: Bool = true) {
    for (path, kinds) in members.byLevel where areAll || kinds != .null {
      if kinds.areOfColumn {
        names.append(path)
      } else if kinds.areOfContainer {
        containers.append(path)
      }
    }
  }
}
