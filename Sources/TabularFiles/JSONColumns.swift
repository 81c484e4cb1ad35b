/// What the rows of a JSON file have.
public struct JSONColumns: Equatable, Sendable {
  /// The paths of texts and numbers: the columns.
  public private(set) var names: [String] = []
  /// The paths of objects and lists with content that are nothing else in any row: read as columns
  /// they have the text `{…}` or `[…]`, which no field takes for a value.
  public private(set) var containers: [String] = []

  /// Whether there are rows, as the objects around them tell, but none is an object with members.
  public var hasRowsWithoutObjects: Bool {
    !names.isEmpty && !(names + containers).contains(where: Self.isOwn)
  }

  /// The containers that no other path leads into.
  public var closedContainers: [String] {
    let inner = Set((names + containers).compactMap(Self.around))
    return containers.filter { !inner.contains($0) }
  }

  /// Whether a path is of the row itself, and not of an object around it.
  public static func isOwn(_ path: String) -> Bool { !path.hasPrefix("../") }

  /// Columns, and objects and lists that are none.
  ///
  /// - Parameters:
  ///   - names: The columns' names; all that another kind of file has.
  ///   - containers: The paths of objects and lists.
  public init(names: [String], containers: [String] = []) {
    self.names = names
    self.containers = containers
  }

  /// The object that a path's last step leads out of; nil for a member of the row itself.
  private static func around(_ path: String) -> String? {
    path.lastIndex(of: "/").map { String(path[..<$0]) }
  }

  /// Takes members of all rows, or of some: then what was null wherever it was met is nothing yet.
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
