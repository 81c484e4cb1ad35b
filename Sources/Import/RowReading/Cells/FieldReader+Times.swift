import Columns
import Foundation
import Mappings
import Racing

extension FieldReader {
  /// Reads days, by the mapping's patterns or as `YYYY-MM-DD`.
  func dates(_ count: Int, _ out: FieldColumn) {
    if let zone = mapping.dayZone { return days(in: zone, count, out) }
    let formats = mapping.formats
    fixed(count, out, expected: expectedTime("a day as YYYY-MM-DD")) {
      cell -> CellReading<Int32> in
      if formats.isEmpty { return .init(Day(iso: cell)?.number) }
      let day = formats.lazy.compactMap { $0.reading(cell)?.day?.number }.first
      return .init(day.flatMap { Day.civilNumbers.contains($0) ? $0 : nil })
    }
  }

  /// Reads days from a file's points in time: midnights, as some tools write days, or the days on
  /// which the points fall in the mapping's zone.
  func days(of micros: Buffer<Int64>, _ validity: Validity, _ out: FieldColumn) {
    var zone = mapping.dayZone.map { ZoneOffsets($0) }
    out.add(micros.count, of: Int32.self) { slots in
      for row in 0..<micros.count where validity.isValid(row) {
        var local = micros[row]
        if Day.civilMicros.contains(local), let ahead = zone?.seconds(atUTC: local) {
          local += ahead * 1_000_000
        }
        let (day, rest) = Day.split(micros: local)
        if zone != nil || rest == 0, Day.civilNumbers.contains(day.number) {
          slots.set(row, day.number)
        } else if mapping.bad != .null {
          out.note(
            problem(
              slots.first + row, "\(micros[row]) µs since 1970",
              expectedTime("a day as YYYY-MM-DD")))
        }
      }
    }
  }

  /// Converts points in time of a typed column to UTC: those without a zone are in the mapping's.
  ///
  /// - Parameters:
  ///   - micros: The points in time.
  ///   - validity: The rows that have one.
  ///   - out: The column of off times, to note the second moments of times that the clock shows
  ///     twice; nil for any other field.
  /// - Returns: The points in UTC.
  func utc(_ micros: Buffer<Int64>, _ validity: Validity, notingTo out: FieldColumn? = nil)
    -> Buffer<Int64>
  {
    var zone = ZoneOffsets(mapping.zone)
    guard cells.isLocalTime, !zone.isUTC else { return micros }
    let repeated = RepeatedHours(mapping.zone)
    return Buffer(
      micros.indices.map { row in
        let local = micros[row]
        // Times outside these years are refused later, unchanged.
        guard Day.civilMicros.contains(local) else { return local }
        let moment = local - zone.seconds(at: local) * 1_000_000
        if let out, validity.isValid(row), let other = repeated?.other(of: local, than: moment) {
          out.note(other: other, of: out.rowCount + row)
        }
        return moment
      })
  }

  /// Reads points in time, by the mapping's patterns or as ISO 8601.
  func times(_ count: Int, _ out: FieldColumn) {
    let formats = mapping.formats
    // An off time needs a day and a time; any other moment may be a day, which means its midnight.
    let isOff = field.name == "off_time"
    let standard = isOff ? FieldFormat.isoTimes : FieldFormat.isoDays
    var zone = ZoneOffsets(mapping.zone)
    let repeated = isOff ? RepeatedHours(mapping.zone) : nil
    var halves = mapping.followsCountry ? HalfDays(countries) : nil
    // Notes on an off time beside its moment.
    var other: Int64?
    var written: Int64?
    // Whether its half of the day follows no country's hours, and whether its hour is one of both
    // clocks.
    var (isOpen, isOfBothClocks) = (false, false)
    func utc(_ local: Int64) -> Int64 { local - zone.seconds(at: local) * 1_000_000 }
    // Safety: the caller lends the bytes of a cell for the one call, here and below.
    func reading(_ row: Int, _ cell: UnsafeBufferPointer<UInt8>) -> CellReading<Int64> {
      if formats.isEmpty && (zone.isUTC || cell.last == UInt8(ascii: "Z")) {
        if let micros = Moment.micros(cell, Self.isoForms) { return .value(micros) }
        if isOff && zone.isUTC { return .unreadable }
      }
      for format in formats.isEmpty ? standard : formats {
        guard let reading = format.reading(cell),
          let micros = reading.microsOfDay ?? (isOff ? nil : 0),
          let day = reading.day ?? self.day(row)
        else { continue }
        if reading.isOf24Hours { out.noteClockOf24Hours() }
        var local = micros + Int64(day.number) * 86_400_000_000
        if let offset = reading.offsetSeconds { return .value(local - Int64(offset) * 1_000_000) }
        if !reading.saysHalf, halves != nil {
          let shown = local
          guard let half = halves!.moment(micros, on: day, row, utc) else { return .unreadable }
          // A 24-hour clock writes these alike.
          if half != shown, micros >= HalfDays.firstOfBothClocks { written = utc(shown) }
          local = half
          isOpen = !(countries?.isNamed(of: row) ?? false)
          isOfBothClocks = micros >= HalfDays.firstOfBothClocks
        } else if let earliest = mapping.earliestMicros, !reading.saysHalf, micros < earliest {
          local += HalfDays.half
        }
        let moment = utc(local)
        other = repeated?.other(of: local, than: moment)
        return .value(moment)
      }
      return .unreadable
    }
    let known = knownMoments
    let saysYears = isOfClub
    // A zone may move a time out of the accepted years, too.
    var isOutside = false
    var last = CellReading<Int64>.none
    let expected = expectedTime("a time as YYYY-MM-DDTHH:MM:SSZ")
    fixedByRow(count, out, expected: expected + (saysYears || isOutside ? inKnownYears : "")) {
      row, cell, isRepeated -> CellReading<Int64> in
      // A time of day may belong to another day or country than in the row before.
      let isSame =
        isRepeated && day(row) == day(row - 1)
        && (halves == nil || countries?.code(row) == countries?.code(row - 1))
      if !isSame {
        (other, written, isOpen) = (nil, nil, false)
        last = reading(row, cell)
        isOutside = false
        if case .value(let micros) = last, !known.contains(micros) {
          isOutside = true
          last = .unreadable
        }
      }
      if case .value = last {
        if let other { out.note(other: other, of: row) }
        if let written { out.note(written: written, of: row) }
        if isOpen { out.noteOpenHalf(of: row, isOfBothClocks: isOfBothClocks) }
      }
      return last
    }
  }

  // MARK: - Implementation

  /// Reads the days on which points in time fall in a zone, or in the zone whose name ends the
  /// text; a day without a time stays as it is.
  private func days(in zone: String, _ count: Int, _ out: FieldColumn) {
    let formats = mapping.formats.isEmpty ? FieldFormat.isoDays : mapping.formats
    var written = ZoneOffsets(mapping.zone)
    var wanted = [zone: ZoneOffsets(zone)]
    func reading(_ cell: UnsafeBufferPointer<UInt8>, in zone: String) -> CellReading<Int32> {
      for format in formats {
        guard let reading = format.reading(cell), let day = reading.day else { continue }
        guard let time = reading.microsOfDay else { return .value(day.number) }
        let local = Int64(day.number) * 86_400_000_000 + time
        let ahead = reading.offsetSeconds.map(Int64.init) ?? written.seconds(at: local)
        let utc = local - ahead * 1_000_000
        let there = utc + wanted[zone, default: ZoneOffsets(zone)].seconds(atUTC: utc) * 1_000_000
        // A zone may move the first day into the year before 1, or the last one past 9999.
        let number = Day.split(micros: there).day.number
        return Day.civilNumbers.contains(number) ? .value(number) : .unreadable
      }
      return .unreadable
    }
    let expected = expectedTime("a day as YYYY-MM-DD or a time with its day")
    // Explains that the name behind a moment is not a known zone.
    var refusal = ""
    fixed(count, out, expected: expected + refusal) { cell -> CellReading<Int32> in
      refusal = ""
      let whole = reading(cell, in: zone)
      guard case .unreadable = whole, let blank = cell.lastIndex(of: UInt8(ascii: " ")) else {
        return whole
      }
      let named = String(decoding: cell[(blank + 1)...], as: UTF8.self)
      // Safety: the moment is part of the cell, which the caller lends for the one call.
      let moment = UnsafeBufferPointer(rebasing: cell[..<blank])
      guard wanted[named] != nil || TimeZone(identifier: named) != nil else {
        if case .value = reading(moment, in: zone) {
          refusal = " in a known time zone, which \(named) is not"
        }
        return whole
      }
      return reading(moment, in: named)
    }
  }

  private static let isoForms: Moment.Forms = [
    .blank, .lowercase, .minutes, .micros, .nanos, .anyDigits, .noDigits, .unzoned, .offset,
  ]

  private func day(_ row: Int) -> Day? { days?.day(row) }

  private func expectedTime(_ standard: String) -> String {
    guard !mapping.formats.isEmpty else { return standard }
    return mapping.formats.map(\.name).joined(separator: " or ")
  }
}

/// The parts of a point in time that a text contains.
struct TimeReading {
  var day: Day?
  var microsOfDay: Int64?
  var offsetSeconds: Int32?
  var saysHalf = false
  var isOf24Hours = false
}

extension TimeReading {
  fileprivate init?(_ reading: DatePattern.Reading?) {
    guard let reading else { return nil }
    self.init(
      day: reading.day, microsOfDay: reading.microsOfDay, offsetSeconds: reading.offsetSeconds,
      saysHalf: reading.saysHalf, isOf24Hours: reading.isOf24Hours)
  }
}

extension FieldFormat {
  /// The notations of a time with its day.
  static let isoTimes = [
    "YYYY-MM-DD'T'HH:mm[:ss[.SSS]][Z]", "YYYY-MM-DD HH:mm[:ss[.SSS]][Z]", "HH:mm[:ss[.SSS]]",
  ].map { FieldFormat.pattern(DatePattern($0)!) }

  /// The notations of a day, with or without a time.
  static let isoDays = [FieldFormat.pattern(DatePattern("YYYY-MM-DD")!)] + isoTimes.dropLast()

  /// Reads a cell's day and time.
  func reading(_ cell: UnsafeBufferPointer<UInt8>) -> TimeReading? {
    switch self {
    case .pattern(let pattern): TimeReading(pattern.read(cell))
    case .excelSerial: Self.spreadsheetReading(cell)
    case .epoch(let perSecond): Self.epochReading(cell, perSecond)
    default: nil
    }
  }

  private static func epochReading(_ cell: UnsafeBufferPointer<UInt8>, _ perSecond: Int64)
    -> TimeReading?
  {
    guard let count = Int64(String(decoding: cell, as: UTF8.self)),
      count.magnitude < 300_000_000_000 * UInt64(perSecond)
    else { return nil }
    let (day, rest) = Day.split(micros: count * (1_000_000 / perSecond))
    return TimeReading(day: day, microsOfDay: rest, offsetSeconds: 0)
  }

  private static func spreadsheetReading(_ cell: UnsafeBufferPointer<UInt8>)
    -> TimeReading?
  {
    guard let day = DatePattern.excelSerial(cell) else { return nil }
    return TimeReading(day: day, microsOfDay: nil, offsetSeconds: nil)
  }

  /// The format's name in messages.
  var name: String {
    switch self {
    case .pattern(let pattern): pattern.text
    case .excelSerial: "a spreadsheet's day number"
    case .epoch: "a time since 1970"
    default: "\(self)"
    }
  }
}
