import ColumnStore
import Racing

/// The names that rows meet which no store takes.
///
/// A type of its own, as both trials of mappings and refused records are read without a store.
package final class TrialNames {
  private var encoders: [String: DictionaryEncoder] = [:]

  package init() {
    let outcomes = encoder("outcome")
    for outcome in Outcome.allCases { _ = outcomes.code(outcome.name) }
  }

  package func encoder(_ name: String) -> DictionaryEncoder {
    if let known = encoders[name] { return known }
    let encoder = DictionaryEncoder.ofNames()
    encoders[name] = encoder
    return encoder
  }
}
