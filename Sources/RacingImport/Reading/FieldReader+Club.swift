import Columns

extension FieldReader {
  /// Codes of a closed list of words, in any case.
  func words(_ known: [String]) -> FieldValues {
    let codes = known.map { (word: $0.lowercased(), code: encoder!.code($0)) }
    return fixed(expected: Self.listed(known)) { cell -> CellReading<Int32> in
      guard !cell.isEmpty else { return .none }
      let text = String(decoding: cell, as: UTF8.self).lowercased()
      return .init(codes.first { $0.word == text }?.code)
    } _: {
      .int32($0)
    }
  }

  /// Such as `EARNED, SPENT or REFUND`.
  private static func listed(_ words: [String]) -> String {
    words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
  }
}
