import ColumnStore
import Racing

/// The names found in rows that are read without a store.
///
/// A separate type, as both trials of mappings and refused records need it.
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
