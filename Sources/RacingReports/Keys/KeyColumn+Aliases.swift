import ColumnStore
import Columns

extension KeyColumn {
  /// The column under the names that its spellings stand for.
  ///
  /// Spellings of one name get its code; a name that no row has yet gets a code of its own.
  func renamed(_ nameOf: [String: String]) -> KeyColumn {
    let wanted = Set(nameOf.values)
    var codeOf: [String: Int32] = [:]
    var aliased: [(code: Int, name: String)] = []
    for code in 0..<names.count {
      let name = names[code]
      if wanted.contains(name) { codeOf[name] = Int32(code) }
      if let other = nameOf[name] { aliased.append((code, other)) }
    }
    if aliased.isEmpty { return self }
    var added: [String] = []
    var newCodes = (0..<names.count).map { Int32($0) }
    for (code, name) in aliased {
      if codeOf[name] == nil {
        codeOf[name] = Int32(names.count + added.count)
        added.append(name)
      }
      newCodes[code] = codeOf[name]!
    }
    guard hasNames else {
      return KeyColumn(months: months, names: names, isSound: false)
    }
    return KeyColumn(
      months: months.map { codes in
        Buffer(count: codes.count) { out in
          for (row, code) in codes.enumerated() {
            out[row] = code < 0 ? -1 : newCodes[Int(code)]
          }
        }
      }, names: names.appending(added))
  }
}
