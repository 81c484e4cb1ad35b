/// The waiting callers of a rate limiter in order, and the time of each.
struct RequestLine {
  /// A caller's place.
  private struct Place {
    let number: Int
    let arrival: Duration
    var isAbandoned = false
  }

  /// A caller's next step.
  enum Step: Equatable {
    case go
    /// The reason is nil for a place in the line alone.
    case wait(until: Duration, RequestWait.Reason?)
    case blocked(for: Duration)
  }

  var pace: RequestPace
  private var places: [Place] = []
  private var nextNumber = 0
  private var travel = TravelTime()
  /// The time of the last place, whether or not a request was sent; later if its request may have
  /// been delayed on its way.
  private var lastPlace: Duration?
  private var lastRequest: Int64?
  private var blockedUntil = Duration.zero
  private var warnings = 0
  /// The last answer's quota, and the time of its renewal.
  private var quota: (advice: RateAdvice.Quota, renewal: Duration)?

  init(interval: Duration, longestInterval: Duration) {
    pace = RequestPace(interval: interval, longest: longestInterval)
  }

  func status(at now: Duration) -> RateLimiter.Status {
    RateLimiter.Status(
      interval: pace.interval, configuredInterval: pace.configured, lastRequest: lastRequest,
      blockedFor: max(.zero, blockedUntil - now),
      waiting: places.count { !$0.isAbandoned }, warnings: warnings)
  }

  /// Adds a caller at the end of the line.
  mutating func join(at now: Duration) -> Int {
    nextNumber += 1
    places.append(Place(number: nextNumber, arrival: now))
    return nextNumber
  }

  /// Returns the next step of the caller at a place; `.go` and `.blocked` remove its place.
  ///
  /// - Parameters:
  ///   - number: The place's number.
  ///   - uptime: The time.
  ///   - now: The time of day, for the status.
  ///   - patience: The longest wait for the end of a server's pause; nil for any.
  ///   - others: Asks other processes for the place of a caller whose time has come: nil if they
  ///     grant it, otherwise the time to ask again.
  /// - Returns: The step: go, wait, or give up.
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
    guard index == 0, time <= uptime else { return .wait(until: time, reason(at: uptime)) }
    if pace.interval > .zero, let later = others(pace.interval) {
      return .wait(until: later, .otherProcess)
    }
    places.removeFirst()
    lastPlace = uptime
    lastRequest = now
    return .go
  }

  /// Marks a caller as gone; its place stays, empty.
  mutating func abandon(_ number: Int) {
    if let index = places.firstIndex(where: { $0.number == number }) {
      places[index].isAbandoned = true
    }
  }

  /// Records a request at the latest arrival that its answer allows.
  ///
  /// - Parameters:
  ///   - departure: The time of sending.
  ///   - end: The time of the answer, or of giving up.
  ///   - isAnswered: Whether there was an answer.
  /// - Returns: The latest possible arrival of the last request at the server.
  mutating func arrived(from departure: Duration, until end: Duration, isAnswered: Bool)
    -> Duration
  {
    let time = max(.zero, end - departure)
    let late = isAnswered ? travel.delay(ofAnswerAfter: time) : time
    let arrival = max(lastPlace ?? departure, departure + late)
    lastPlace = arrival
    return arrival
  }

  /// Applies an answer's advice; returns whether it was a warning.
  mutating func take(_ advice: RateAdvice, at now: Duration) -> Bool {
    if let pause = advice.pause { blockedUntil = max(blockedUntil, now + pause) }
    if advice.isRefusal {
      warnings += 1
      if advice.pause == nil { pace.slowDown() }
    } else {
      pace.recover()
    }
    pace.quota = advice.quotaInterval
    quota = advice.quota.map { ($0, now + $0.renewal) }
    return advice.isRefusal
  }

  // MARK: - Implementation

  /// The time of the first place, whether or not it has passed.
  private var firstTime: Duration {
    max(lastPlace.map { $0 + pace.interval } ?? .zero, blockedUntil, places[0].arrival)
  }

  /// Returns the earliest time of the caller at an index, if all before it go as early as possible.
  private func time(of index: Int, at now: Duration) -> Duration {
    var time = max(firstTime, now)
    for place in places[..<(index + 1)].dropFirst() {
      time = max(time + pace.interval, place.arrival)
    }
    return time
  }

  /// Returns the reason why callers wait longer than the configured pace; nil if they do not.
  private func reason(at now: Duration) -> RequestWait.Reason? {
    let isPaused = blockedUntil > now
    guard isPaused || pace.interval > pace.configured else { return nil }
    if let quota, isPaused ? quota.advice.left == 0 : pace.isOfQuota {
      return .quota(
        left: quota.advice.left, limit: quota.advice.limit,
        renewal: max(.zero, quota.renewal - now))
    }
    return isPaused ? .pause : .refusals
  }

  /// Removes empty places whose time has come, as if their requests had been sent.
  private mutating func passAbandoned(at now: Duration) {
    while let first = places.first, first.isAbandoned {
      let time = firstTime
      guard time <= now else { return }
      lastPlace = time
      places.removeFirst()
    }
  }
}

/// The possible delay of a request on its way to the server, estimated from its answer time.
///
/// A server counts requests on arrival, which is some time between sending and answer. If a request
/// was delayed on its way, as the first one is by connecting, and the next was not, they arrive
/// closer together than they were sent. The first one's delay is at most the excess of its answer
/// time over the fastest answer:
/// ```
/// delay = time − max(0, quickest − 25 ms)
/// ```
/// The 25 ms allow for a small delay of even the fastest answer. Before four answers are known, the
/// delay is the whole time.
struct TravelTime {
  private static let enough = 4
  private static let margin = Duration.milliseconds(25)

  /// The fastest answer's time; it slowly follows longer ones, because a route may become longer.
  private var quickest: Duration?
  private var count = 0

  /// Returns the delay of a request from its answer time.
  mutating func delay(ofAnswerAfter time: Duration) -> Duration {
    let before = quickest ?? time
    let quickest = time < before ? time : before + (time - before) / 64
    self.quickest = quickest
    count += 1
    guard count > Self.enough else { return time }
    return time - max(.zero, quickest - Self.margin)
  }
}
