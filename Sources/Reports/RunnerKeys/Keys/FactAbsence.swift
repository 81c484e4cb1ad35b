import ColumnStore
import Columns
import Racing

/// A fact used by a question that some sources never have.
package struct FactAbsence: Codable, Hashable, Sendable {
  /// The fact.
  package let fact: RunnerFact
  /// The sources' names, in the order of their bytes.
  package let sources: [String]
}

extension FactAbsence {
  /// Merges several answers' absences, each once, in the facts' order.
  ///
  /// - Parameter absences: The absences of each answer.
  /// - Returns: The absences.
  package static func each(_ absences: [[FactAbsence]]) -> [FactAbsence] {
    let found = Set(absences.joined())
    return RunnerFact.allCases.flatMap { fact in
      found.filter { $0.fact == fact }.sorted { $0.description < $1.description }
    }
  }
}

extension FactAbsence: CustomStringConvertible {
  /// The message: the fact, the sources, and the consequence.
  package var description: String {
    let advice = fact == .classChange ? "; --class-order gives the order of its classes" : ""
    return "\(fact.rawValue): found no runner of \(sources.joined(separator: ", ")) that has it, "
      + "so keys and conditions on it leave them out\(advice)"
  }
}

extension KeyColumns {
  /// Finds, for facts prepared before, the sources whose runners all lack the fact.
  ///
  /// - Parameter fields: Names of keys and fields; names other than facts' are ignored.
  /// - Returns: The facts that some source lacks.
  package func absences(of fields: [String]) -> [FactAbsence] {
    let asked = Set(fields.flatMap { KeyBand($0)?.value.fieldNames ?? [$0] })
    var sources = FactSources(
      RunnerFact.allCases.filter { asked.contains($0.rawValue) }, snapshot.dictionary("source"))
    sources.add(self)
    return sources.absences
  }
}

/// The sources of runners, and per fact the sources with at least one value.
package struct FactSources: Sendable {
  private let facts: [RunnerFact]
  private let names: NameDictionary
  private var isThere: [Bool]
  /// Per fact, whether a source has a value.
  private var hasValue: [[Bool]]

  /// Starts without any runner.
  ///
  /// - Parameters:
  ///   - facts: The facts to look for, in their order.
  ///   - names: The sources by code.
  package init(_ facts: [RunnerFact], _ names: NameDictionary) {
    (self.facts, self.names) = (facts, names)
    isThere = [Bool](repeating: false, count: names.count)
    hasValue = facts.map { [isThere] _ in isThere }
  }

  /// The facts that some source lacks for all its runners.
  package var absences: [FactAbsence] {
    zip(facts, hasValue).compactMap { fact, hasValue in
      let sources = isThere.indices.filter { isThere[$0] && !hasValue[$0] }.map { names[$0] }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      return sources.isEmpty ? nil : FactAbsence(fact: fact, sources: sources)
    }
  }

  /// Adds the runners of columns with these facts prepared.
  package mutating func add(_ columns: KeyColumns) {
    for (place, fact) in facts.enumerated() {
      for (view, values) in zip(columns.months, columns.preparedFact(fact).months) {
        add(view, values, place)
      }
    }
  }

  private mutating func add(_ view: MonthView, _ values: Column, _ place: Int) {
    // In most months all runners of a race share its source.
    let isOfRaces = view.runners["source"] == nil
    guard let codes = (view.runners["source"] ?? view.races["source"])?.codesOrMissing else {
      return
    }
    for race in 0..<view.races.rowCount {
      for row in view.rows(ofRace: race) {
        let source = Int(codes[isOfRaces ? race : row])
        guard isThere.indices.contains(source) else { continue }
        if hasValue[place][source] && isOfRaces { break }
        isThere[source] = true
        hasValue[place][source] = hasValue[place][source] || !values.isNull(row)
      }
    }
  }
}
