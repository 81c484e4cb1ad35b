import Columns
import Racing
import TabularFiles
import StoreTables

extension TableMapping {
  /// The columns that its fields are read from.
  package var mappedColumns: [String] { fields.values.flatMap { $0.sources.flatMap(\.columns) } }

  /// The fields of the store's table that its rows can fill, and those that only an import needs.
  package var targetFields: [Field] {
    switch feeds {
    case .runners:
      RacingTables.raceFields + RacingTables.runnerFields + [Field.margin]
        + fields.keys.filter { $0.hasPrefix(NamedPrice.prefix) }.sorted()
        .compactMap { NamedPrice.of(column: $0)?.field }
        + [Field.offOrder]
    case .races: RacingTables.raceFields + [Field.offOrder]
    case .dividends: RacingTables.dividendFields + Field.ofDividendRaces
    case .points: SeasonTables.pointsLedgerFields
    case .roster: SeasonTables.rosterFields
    case .rewards: SeasonTables.rewardFields
    case .progress: SeasonTables.progressFields
    case .runnerPoints: SeasonTables.runnerPointFields
    case .promoItems: PromotionTables.itemFields
    case .homeSections: PromotionTables.sectionFields
    case .oddsQuotes: PromotionTables.quoteFields
    case .oddsBoosts: PromotionTables.boostFields
    case .tipsterPicks: PromotionTables.pickFields
    case .newsItems: PromotionTables.newsFields
    case .bets: BettingTables.betFields
    case .betOutcomes: BettingTables.outcomeFields
    case .walletSnapshots: BettingTables.walletFields
    case .sessions: BettingTables.sessionFields
    case .tickets: SupportTables.ticketFields
    case .ticketMessages: SupportTables.messageFields
    case .placedBets:
      PlacedBetFields.all
        + fields.keys.filter { $0.hasPrefix(PlacedBetFields.otherPrefix) }.sorted()
        .map { Field($0, .text) }
    case .lookup: []
    }
  }

  /// The fields that a row may lack and still have its race, its runner and the result: an
  /// unreadable cell of such a field stays empty, unless the mapping refuses the row.
  ///
  /// Names are never among them: a text that is no name is a mistake of the mapping or of the file.
  package var dispensableFields: Set<String> {
    guard feeds == .runners || feeds == .races else { return [] }
    let kept = targetFields.filter { field in
      switch field.type {
      case .text, .coded, .date: false
      default: !Self.identifyingFields.contains(field.name) && fields[field.name]?.bad != .reject
      }
    }
    return Set(kept.map(\.name))
  }

  /// The fields of numbers, times and flags that identify races and runners or give their results.
  private static let identifyingFields: Set = [
    "off_time", "race_no", "number", "position", "place_won",
  ]

  /// The names that a mapping may use; only the import sets its number.
  package var knownFields: [String] { targetFields.map(\.name).filter { $0 != "import_id" } }

  /// Returns the mapping with a field for each column that fits its pattern of prices.
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - arePaths: Whether they are paths of a JSON file, whose escapes do not belong to a name.
  /// - Returns: The mapping.
  package func naming(pricesIn columns: [String], arePaths: Bool) -> TableMapping {
    guard let pricePattern else { return self }
    let patterns = pricePattern.sources.flatMap(\.columns).map(StarPattern.init)
    let taken = Set(mappedColumns)
    var named = self
    for column in columns where !taken.contains(column) {
      guard let text = patterns.lazy.compactMap({ $0.text(in: column) }).first,
        let price = NamedPrice.named(
          NamedPrice.cleaned(arePaths ? RowPath.unescaped(text) : String(text))),
        named.fields[price.column] == nil
      else { continue }
      named.fields[price.column] = pricePattern.naming(text)
    }
    return named
  }

  /// Whether the day is a piece of its race keys, however its files write days.
  package var hasDayInKey: Bool { fields["race_id"]?.readsDay ?? false }

  /// The path of its rows in a JSON document; by default each document is a row or a list of rows.
  package var rowPath: RowPath { RowPath(rows ?? "[]", lists: lists)! }

  /// Returns the paths to objects or lists of a JSON file that are the only source of a field.
  ///
  /// They are read too, so that their rows are refused and no value is lost unseen.
  ///
  /// - Parameter found: The columns, objects and lists of the file.
  /// - Returns: The paths, each once.
  package func misread(_ found: JSONColumns) -> [String] {
    guard !found.containers.isEmpty else { return [] }
    let (names, containers) = (Set(found.names), Set(found.containers))
    let read = fields.values.flatMap { field -> [String] in
      guard field.limited(to: names).sources.isEmpty else { return [] }
      return field.limited(to: names.union(containers)).sources.flatMap(\.columns)
    }
    return Set(read).intersection(containers).sorted()
  }

  /// Returns the mapped fields that a file can fill, in the store's order.
  ///
  /// - Parameters:
  ///   - file: The file's name in messages.
  ///   - columns: The columns of the file and of joined tables.
  ///   - hasObjects: Whether some row is an object. Texts and numbers in place of rows are each
  ///     refused: they have no columns, and so lack none.
  /// - Returns: Fields with their mappings, without ways that need other columns.
  /// - Throws: ``ImportError`` when a column that is not optional is missing.
  package func fields(in file: String, columns: [String], hasObjects: Bool = true)
    throws(ImportError)
    -> [(Field, FieldMapping)]
  {
    // A JSON file without rows has no columns, and lacks none.
    let isEmpty = columns.isEmpty
    let has = Set(columns)
    var present: [(Field, FieldMapping)] = []
    var missing: [String] = []
    for field in targetFields {
      guard let mapping = fields[field.name] else { continue }
      let limited = mapping.limited(to: has)
      let isExcused = isEmpty || !hasObjects && mapping.readsOwnColumn
      if isExcused || !limited.sources.isEmpty || limited.fallback != nil {
        present.append((field, limited))
      } else if !mapping.optional {
        missing += (mapping.sources.first?.columns ?? []).filter {
          !has.contains($0) && !missing.contains($0)
        }
      }
    }
    let given = present.map(\.0.name) + constants.keys
    if !isEmpty, hasObjects, !requiresOneOf.isEmpty, !requiresOneOf.contains(where: given.contains)
    {
      missing.append(requiresOneOf.joined(separator: " or "))
    }
    guard missing.isEmpty else {
      throw .file(.missingColumns(file: file, missing: missing, present: columns))
    }
    return present
  }
}

/// A text where a `*` matches anything.
package struct StarPattern {
  private let ends: [Substring]

  package init(_ text: String) {
    ends = text.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
  }

  /// Returns the part of a text that the `*` matches; nil if the text does not fit, or that part is
  /// empty.
  package func text(in text: String) -> Substring? {
    guard ends.count == 2, text.hasPrefix(ends[0]) else { return nil }
    let rest = text.dropFirst(ends[0].count)
    guard rest.count > ends[1].count, rest.hasSuffix(ends[1]) else { return nil }
    return rest.dropLast(ends[1].count)
  }
}

extension FieldMapping {
  /// Returns the mapping with a text in place of the `*` in its columns' names.
  fileprivate func naming(_ text: Substring) -> FieldMapping {
    var named = self
    for source in sources.indices {
      for part in sources[source].parts.indices {
        named.sources[source].parts[part].column.replace("*", with: text)
      }
    }
    return named
  }

  /// Whether one of its ways uses a column of the row itself.
  fileprivate var readsOwnColumn: Bool {
    sources.contains { $0.columns.contains(where: JSONColumns.isOwn) }
  }
}
