/// Pools and what they pay.
extension MappingProposal {
  mutating func composeDividends() {
    if let pool = fields.firstIndex(where: { $0.name == "pool" }), let profile = profile(of: "pool")
    {
      let meanings = [
        "獨贏": "win", "独赢": "win", "WIN": "win", "Win": "win", "W": "win", "単勝": "win",
        "位置": "place", "PLACE": "place", "Place": "place", "P": "place", "複勝": "place",
      ]
      let words = profile.values.compactMap { text in
        meanings[text].map { "\(text.yamlScalar): \($0)" }
      }
      if words.isEmpty {
        doubts.append(
          "pool: found no word for win or place among \(profile.examples(6).map(\.oneLine).joined(separator: ", "))"
        )
      } else {
        fields[pool].members.append("words: {" + words.joined(separator: ", ") + "}")
      }
    }
    guard let index = fields.firstIndex(where: { $0.name == "dividend" }),
      let profile = profile(of: "dividend")
    else { return }
    let header = HeaderName(profile.column).tokens
    if header.contains("hkd") || profile.column.contains("派彩") {
      fields[index].members.append("stake: 10")
      fields[index].comments.append("taken for HK$ per $10")
    } else {
      doubts.append(
        "dividend: taken for an amount per unit staked; add stake: 2 or stake: 10 where it is per $2 or $10"
      )
    }
    fields[index].beLenient()
    fields.append(
      ProposedField(
        "declared", columns: [profile.column], members: ["column: " + profile.column.yamlScalar]))
  }
}
