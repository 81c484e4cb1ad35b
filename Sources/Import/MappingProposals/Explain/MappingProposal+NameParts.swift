import Racing
import YAMLText

/// Names of people in two columns.
extension MappingProposal {
  /// Joins the first and the last names of riders and trainers where no column has both.
  mutating func joinNames() {
    for field in ["jockey", "trainer"] where !has(field) {
      func column(_ ends: Set<String>) -> ColumnProfile? {
        profiles.first { profile in
          guard profile.piece == nil, profile.valueCount > 0 else { return false }
          var words = HeaderName(profile.column).tokens
          if words.last == "name" { words.removeLast() }
          guard words.count > 1, let last = words.last, ends.contains(last) else { return false }
          let role = HeaderName(words.dropLast().joined(separator: "_"))
          return FieldWords.scores(role)[field] != nil
        }
      }
      guard let first = column(["first", "firstname", "given", "forename"]),
        let last = column(["last", "lastname", "family", "surname"])
      else { continue }
      let names = [first.column, last.column]
      var joined = ProposedField(
        field, columns: names,
        members: [
          "join: [" + names.map(\.yamlScalar).joined(separator: ", ") + "]", "separator: \" \"",
        ])
      joined.comments.append(
        "such as \(first.examples(1).joined()) \(last.examples(1).joined())".oneLine)
      fields.append(joined)
    }
  }
}
