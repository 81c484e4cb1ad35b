/// Names of a workbook's sheets.
enum SheetNames {
  /// The longest name of a sheet, in UTF-16 units.
  static let lengthLimit = 31
  /// The sheet about the run.
  static let about = "About"

  /// Makes names of sheets that Excel takes: short, without the characters it refuses, each once.
  ///
  /// - Parameter reports: The reports' names.
  /// - Returns: A name for each, none of them ``about``; small and capital letters count as one.
  static func of(_ reports: [String]) -> [String] {
    // Excel keeps the second name for itself.
    var taken: Set = [about.lowercased(), "history"]
    return reports.map { report in
      let name = unmistakable(legal(report))
      var found = cut(name, to: lengthLimit)
      var number = 2
      while !taken.insert(found.lowercased()).inserted {
        let ending = "~\(number)"
        found = cut(name, to: lengthLimit - ending.count) + ending
        number += 1
      }
      return found
    }
  }

  // MARK: - Implementation

  private static func legal(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { scalar -> Character in
      let isRefused =
        "[]:*?/\\".unicodeScalars.contains(scalar)
        || [.control, .format, .lineSeparator, .paragraphSeparator, .unassigned].contains(
          scalar.properties.generalCategory)
      return isRefused ? "_" : Character(scalar)
    }
    var text = String(scalars)
    // A name must not begin or end with this mark, and not be empty.
    if text.first == "'" { text = "_" + text.dropFirst() }
    if text.last == "'" { text = text.dropLast() + "_" }
    return text.isEmpty ? "_" : text
  }

  /// Puts a word before a name that a formula would take for a cell, a number or a truth value.
  ///
  /// The blank makes libxlsxwriter quote the name where the sheet's filter tells its cells; it
  /// quotes no such name by itself, and Excel then calls the file damaged.
  private static func unmistakable(_ name: String) -> String {
    let isMistakable =
      name.wholeMatch(
        of: /[0-9.][A-Za-z0-9_.]*|[A-Za-z]{1,3}[0-9]+|[Rr][0-9]*([Cc][0-9]*)?|[Cc][0-9]*/) != nil
      || ["true", "false"].contains(name.lowercased())
    return isMistakable ? "Report " + name : name
  }

  /// Cuts a name between characters.
  private static func cut(_ name: String, to length: Int) -> String {
    var text = name
    while text.utf16.count > length { text.removeLast() }
    return text.last == "'" ? text.dropLast() + "_" : text
  }
}
