import Mappings
import RaceMerging

/// Names without the marks around them.
extension MappingProposal {
  /// Cuts the marks off the names of riders, trainers and horses, and reads riders' claims.
  mutating func composeNames() {
    for role in ["jockey", "trainer", "horse"] {
      guard let index = fields.firstIndex(where: { $0.name == role }), let names = profile(of: role)
      else { continue }
      let kind = NameSpelling.Kind(role: role)
      let marks = NameMarks(names.examples(.max), kind)
      guard let match = marks.match else { continue }
      fields[index].members.append("match: '\(match)'")
      fields[index].comments.append(
        "marks around the names are cut off, such as \(marks.examples.joined(separator: ", "))")
      if role == "jockey" { composeClaims(names) }
      if role == "horse", !has("headgear"), !marks.words.isEmpty {
        let words = "(?:" + marks.words.joined(separator: "|") + ")"
        var gear = ProposedField(
          "headgear", names, [#"match: '\s(\#(words)(?:\s+\#(words))*)$'"#])
        gear.comments.append("the words behind the horses' names, such as \(marks.words[0])")
        fields.append(gear)
      }
    }
  }

  // MARK: - Implementation

  private mutating func composeClaims(_ riders: ColumnProfile) {
    let claims = RiderClaims(riders.examples(.max))
    guard !has("claim_lb"), !claims.sources.isEmpty else { return }
    let sources = claims.sources.map { riders.members + $0 }
    let members =
      sources.count == 1
      ? sources[0]
      : [
        "first_of: ["
          + sources.map { "{" + $0.joined(separator: ", ") + "}" }.joined(separator: ", ") + "]"
      ]
    var claim = ProposedField("claim_lb", columns: [riders.column], members: members)
    claim.comments.append(
      claims.isInKilograms
        ? "claims in kilograms are read as pounds, rounded"
        : "figures in brackets are taken for pounds")
    claim.beLenient()
    fields.append(claim)
  }
}
