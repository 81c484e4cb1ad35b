import Foundation

/// What plain loops over a generated ledger's rows made of it, kept beside its store.
struct SeasonExpectation: Codable {
  /// By runner; those without a transaction are left out.
  let points: [String: Int64]
  let teamTotal: Int64
  let reachedAt: [Int64?]

  init(_ recount: LedgerRecount) {
    points = Dictionary(
      uniqueKeysWithValues: recount.points.indices.filter { recount.counts[$0] > 0 }
        .map { ("\($0)", recount.points[$0]) })
    teamTotal = recount.teamTotal
    reachedAt = recount.reachedAt
  }

  init(contentsOf path: String) throws {
    self = try JSONDecoder().decode(
      Self.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  func write(to path: String) throws {
    try JSONEncoder().encode(self).write(to: URL(fileURLWithPath: path))
  }
}
