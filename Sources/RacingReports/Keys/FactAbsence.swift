import ColumnStore
import Columns
import Racing

/// A fact that a question asks for, and that no runner of some sources has.
public struct FactAbsence: Codable, Hashable, Sendable {
  /// The fact.
  public let fact: RunnerFact
  /// The sources' names, in the order of their bytes.
  public let sources: [String]
}

extension FactAbsence {
  /// Several answers' absences, each once, in the facts' order.
  ///
  /// - Parameter absences: The absences of each answer.
  /// - Returns: The absences.
  public static func each(_ absences: [[FactAbsence]]) -> [FactAbsence] {
    let found = Set(absences.joined())
    return RunnerFact.allCases.flatMap { fact in
      found.filter { $0.fact == fact }.sorted { $0.description < $1.description }
    }
  }
}

extension FactAbsence: CustomStringConvertible {
  /// The message: the fact, the sources, and what follows.
  public var description: String {
    let advice = fact == .classChange ? "; --class-order gives the order of its classes" : ""
    return "\(fact.rawValue): found no runner of \(sources.joined(separator: ", ")) that has it, "
      + "so keys and conditions on it leave them out\(advice)"
  }
}

extension KeyColumns {
  /// Finds the sources none of whose runners has a fact, which was asked for before.
  ///
  /// - Parameter fields: Names of keys and fields; those that are no facts are left alone.
  /// - Returns: The facts that some source lacks.
  func absences(of fields: [String]) -> [FactAbsence] {
    let asked = Set(fields.map { KeyBand($0)?.field ?? $0 })
    return RunnerFact.allCases.filter { asked.contains($0.rawValue) }.compactMap { fact in
      let sources = sources(without: preparedFact(fact))
      return sources.isEmpty ? nil : FactAbsence(fact: fact, sources: sources)
    }
  }

  private func sources(without fact: FactColumn) -> [String] {
    let names = snapshot.dictionary("source")
    var isThere = [Bool](repeating: false, count: names.count)
    var hasValue = isThere
    for (view, values) in zip(months, fact.months) {
      // In most months all runners of a race have its source.
      let isOfRaces = view.runners["source"] == nil
      guard let codes = (view.runners["source"] ?? view.races["source"])?.codesOrMissing else {
        continue
      }
      for race in 0..<view.races.rowCount {
        for row in view.rows(ofRace: race) {
          let source = Int(codes[isOfRaces ? race : row])
          guard isThere.indices.contains(source) else { continue }
          if hasValue[source] && isOfRaces { break }
          isThere[source] = true
          hasValue[source] = hasValue[source] || !values.isNull(row)
        }
      }
    }
    return isThere.indices.filter { isThere[$0] && !hasValue[$0] }.map { names[$0] }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }
}
