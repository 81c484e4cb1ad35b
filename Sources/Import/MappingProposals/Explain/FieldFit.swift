import Columns
import ColumnStore
import Mappings
import Racing
import RowReading
import YAMLText

/// The degree to which a column's texts fit a field.
struct FieldFit {
  /// The share of filled cells that the field's reader reads, with a plausible value.
  var share: Double
  /// A mapping's members beside the column, such as `format: fractional`.
  var members: [String] = []
  /// Odd values of the column.
  var doubts: [String] = []
  /// The unit of its numbers, with the evidence.
  var comments: [String] = []
  /// Texts that mean no value in this field alone.
  var missing: [String] = []

  static let none = FieldFit(share: 0)

  /// Judges a column for a field.
  ///
  /// - Parameters:
  ///   - profile: The column.
  ///   - field: The field.
  ///   - besideCommas: Whether another column of the file has decimal commas.
  init(_ profile: ColumnProfile, as field: Field, besideCommas: Bool = false) {
    guard profile.valueCount > 0 else {
      self = .none
      return
    }
    switch field.name {
    case "race_id": self.init(share: profile.share { $0.count <= 100 })
    case "date" where DateFit.areMilliseconds(profile),
      "off_time" where DateFit.areMilliseconds(profile):
      self = DateFit.ofMilliseconds(profile, isDay: field.name == "date")
    case "date": self = DateFit(profile).fit
    case "off_time": self = TimeFit(profile).fit
    case "sp", "bsp", "place_bsp",
      _ where NamedPrice.of(column: field.name) != nil:
      self = OddsFit(profile).fit
    case "position": self = FinishFit(profile).position
    case "outcome": self = FinishFit(profile).flag
    case "country": self = CountryFit(profile).fit
    case "race_type": self = RaceTypeFit(profile).fit
    case "pattern", "age_band", "rating_band", "headgear", "sectional_times", "running_positions":
      self = Self.word(profile, field.name)
    case "prize", "tote", "dividend": self = Self.amount(profile, field, besideCommas)
    case "beaten_lengths": self = Self.lengths(profile, field)
    case "finish_time_s" where Self.mayBeOff(profile): self = .none
    case "comment": self.init(share: profile.share { $0.contains(where: \.isLetter) })
    // A horse is Koń in Polish, and a sex is Kön in Swedish.
    case "sex" where Self.areNames(profile): self = .none
    case "pool", "combination", "class", "sex", "horse_id": self = Self.word(profile, field.name)
    default:
      if case .coded = field.type {
        self = Self.name(profile, field.name)
      } else {
        self = Self.best(profile, field, besideCommas && field.name == "distance_m")
        addUnit(profile, field.name)
      }
    }
    let empty = missing + profile.emptyWords
    if share > 0, !empty.isEmpty, field.name != "position", field.name != "outcome" {
      members.append("empty: [" + empty.map(\.yamlScalar).joined(separator: ", ") + "]")
    }
  }

  init(share: Double, members: [String] = [], doubts: [String] = []) {
    self.share = share
    self.members = members
    self.doubts = doubts
  }

  // MARK: - Words

  private static func word(_ profile: ColumnProfile, _ field: String) -> FieldFit {
    FieldFit(
      share: profile.share { $0.count <= 40 && (field != "horse_id" || !$0.contains(" ")) })
  }

  private static func name(_ profile: ColumnProfile, _ field: String) -> FieldFit {
    let isSurface = profile.share(Self.saysSurface) > 0.5
    if field == "surface" {
      return isSurface ? SurfaceFit(profile).fit : .none
    }
    // C1 and R1 are the numbers of a French race and its meeting.
    let areNumbers = profile.share { $0.wholeMatch(of: /[RrCc]\d{1,2}/) != nil } > 0.9
    if field == "course" && (isSurface || areNumbers) { return .none }
    return FieldFit(
      share: profile.share { text in
        text.count <= 120 && text.contains(where: \.isLetter) && !text.contains("://")
          && Day(iso: text) == nil
      })
  }

  static func saysSurface(_ text: String) -> Bool {
    let small = text.lowercased()
    let words = [
      "turf", "dirt", "all weather", "all-weather", "polytrack", "tapeta", "synthetic", "sand",
      "aw",
    ]
    // Sandown is no sand.
    return SurfaceFit.meaning(of: text) != nil
      || words.contains {
        small.hasPrefix($0) && small.dropFirst($0.count).first?.isLetter != true
      }
  }

  // MARK: - Numbers

  /// Notes the unit of bare numbers.
  private mutating func addUnit(_ profile: ColumnProfile, _ field: String) {
    guard share >= FieldCandidates.leastShare else { return }
    switch field {
    case "distance_m" where !members.contains { $0.contains("written") }:
      // The marks of decimals say nothing of the unit.
      let marks = members.filter { $0.hasPrefix("decimal:") || $0.hasPrefix("thousands:") }
      let plain =
        marks.isEmpty
        ? profile : profile.mapped { $0.filter { !". ".contains($0) }.replacing(",", with: ".") }
      let unit = DistanceFit(
        plain, lastWord: HeaderName(profile.column).tokens.last ?? "",
        first: members.filter { !marks.contains($0) })
      if let found = unit.members { members = found + marks }
      comments += unit.comments
      doubts += unit.doubts
    case "distance_m" where !members.contains { $0.hasPrefix("thousands:") }:
      guard let mile = profile.examples(1, where: { Self.pointed($0) == true }).first else {
        return
      }
      doubts.append(
        "\(mile.oneLine) is read as miles; if points separate thousands of metres, add "
          + #"thousands: "." and decimal: ",""#)
    case "weight_lb" where members.isEmpty || members == ["format: kilograms"]:
      let numbers = profile.numbers.map(\.value)
      guard let least = numbers.min(), let most = numbers.max() else { return }
      let (unit, riders) = members.isEmpty ? ("pounds", 85.0...220) : ("kilograms", 38.5...99.8)
      let range = "from \(least.shortText) to \(most.shortText)"
      comments.append("\(unit), \(range)")
      if !members.isEmpty, most < Self.lightestRider {
        comments.append("weights of greyhounds")
        return
      }
      if !riders.contains(least) || !riders.contains(most) {
        doubts.append("\(range): not all are weights of riders in \(unit)")
      }
    default: break
    }
  }

  /// Whether a column with a name such as Time may have off times, as most texts lack decimals.
  private static func mayBeOff(_ profile: ColumnProfile) -> Bool {
    FieldWords.scores(HeaderName(profile.column))["off_time"] != nil
      && profile.share { $0.firstMatch(of: /\d[.,]\d+$/) != nil } < 0.5
  }

  /// Whether there are more texts than words for a sex, which an age may follow.
  private static func areNames(_ profile: ColumnProfile) -> Bool {
    profile.values.count >= 12 && !profile.values.contains { $0.contains(where: \.isNumber) }
  }

  /// Whether a point before three digits may be a decimal one, as in `1.250 m` of miles; nil for a
  /// text without such a point.
  private static func pointed(_ text: String) -> Bool? {
    text.wholeMatch(of: /(\d{1,2}\.\d{3})\s*[Mm](?:[Ee]?[Tt]\p{L}*)?/)
      .flatMap { Double($0.1) }.map { ($0 * 16).rounded() == $0 * 16 }
  }

  /// The least weight of a rider, in kilograms; greyhounds weigh less.
  private static let lightestRider = 42.0

  /// Judges amounts of money, which may have a currency sign at either end.
  private static func amount(
    _ profile: ColumnProfile, _ field: Field, _ besideCommas: Bool
  ) -> FieldFit {
    // The format for prizes skips any text in front.
    let front = field.name == "prize" ? nil : profile.withoutSignInFront
    let takesPoints = besideCommas || field.name == "prize"
    guard let bare = front ?? profile.withoutSignBehind else {
      return best(profile, field, takesPoints)
    }
    var fit = best(bare.profile, field, takesPoints)
    fit.members.append(bare.member)
    return fit
  }

  /// Judges beaten lengths; a spreadsheet may have converted some to days.
  private static func lengths(_ profile: ColumnProfile, _ field: Field) -> FieldFit {
    var fit = best(profile, field)
    guard fit.share >= FieldCandidates.leastShare,
      let order = dayOrders.first(where: { order in
        fit.members.contains("format: [lengths, \(order.format)]")
      })
    else { return fit }
    let days = profile.examples(2) {
      BeatenLengths.parse($0) == nil
        && (BeatenLengths.excelDate($0) ?? BeatenLengths.excelDate($0, .dayFirst)) != nil
    }
    fit.doubts.append(madeDays(days, as: order.format))
    return fit
  }

  private static let dayOrders = [
    (format: "excel_date", first: "month"), (format: "excel_date_day_first", first: "day"),
  ]

  /// The doubt about fractions that a spreadsheet made days of, and that a format reads.
  static func madeDays(_ days: [String], as format: String) -> String {
    let order = dayOrders.first { $0.format == format }!
    let other = dayOrders.first { $0.format != format }!
    return
      "a spreadsheet has made days of fractions, such as \(days.joined(separator: ", ")); they "
      + "are read with the \(order.first) first (\(format)); where the \(other.first) comes first, write "
      + other.format
  }

  /// Returns the best of a field's formats.
  private static func best(
    _ profile: ColumnProfile, _ field: Field, _ takesPoints: Bool = false
  ) -> FieldFit {
    let header = HeaderName(profile.column).tokens.last ?? ""
    var variants = variants(of: field.name, header: header)
    // A scaled number has no decimals, so only the name shows its unit.
    if field.name == "distance_m", isHundredths(profile) {
      variants = [(["format: furlongs", "times: 0.01"], 300...10_000)]
    }
    // Miles have sixteenths: 1.200 m is 1,200 metres.
    let takesPoints =
      takesPoints
      || field.name == "distance_m" && profile.values.contains { pointed($0) == false }
    if let commas = DecimalCommas(profile.values, takesPoints: takesPoints) {
      // Commas before decimals are no thousands marks.
      let own = variants.filter { !$0.members.contains(Self.thousandsCommas) }
      variants = own.map { ($0.members + commas.members, $0.range) } + variants
    }
    let trials = variants.map { members, range in
      let read = ReadValues(profile, field, members)
      var fit = FieldFit(share: read.share { range.contains($0) }, members: members)
      if let missed = read.missed.first {
        fit.doubts.append("cells without a number stay empty, such as \(missed.oneLine)")
      }
      return fit
    }
    var best = trials[0]
    for trial in trials.dropFirst() where trial.share > best.share + 0.001 { best = trial }
    return best
  }

  /// Whether a column of distances is named as hundredths of furlongs.
  private static func isHundredths(_ profile: ColumnProfile) -> Bool {
    let tokens = HeaderName(profile.column).tokens
    return tokens.contains("hundredths") || tokens == ["distance", "id"]
  }

  /// The member of a mapping for numbers with commas between thousands.
  static let thousandsCommas = "thousands: \",\""

  private typealias Variant = (members: [String], range: ClosedRange<Int64>)

  /// Returns formats with the range of plausible values; in millionths if the field has them.
  private static func variants(of field: String, header: String) -> [Variant] {
    let million = Decimal6.one
    switch field {
    case "race_no":
      return [
        ([], 1...40), ([#"match: '^[Rr](?:ace)?\s*(\d+)$'"#], 1...40),
        ([#"match: '^[Cc](?:ourse)?\s*(\d+)$'"#], 1...40),
        // Løp 1, 1R, 1ª, 第1场.
        ([#"match: '^(?:第|[^0-9 ]{3,7} )?(\d+)(?:R|ª|º|°|\^|\.|场|場|レース)?$'"#], 1...40),
      ]
    case "number", "draw", "betting_interest": return [([], 0...99)]
    case "age": return [([], 1...30), ([#"match: '^\d+'"#], 1...30)]
    case "field_size": return [([], 0...99)]
    case "official_rating": return [([], 0...200)]
    case "distance_m":
      let metres: Variant = ([], 300...10_000)
      let furlongs: Variant = (["format: furlongs"], 300...10_000)
      let miles: Variant = (["format: miles"], 300...10_000)
      let written: Variant = (["format: written"], 150...10_000)
      if let named = DistanceFit.members(named: header), !named.isEmpty {
        return [(named, 300...10_000)]
      }
      // A Japanese surface may come first: 芝1600, ダ右1200m.
      let japanese: Variant = ([#"match: '^[芝ダ障][^0-9]*([0-9]+)'"#], 300...10_000)
      let abbreviated: Variant = (
        [#"match: '^([0-9.,]+)\s*(?:米|公尺|メートル|м|[Mm]\.)$'"#], 300...10_000
      )
      // The distance and the start behind it, as Swedish lists have them: 2140:5.
      let withStart: Variant = ([#"match: '^([0-9]{3,4})[:/][0-9]{1,2}$'"#], 300...10_000)
      return [metres, written, furlongs, miles, japanese, abbreviated, withStart]
    case "weight_lb":
      let pounds: Variant = ([], 85 * million...220 * million)
      // The lightest are greyhounds.
      let kilograms: Variant = (["format: kilograms"], 44 * million...220 * million)
      let stones: Variant = (["format: stone_pounds"], 85 * million...220 * million)
      return [pounds, kilograms, stones]
    case "body_weight_lb":
      return [([], 500 * million...1500 * million)]
    case "finish_time_s": return [(["format: clock"], 10 * million...1200 * million)]
    case "rating_rpr", "rating_ts": return [([], 0...200)]
    case "claim_lb": return [([], 0...15)]
    case "beaten_lengths":
      return ["lengths", "[lengths, excel_date]", "[lengths, excel_date_day_first]"].map {
        (["format: \($0)"], 0...1000 * million)
      }
    case "prize", "tote", "dividend":
      let all: ClosedRange<Int64> = 0...Int64.max
      let money: [Variant] = field == "prize" ? [(["format: money"], all)] : []
      return [([], all), ([thousandsCommas], all)] + money
    default: return [([], Int64.min...Int64.max)]
    }
  }
}

/// A column's different texts, read as a field.
struct ReadValues {
  /// Per text: its value; nil if it says that there is none.
  private let values: [Int64?]
  private let unreadable: Set<Int>
  private let profile: ColumnProfile
  /// The texts in which the mapping's `match` finds nothing.
  let missed: [String]

  init(_ profile: ColumnProfile, _ field: Field, _ members: [String]) {
    self.profile = profile
    let yaml = "{" + (["column: x"] + members).joined(separator: ", ") + "}"
    let mapping = FieldMapping.parsed(yaml, of: field)
    let rows = Table([("x", Column(texts: profile.values))])
    let read = FieldReader(field: field, mapping: mapping).values(rows)
    var unreadable = Set(read.problems.map(\.row))
    let values: [Int64?] = profile.values.indices.map { row in
      guard !read.column.isNull(row) else { return nil }
      switch read.column.values {
      case .int16(let buffer): return Int64(buffer[row])
      case .int32(let buffer): return Int64(buffer[row])
      case .int64(let buffer): return buffer[row]
      case .boolean(let bits): return bits[row] ? 1 : 0
      default: return nil
      }
    }
    let picks = members.contains { $0.hasPrefix("match:") }
    let none = values.indices.filter {
      picks && values[$0] == nil && !unreadable.contains($0)
        && !ColumnProfile.emptyWords.contains(profile.values[$0])
    }
    missed = none.map { profile.values[$0] }
    unreadable.formUnion(none)
    (self.values, self.unreadable) = (values, unreadable)
  }

  /// Returns the value of a text, by its index among the column's different texts.
  subscript(text: Int) -> Int64? { values[text] }

  /// Returns the share of filled cells with a value that fits; texts that mean no value don't
  /// count.
  func share(_ fits: (Int64) -> Bool) -> Double {
    var good = 0
    var all = 0
    for (row, text) in profile.values.enumerated()
    where !ColumnProfile.emptyWords.contains(text)
      && (values[row] != nil || unreadable.contains(row))
    {
      all += profile.counts[row]
      if let value = values[row], fits(value) { good += profile.counts[row] }
    }
    return all == 0 ? 0 : Double(good) / Double(all)
  }
}

/// Finds the notation of a column's countries.
struct CountryFit {
  private(set) var fit = FieldFit.none

  /// States whose codes are also codes of countries.
  private static let states = ["SA": "AU", "WA": "AU"]

  init(_ profile: ColumnProfile) {
    let hasStates = profile.values.contains { ["VIC", "NSW", "QLD"].contains($0) }
    let known =
      hasStates ? CountryCode.iso.merging(Self.states) { first, _ in first } : CountryCode.iso
    let share = profile.share { known[$0.uppercased()] != nil }
    guard share > 0.5 else { return }
    let words = profile.values.compactMap { text in
      known[text.uppercased()].flatMap { $0 == text ? nil : text.yamlWord + ": \($0)" }
    }
    let members = words.isEmpty ? [] : ["words: {" + words.joined(separator: ", ") + "}"]
    fit = FieldFit(share: share, members: members)
  }
}

/// Finds the meanings of a column's words for kinds of races.
struct RaceTypeFit {
  let fit: FieldFit

  private static let meanings = [
    "flat": "flat", "hurdle": "hurdle", "chase": "chase", "steeplechase": "chase",
    "bumper": "bumper", "nh flat": "bumper", "national hunt flat": "bumper", "harness": "harness",
    "trot": "harness", "pace": "harness",
  ]

  init(_ profile: ColumnProfile) {
    let words = profile.values.compactMap { text in
      Self.meanings[text.lowercased()].map { "\(text.yamlWord): \($0)" }
    }
    fit = FieldFit(
      share: profile.share { Self.meanings[$0.lowercased()] != nil },
      members: words.isEmpty ? [] : ["words: {" + words.joined(separator: ", ") + "}"])
  }
}

/// Finds the meanings of a column's words for surfaces.
struct SurfaceFit {
  let fit: FieldFit

  private static let meanings = [
    ("草地", "turf"), ("芝", "turf"), ("全天候", "all_weather"), ("泥地", "dirt"), ("ダ", "dirt"),
    ("çim", "turf"), ("kum", "dirt"), ("sentetik", "all_weather"), ("gazon", "turf"),
    ("gras", "turf"), ("césped", "turf"), ("grama", "turf"), ("psf", "all_weather"),
    ("allwetter", "all_weather"), ("잔디", "turf"), ("모래", "dirt"),
  ]

  /// Returns the beginning of a text that is a word for a surface, and its meaning; nil for others.
  static func meaning(of text: String) -> (word: String, surface: String)? {
    let small = text.lowercased()
    return meanings.lazy.filter { word, _ in
      small.hasPrefix(word)
        // A word of an alphabet ends before the next letter.
        && (word.unicodeScalars.first!.value > 0x3000
          || small.dropFirst(word.count).first?.isLetter != true)
    }.map { (String(text.prefix($0.0.count)), $0.1) }.first
  }

  init(_ profile: ColumnProfile) {
    let found = Set(profile.values.compactMap { Self.meaning(of: $0)?.word }).sorted()
    let words = Self.meanings.flatMap { word, surface in
      found.filter { $0.lowercased() == word }.map { "\"\($0)*\": \(surface)" }
    }
    fit = FieldFit(
      share: 1,
      members: words.isEmpty ? ["case: lower"] : ["words: {" + words.joined(separator: ", ") + "}"])
  }
}
