/// Names of a workbook's sheets.
enum SheetNames {
  /// The name of the sheet about the run.
  static let about = "About"

  /// Makes unique names of sheets that Excel accepts: short, without the characters it refuses.
  ///
  /// - Parameter reports: The reports' names.
  /// - Returns: A name for each, none of them ``about``; names that differ only by case count as
  ///   equal.
  static func of(_ reports: [String]) -> [String] {
    // Excel reserves the second name.
    var taken: Set = [about.lowercased(), "history"]
    return reports.map { report in
      let name = unmistakable(legal(report))
      var found = cut(name, to: Limits.sheetNameUnits)
      var number = 2
      while !taken.insert(found.lowercased()).inserted {
        let ending = "~\(number)"
        found = cut(name, to: Limits.sheetNameUnits - ending.count) + ending
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
    // A name must neither begin nor end with this character, and must not be empty.
    if text.first == "'" { text = "_" + text.dropFirst() }
    if text.last == "'" { text = text.dropLast() + "_" }
    return text.isEmpty ? "_" : text
  }

  /// Puts a word before a name that a formula would read as a cell, a number or a truth value.
  ///
  /// The blank makes libxlsxwriter quote the name where the sheet's filter refers to its cells. It
  /// quotes no such name otherwise, and Excel then reports a damaged file.
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
