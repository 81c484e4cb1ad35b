import ColumnStore
import Columns

/// Maps the codes of spellings to the codes of names.
///
/// All spellings of a name get its code; a name that no row has gets a new code.
package struct Respelling: Sendable {
  /// The stored names, followed by names that only aliases have.
  package let names: NameDictionary
  /// By stored code, the code of its name; nil if no code changes.
  private let codes: [Int32]?

  /// Computes the mapping.
  ///
  /// - Parameters:
  ///   - names: The stored names by code.
  ///   - nameOf: The name by spelling.
  package init(_ names: NameDictionary, _ nameOf: [String: String]) {
    let wanted = Set(nameOf.values)
    var codeOf: [String: Int32] = [:]
    var aliased: [(code: Int, name: String)] = []
    for code in 0..<names.count {
      let name = names[code]
      if wanted.contains(name) { codeOf[name] = Int32(code) }
      if let other = nameOf[name] { aliased.append((code, other)) }
    }
    if aliased.isEmpty {
      (self.names, codes) = (names, nil)
      return
    }
    var added: [String] = []
    var newCodes = (0..<names.count).map { Int32($0) }
    for (code, name) in aliased {
      if codeOf[name] == nil {
        codeOf[name] = Int32(names.count + added.count)
        added.append(name)
      }
      newCodes[code] = codeOf[name]!
    }
    (self.names, codes) = (names.appending(added), newCodes)
  }

  /// Replaces a column's stored codes by the codes of their names.
  func column(_ stored: KeyColumn) -> KeyColumn {
    guard let codes else { return stored }
    guard stored.hasNames else {
      return KeyColumn(months: stored.months, names: stored.names, isSound: false)
    }
    return KeyColumn(
      months: stored.months.map { own in
        Buffer(count: own.count) { out in
          for (row, code) in own.enumerated() { out[row] = code < 0 ? -1 : codes[Int(code)] }
        }
      }, names: names)
  }
}
