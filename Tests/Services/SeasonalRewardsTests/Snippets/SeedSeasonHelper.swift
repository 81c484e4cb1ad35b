import Foundation
import SeasonalRewards

extension GlobalFunctions {
  /// Determines the current season and year based on the date.
  /// XC Season: June 2 - Nov 18 (uses current year)
  /// Track Season: Nov 18 - June 2 (spans two calendar years, uses starting year)
  fileprivate static func getCurrentSeasonAndYear() -> (season: String, year: String) {
    let now = Date()
    let calendar = Calendar.current
    let month = calendar.component(.month, from: now)
    let day = calendar.component(.day, from: now)
    let currentYear = calendar.component(.year, from: now)

    // XC Season: June 2 - Nov 18
    if (month == 6 && day >= 2) || (month >= 7 && month <= 10) || (month == 11 && day < 18) {
      return ("xc", String(currentYear))
    }
    // Track Season: Nov 18 - Dec 31 (current year)
    else if month == 11 && day >= 18 || month == 12 {
      return ("track", String(currentYear))
    }
    // Track Season: Jan 1 - June 1 (previous year)
    else {
      return ("track", String(currentYear - 1))
    }
  }
}

/// The guide's usage of its own helper.
enum SeedSeasonHelper {
  static func usage() -> [String] {
    let (season, year) = GlobalFunctions.getCurrentSeasonAndYear()
    return [season, year]
  }
}
