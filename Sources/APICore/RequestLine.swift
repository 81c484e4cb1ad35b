/// The callers of a rate limiter in order, and when each may leave.
struct RequestLine {
  /// A caller's place.
  private struct Place {
    let number: Int
    let arrival: Duration
    var isAbandoned = false
  }

  /// What a caller does next.
  enum Step: Equatable { case go, wait(until: Duration), blocked(for: Duration) }

  var pace: RequestPace
  private var places: [Place] = []
  private var nextNumber = 0
  private var travel = TravelTime()
  /// When the last place's time was, whether or not a request left; later where its request may have
  /// been held up on its way.
  private var lastPlace: Duration?
  private var lastRequest: Int64?
  private var blockedUntil = Duration.zero
  private var warnings = 0

  init(interval: Duration, longestInterval: Duration) {
    pace = RequestPace(interval: interval, longest: longestInterval)
  }

  func status(at now: Duration) -> RateLimiter.Status {
    RateLimiter.Status(
      interval: pace.interval, configuredInterval: pace.configured, lastRequest: lastRequest,
      blockedFor: max(.zero, blockedUntil - now),
      waiting: places.count { !$0.isAbandoned }, warnings: warnings)
  }

  /// Takes the last place.
  mutating func join(at now: Duration) -> Int {
    nextNumber += 1
    places.append(Place(number: nextNumber, arrival: now))
    return nextNumber
  }

  /// What the caller at a place does; with `.go` and `.blocked` its place is gone.
  ///
  /// - Parameters:
  ///   - number: The place's number.
  ///   - uptime: The time.
  ///   - now: The time of day, for the status.
  ///   - patience: The longest time that is waited where the server forbade requests; nil for any.
  ///   - others: Asks other processes for the place of a caller whose time has come: nil where they
  ///     grant it, else when to ask again.
  /// - Returns: Whether it goes, waits, or has to give up.
  mutating func step(
    of number: Int, at uptime: Duration, now: Int64, patience: Duration?,
    others: (Duration) -> Duration?
  ) -> Step {
    passAbandoned(at: uptime)
    guard let index = places.firstIndex(where: { $0.number == number }) else {
      preconditionFailure("a caller without a place")
    }
    if let patience, blockedUntil - uptime > patience {
      places.remove(at: index)
      return .blocked(for: blockedUntil - uptime)
    }
    let time = time(of: index, at: uptime)
    guard index == 0, time <= uptime else { return .wait(until: time) }
    if pace.interval > .zero, let later = others(pace.interval) { return .wait(until: later) }
    places.removeFirst()
    lastPlace = uptime
    lastRequest = now
    return .go
  }

  /// A caller gives up; its place stays, empty.
  mutating func abandon(_ number: Int) {
    if let index = places.firstIndex(where: { $0.number == number }) {
      places[index].isAbandoned = true
    }
  }

  /// Counts a request as being at the server as late as its answer leaves open.
  ///
  /// - Parameters:
  ///   - departure: When it left.
  ///   - end: When its answer was there, or when it was given up.
  ///   - isAnswered: Whether there was an answer.
  /// - Returns: When the last request was at the server at the latest.
  mutating func arrived(from departure: Duration, until end: Duration, isAnswered: Bool)
    -> Duration
  {
    let time = max(.zero, end - departure)
    let late = isAnswered ? travel.delay(ofAnswerAfter: time) : time
    let arrival = max(lastPlace ?? departure, departure + late)
    lastPlace = arrival
    return arrival
  }

  /// Follows what an answer said; returns whether it was a warning.
  mutating func take(_ advice: RateAdvice, at now: Duration) -> Bool {
    if let pause = advice.pause { blockedUntil = max(blockedUntil, now + pause) }
    if advice.isRefusal {
      warnings += 1
      if advice.pause == nil { pace.slowDown() }
    } else {
      pace.recover()
    }
    pace.quota = advice.quotaInterval
    return advice.isRefusal
  }

  // MARK: - Implementation

  /// When the first place's time is, whether or not it has passed.
  private var firstTime: Duration {
    max(lastPlace.map { $0 + pace.interval } ?? .zero, blockedUntil, places[0].arrival)
  }

  /// When the caller at an index may leave, if all before it leave as soon as they may.
  private func time(of index: Int, at now: Duration) -> Duration {
    var time = max(firstTime, now)
    for place in places[..<(index + 1)].dropFirst() {
      time = max(time + pace.interval, place.arrival)
    }
    return time
  }

  /// Drops empty places whose time has come, as if a request had left.
  private mutating func passAbandoned(at now: Duration) {
    while let first = places.first, first.isAbandoned {
      let time = firstTime
      guard time <= now else { return }
      lastPlace = time
      places.removeFirst()
    }
  }
}
