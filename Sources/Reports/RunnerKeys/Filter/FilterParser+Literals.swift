import Columns
import Foundation
import Racing

extension FilterParser {
  /// Reads a value of a field's kind.
  mutating func literal(for field: FilterField) throws(FilterError) -> FilterLiteral {
    let token = try take()
    switch token.kind {
    case .sign, .end: throw unexpected(token, field.expected)
    case .word, .quoted: try countLiteral(token)
    }
    return switch field.kind {
    case .number: .number(try number(token, field))
    case .text: .text(try text(token, field))
    case .boolean: .boolean(try flag(token, field))
    case .outcome: .text(try outcome(token, field))
    case .day, .instant: try time(token, field)
    }
  }

  // MARK: - Implementation

  private func number(
    _ token: FilterToken, _ field: FilterField
  ) throws(FilterError) -> FilterNumber {
    guard case .word(let word) = token.kind, token.keyword == nil else {
      throw misfit(token, field)
    }
    if let number = FilterNumber(word) { return number }
    let nearest = nearestFields(word)
    let orField = nearest.isEmpty ? "" : ", or a field" + nearest
    throw error(.wrongType(found: token.found, expected: field.expected + orField), token)
  }

  private func text(_ token: FilterToken, _ field: FilterField) throws(FilterError) -> String {
    switch token.kind {
    case .quoted(let text): return text.precomposedStringWithCanonicalMapping
    case .word(let word) where token.keyword == nil:
      // An unquoted number or field name is probably a mistake, not a text.
      guard FilterNumber(word) == nil, fields.named(word) == nil else {
        throw error(
          .wrongType(
            found: (FilterNumber(word) == nil ? "the field " : "the number ") + word,
            expected: "\(field.expected); in quotes it is one"), token)
      }
      return word.precomposedStringWithCanonicalMapping
    default: throw misfit(token, field)
    }
  }

  private func flag(_ token: FilterToken, _ field: FilterField) throws(FilterError) -> Bool {
    switch token.keyword {
    case .true: return true
    case .false: return false
    default: throw misfit(token, field)
    }
  }

  private func outcome(_ token: FilterToken, _ field: FilterField) throws(FilterError) -> String {
    guard let word = Self.wordOrText(token) else { throw misfit(token, field) }
    if Outcome(name: word) != nil { return word }
    let isShort = word.unicodeScalars.count <= 64
    let words = Outcome.allCases.map(\.name)
    let nearest = isShort ? NearestName.find(word, in: words) : nil
    throw error(
      .badLiteral(
        found: "the outcome \(word)",
        expected: field.expected + (nearest.map { " (nearest: \($0))" } ?? "")), token)
  }

  private func time(
    _ token: FilterToken, _ field: FilterField
  ) throws(FilterError) -> FilterLiteral {
    guard let word = Self.wordOrText(token) else { throw misfit(token, field) }
    if field.kind == .day, let day = Day(iso: word) { return .day(day) }
    if field.kind == .instant,
      let micros = Moment.micros(word, [.day, .zonedDay, .minutes, .unzoned])
    {
      return .instant(micros)
    }
    throw error(.badLiteral(found: token.found, expected: field.expected), token)
  }

  /// Returns a word that is not a keyword, or the text in the quotes.
  private static func wordOrText(_ token: FilterToken) -> String? {
    switch token.kind {
    case .quoted(let text): text
    case .word(let word): token.keyword == nil ? word : nil
    case .sign, .end: nil
    }
  }

  private func misfit(_ token: FilterToken, _ field: FilterField) -> FilterError {
    let hint = token.keyword == .null ? "; is null finds what is absent" : ""
    return error(.wrongType(found: token.found, expected: field.expected + hint), token)
  }
}
