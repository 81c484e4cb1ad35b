import ArgumentParser

extension CompletionKind {
  /// Completes the last name of a partly typed list.
  ///
  /// Shells call the program for this, because they take the whole list as one word.
  ///
  /// - Parameters:
  ///   - names: The names.
  ///   - separators: The characters that end a name.
  /// - Returns: A completion that offers the list extended by each name that it lacks.
  package static func names(
    _ names: @escaping @Sendable @autoclosure () -> [String], separatedBy separators: String = ","
  ) -> CompletionKind {
    .custom { _, _, typed in
      let end = typed.lastIndex(where: separators.contains)
      let head = end.map { typed[...$0] } ?? ""
      let given = Set(head.split(whereSeparator: separators.contains).map(String.init))
      return names().filter { separators.count > 1 || !given.contains($0) }.map { head + $0 }
    }
  }
}
