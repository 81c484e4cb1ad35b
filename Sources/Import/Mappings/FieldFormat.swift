import Columns
import Racing

/// The notation of a field's text.
package enum FieldFormat: Equatable, Sendable {
  /// A day or a time by a pattern such as `D/MM/YYYY`.
  case pattern(DatePattern)
  /// A spreadsheet's day number.
  case excelSerial
  /// Seconds, or thousandths of them, since 1970-01-01 00:00 UTC.
  case epoch(perSecond: Int64)
  /// Odds.
  case odds(OddsNotation)
  /// A distance in a unit; nil if the text contains its units.
  case distance(DistanceUnit?)
  /// A weight.
  case weight(WeightUnit)
  /// Beaten lengths in words or fractions.
  case lengths
  /// Beaten lengths that a spreadsheet has converted to days.
  case excelLengths(BeatenLengths.DateOrder)
  /// Fractional odds that a spreadsheet has converted to days.
  case excelOdds(BeatenLengths.DateOrder)
  /// A position, or the word in place of one.
  case finish
  /// A race's time in minutes and seconds.
  case clock
  /// An amount with a currency sign and marks between thousands.
  case money

  /// Returns the words for the formats of a field; days and times also take patterns.
  static func words(of field: Field) -> [String: FieldFormat] {
    switch field.name {
    case _ where PlacedBetFields.amounts.contains(field): ["money": .money]
    case "date", "off_time", "event_time", "end_time", "ingest_time", "settled_time", "reported_at",
      "achieved_at", "placed_at":
      [
        "excel_serial": .excelSerial, "epoch_seconds": .epoch(perSecond: 1),
        "epoch_milliseconds": .epoch(perSecond: 1000),
        "epoch_microseconds": .epoch(perSecond: 1_000_000),
      ]
    case "sp", "bsp", "place_bsp",
      _ where NamedPrice.of(column: field.name) != nil || PlacedBetFields.odds.contains(field):
      [
        "decimal": .odds(.decimal), "fractional": .odds(.fractional),
        "american": .odds(.american), "morning_line": .odds(.morningLine),
        "hundredths": .odds(.hundredths), "to_one": .odds(.toOne), "payoff": .odds(.payoff),
        "excel_date": .excelOdds(.monthFirst), "excel_date_day_first": .excelOdds(.dayFirst),
      ]
    case "tote", "dividend": ["decimal": .odds(.decimal), "payoff": .odds(.payoff)]
    case "distance_m":
      [
        "metres": .distance(.metres), "yards": .distance(.yards),
        "furlongs": .distance(.furlongs), "miles": .distance(.miles), "written": .distance(nil),
      ]
    case "weight_lb", "body_weight_lb":
      [
        "pounds": .weight(.pounds), "stone_pounds": .weight(.stonePounds),
        "kilograms": .weight(.kilograms),
      ]
    case "beaten_lengths", Field.margin.name:
      [
        "lengths": .lengths, "excel_date": .excelLengths(.monthFirst),
        "excel_date_day_first": .excelLengths(.dayFirst),
      ]
    case "position", "outcome": ["finish": .finish]
    case "prize": ["money": .money]
    case "finish_time_s": ["clock": .clock]
    default: [:]
    }
  }

  /// Whether a field's formats may be patterns.
  static func takesPatterns(_ field: Field) -> Bool {
    field.type == .date || field.type == .instant
  }
}
