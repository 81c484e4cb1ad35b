/// The courses of all countries, country by country, the busiest of each first.
struct CourseList: Sendable {
  let names: [String]
  let country: [Int]
  let surface: [TrackSurface]
  private let logWeight: [Double]

  init(countries: [Country], count: Int, seed: UInt64) {
    let counts = apportioned(count, shares: countries.map(\.share), minimum: 2)
    var country: [Int] = []
    var surface: [TrackSurface] = []
    var logWeight: [Double] = []
    for (index, size) in counts.enumerated() {
      let facts = countries[index]
      let total = (1...size).reduce(0.0) { $0 + 1 / PortableMath.squareRoot(Double($1)) }
      for rank in 1...size {
        let isOther = mixed(seed, UInt64(surface.count)) % 100 < UInt64(facts.otherSurfacePercent)
        country.append(index)
        surface.append(isOther ? facts.otherSurface : .turf)
        logWeight.append(
          PortableMath.log(Double(facts.share) / (total * PortableMath.squareRoot(Double(rank)))))
      }
    }
    self.country = country
    self.surface = surface
    self.logWeight = logWeight
    names = (0..<count).map(Names.course)
  }

  var count: Int { country.count }

  func count(inCountry index: Int) -> Int { country.count { $0 == index } }

  /// Draws the courses that race on a day, each at most once, busy ones more often.
  func draw(_ wanted: Int, using random: inout RandomSource) -> [Int] {
    let keys = logWeight.map { $0 + random.gumbel() }
    let order = keys.indices.sorted { (keys[$0], $1) > (keys[$1], $0) }
    return Array(order.prefix(wanted))
  }
}
