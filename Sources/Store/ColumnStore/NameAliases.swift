import Foundation
import TabularFiles

/// Spellings that mean another name, per dictionary, from `aliases.csv`.
///
/// The file has the columns `role,spelling,name`; a role is a dictionary of people, horses or
/// courses. Stored rows keep their source's spelling: aliases apply when names are read, so
/// removing a line undoes its alias.
public struct NameAliases: Equatable, Sendable {
  /// The roles that may have aliases.
  public static let roles = ["jockey", "trainer", "horse", "owner", "sire", "course"]

  /// The file's name in a store's folder.
  public static let fileName = "aliases.csv"

  private var names: [String: [String: String]] = [:]

  /// Makes an empty set of aliases.
  public init() {}

  /// Makes aliases without a file.
  ///
  /// - Parameter rows: The role, the spelling and the name of each.
  /// - Throws: `FileError` if a role is unknown, a spelling has two names, or aliases form a
  ///   circle.
  public init(_ rows: [(role: String, spelling: String, name: String)]) throws(FileError) {
    for (index, row) in rows.enumerated() {
      try add(
        role: row.role, spelling: row.spelling.precomposedStringWithCanonicalMapping,
        name: row.name.precomposedStringWithCanonicalMapping, at: "alias \(index + 1)")
    }
    try resolveChains("aliases")
  }

  /// Reads a file of aliases.
  ///
  /// - Parameter path: A CSV file with the columns `role`, `spelling` and `name`.
  /// - Throws: `FileError` if it cannot be read, a role is unknown, a spelling has two names, or
  ///   aliases form a circle.
  public init(contentsOf path: String) throws(FileError) {
    try self.init(Self.file(path))
  }

  /// Opens a file of aliases.
  ///
  /// - Parameter path: A CSV file.
  /// - Returns: The file.
  /// - Throws: `FileError` if it cannot be opened, or is no UTF-8 text.
  public static func file(_ path: String) throws(FileError) -> SourceFile {
    try inOneForm { () throws(FileError) in try SourceFile(path: path) }
  }

  /// Reads an opened file of aliases.
  ///
  /// - Parameter source: A CSV file with the columns `role`, `spelling` and `name`.
  /// - Throws: As ``init(contentsOf:)``.
  public init(_ source: SourceFile) throws(FileError) {
    let path = source.path
    let columns = try Self.inOneForm { () throws(FileError) in try source.columnNames() }
    let missing = ["role", "spelling", "name"].filter { !columns.contains($0) }
    guard missing.isEmpty, let text = source.text else {
      throw .missingColumns(file: path, missing: missing, present: columns)
    }
    let places = ["role", "spelling", "name"].map { columns.firstIndex(of: $0)! }
    let records = try text.records()
    for record in records.dropFirst() {
      let fields = records.fields(record)
      guard fields.count == columns.count else {
        throw .malformed(
          file: path, found: "\(fields.count) fields in line \(record.line)",
          expected: "\(columns.count)")
      }
      let cells = places.map {
        fields[$0].trimmingCharacters(in: .whitespaces).precomposedStringWithCanonicalMapping
      }
      try add(role: cells[0], spelling: cells[1], name: cells[2], at: "\(path):\(record.line)")
    }
    try resolveChains(path)
  }

  /// Reads the aliases in a store's folder; none if it has no such file.
  ///
  /// - Parameter store: The store's folder.
  /// - Throws: `FileError` if the file is not one of aliases, cannot be examined, or was changed
  ///   since its checksum was recorded.
  public init(store: String) throws(FileError) {
    do throws(StoreError) {
      while let noted = try Manifest.readIfWhole(store: store, isOfAnyAge: true) {
        guard let sum = noted.aliases, let damage = Damage(ofAliases: sum, in: store) else { break }
        // The aliases may just have been replaced.
        guard
          try Manifest.readIfWhole(store: store, isOfAnyAge: true)?.generation != noted.generation
        else {
          throw .corrupt(
            file: store + "/" + damage.file, found: damage.found, expected: damage.expected)
        }
      }
    } catch {
      throw Self.fileError(error)
    }
    try self.init(unchecked: store)
  }

  /// Reads the aliases in a store's folder as they are now, to accept them.
  ///
  /// - Parameter store: The store's folder.
  /// - Throws: `FileError` if the file is not one of aliases, or cannot be examined.
  public init(unchecked store: String) throws(FileError) {
    let path = store + "/" + Self.fileName
    let isThere: Bool
    do throws(StoreError) {
      isThere = try OwnFile.isThere(path)
    } catch {
      throw Self.fileError(error)
    }
    guard isThere else {
      self.init()
      return
    }
    try self.init(contentsOf: path)
  }

  /// Whether there are no aliases.
  public var isEmpty: Bool { names.isEmpty }

  /// The number of spellings with another name.
  public var count: Int { names.values.reduce(0) { $0 + $1.count } }

  /// Returns the names by spelling, for one role.
  public func spellings(of role: String) -> [String: String] { names[role] ?? [:] }

  /// Returns the name for a spelling; the spelling itself if it has no alias.
  public func name(of spelling: String, role: String) -> String {
    names[role]?[spelling] ?? spelling
  }

  // MARK: - Implementation

  /// Calls a reader of the file, which has one form: no mapping states another.
  private static func inOneForm<Result>(
    _ read: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    do {
      return try read()
    } catch {
      guard case .otherForm(let file, let found, let expected, _) = error else { throw error }
      throw .malformed(file: file, found: found, expected: expected)
    }
  }

  private static func fileError(_ error: StoreError) -> FileError {
    switch error {
    case .corrupt(let file, let found, let expected):
      .malformed(file: file, found: found, expected: expected)
    case .io(let file, let reason): .cannotOpen(file: file, reason: reason)
    default: .cannotOpen(file: fileName, reason: error.description)
    }
  }

  private mutating func add(role: String, spelling: String, name: String, at place: String)
    throws(FileError)
  {
    guard Self.roles.contains(role) else {
      throw .malformed(
        file: place, found: "the role \(role)",
        expected: "one of " + Self.roles.joined(separator: ", "))
    }
    guard !spelling.isEmpty, !name.isEmpty else {
      throw .malformed(file: place, found: "an empty cell", expected: "a spelling and a name")
    }
    if spelling == name { return }
    let known = names[role]?[spelling]
    guard known == nil || known == name else {
      throw .malformed(
        file: place, found: "\(spelling) as \(name) and as \(known!)",
        expected: "one name per spelling")
    }
    names[role, default: [:]][spelling] = name
  }

  /// Maps every spelling directly to the end of its chain.
  private mutating func resolveChains(_ path: String) throws(FileError) {
    for (role, spellings) in names {
      var ends: [String: String] = [:]
      for spelling in spellings.keys.sorted() {
        var seen: Set<String> = []
        var end = spelling
        // Each spelling is passed once, however long the chains are.
        while let next = ends[end] ?? spellings[end] {
          guard seen.insert(end).inserted else {
            throw .malformed(
              file: path, found: "the \(role) \(spelling) in a circle of aliases",
              expected: "each to end at one name")
          }
          end = next
        }
        for passed in seen { ends[passed] = end }
      }
      names[role] = ends
    }
  }
}
