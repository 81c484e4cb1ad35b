import APICore
import ColumnStore
import Columns
import Foundation
import PoniRacing

/// One run of a ``RacingFetch``: asks what the plan says is due, a request at a time.
final class FetchRun {
  let job: RacingFetch
  let folder: FetchFolder
  let journal: ResponseJournal
  let plan: FetchPlan
  var known: KnownAnswers
  var summary = FetchSummary()
  /// Whether the journal holds an answer that the store doesn't.
  var hasNews = false
  private var address: ServiceAddress
  /// Whether what the journal holds is the store's own service's.
  private(set) var isOfService: Bool
  private var tries: [String: Int] = [:]
  private var lists = ListReadings()
  private var pace: FetchPace
  private var isSlow = false

  /// Takes the folder, and takes up what an earlier run has left.
  init(_ job: RacingFetch) throws(FetchError) {
    self.job = job
    folder = try FetchFolder(store: job.store)
    address = try folder.address(job.baseURL)
    isOfService = address.isNoted
    try FetchFolder.checkStore(job.store)
    let snapshot = try StoredAnswers(store: job.store)
    known = snapshot.answers
    journal = try ResponseJournal(path: folder.journal, known: known)
    journal.tellOfDamage(job.note)
    let now = job.clock.now
    plan = FetchPlan(
      days: job.days, today: RacingDay.of(now), refreshDays: job.refreshDays,
      runStart: try folder.runStart(now: now))
    pace = FetchPace(clock: job.clock)
    if journal.size > 0 { try takeUp(snapshot) }
  }

  /// Runs to the end of the days, or until the service or the caller ends it.
  func run() async throws(FetchError) -> FetchSummary {
    var daysSinceCommit = 0
    days: for day in Day.all(in: job.days) {
      let before = summary.requestCount
      while let request = nextRequest(on: day) {
        guard !Task.isCancelled else {
          summary.end = .cancelled
          break days
        }
        job.progress(pace.progress(on: day, plan, known))
        tellOfSlowness()
        if let end = try await ask(request) {
          summary.end = end
          break days
        }
        pace.count()
      }
      daysSinceCommit += summary.requestCount > before ? 1 : 0
      if journal.size > job.largestJournal || daysSinceCommit >= job.daysPerCommit,
        hasNews && isOfService
      {
        _ = try await commit()
        daysSinceCommit = 0
      }
    }
    try await finish()
    if summary.end == .complete, let reason = lists.nothingRead {
      summary.end = .unread(reason: reason)
    }
    return summary
  }

  // MARK: - Implementation

  /// Counts the lines of a run that was cut off as answers, unless they are stored already.
  private func takeUp(_ stored: StoredAnswers) throws(FetchError) {
    let sum = try onFetchStore { () throws(StoreError) in try Checksum.ofFile(journal.path).hex }
    guard !stored.isImported(sum) else {
      try journal.clear()
      return
    }
    isOfService = isOfService || journal.entries.contains(where: \.isReadable)
    guard isOfService else {
      try journal.clear()
      return
    }
    for entry in journal.entries {
      known.apply(entry, importID: nil)
      if entry.isSettled {
        cover(entry)
        summary.resumedCount += 1
        hasNews = hasNews || !entry.isUnchanged
      }
    }
    if summary.resumedCount > 0 {
      job.note("taking up \(summary.resumedCount) answers of a fetch that was cut off")
    }
  }

  private func nextRequest(on day: Day) -> FetchRequest? {
    plan.due(on: day, known).first { tries[$0.text, default: 0] < job.triesPerRequest }
  }

  /// Says so when the service begins to want far fewer requests than it was to be sent.
  private func tellOfSlowness() {
    let status = job.limiter.status
    let wait = max(status.blockedFor, status.interval)
    let wasSlow = isSlow
    isSlow = wait > max(.seconds(10), status.configuredInterval * 4)
    guard isSlow && !wasSlow else { return }
    job.note("the service wants fewer requests: the next one in \(wait.components.seconds) s")
  }

  /// Sends a request and writes its answer down; says so where nothing more can be asked.
  private func ask(_ request: FetchRequest) async throws(FetchError) -> FetchSummary.End? {
    _ = job.attempts.take()
    let sentAt = job.clock.now
    let start = job.clock.uptime
    let answer = await job.service.answer(to: request)
    var records = job.attempts.take()
    if records.isEmpty, case .sent(let response) = answer {
      records = [
        RequestRecord(
          time: sentAt, api: RacingFetch.api, endpoint: FetchRequest.endpoint(of: request.text),
          status: response?.status, microseconds: (job.clock.uptime - start).microseconds,
          bytes: response?.body.count ?? 0)
      ]
    }
    summary.requestCount += records.count
    tries[request.text, default: 0] += 1
    let response: HTTPResponse?
    switch answer {
    case .sent(let sent): response = sent
    case .ended(let end):
      try write(records.map { AnswerLine(JournalEntry($0, request)) })
      return end
    }
    var lines = records.dropLast().map { AnswerLine(JournalEntry($0, request)) }
    if let last = records.last {
      var entry = JournalEntry(last, request)
      entry.serverMessage = response.flatMap { $0.status < 400 ? nil : $0.serverMessage }
      let body = response.flatMap { $0.status < 400 ? $0.body : nil }
      lines.append(line(entry, request, body, isWhole: response != nil))
    }
    try write(lines)
    return nil
  }

  private func line(
    _ entry: JournalEntry, _ request: FetchRequest, _ body: Data?, isWhole: Bool
  ) -> AnswerLine {
    var entry = entry
    entry.error = isWhole ? nil : entry.error ?? AnswerLine.malformed
    let answer = known[request]
    let line =
      isWhole
      ? AnswerLine(entry, to: request, body: body ?? Data(), known: answer) : AnswerLine(entry)
    count(line.entry, request, before: answer)
    if line.lacksRunners { summary.withoutRunners.append(request.text) }
    for oddity in [line.strayElements, line.misdated] {
      if let oddity { job.note("\(request.text): \(oddity)") }
    }
    if !request.wantsObject { lists.count(line.entry) }
    return line
  }

  private func count(_ entry: JournalEntry, _ request: FetchRequest, before: KnownAnswer?) {
    guard entry.isSettled else {
      if tries[request.text] == job.triesPerRequest {
        job.note(summary.noteUnsettled(entry, expected: request.expected))
      }
      return
    }
    cover(entry)
    summary.noteMissing(entry, mayBeAbsent: entry.request.hasPrefix("/race/"))
    if before == nil {
      summary.newCount += 1
    } else if entry.isUnchanged {
      summary.unchangedCount += 1
    } else {
      summary.changedCount += 1
    }
  }

  /// Counts the day and the races that an answer tells of.
  private func cover(_ entry: JournalEntry) {
    summary.days.insert(entry.day)
    summary.races.formUnion(entry.details + entry.racesWithRunners)
    if let id = entry.raceID { summary.races.insert(id) }
  }

  /// Appends lines to the journal; from then on they are known.
  private func write(_ lines: [AnswerLine]) throws(FetchError) {
    guard !lines.isEmpty else { return }
    if lines.contains(where: \.entry.isReadable) {
      try address.note()
      isOfService = true
    }
    try journal.append(Data(lines.flatMap(\.text)))
    for line in lines {
      known.apply(line.entry, importID: nil)
      if line.entry.isSettled && !line.entry.isUnchanged { hasNews = true }
    }
  }
}

extension Day {
  /// The days of a range, in order.
  fileprivate static func all(in range: ClosedRange<Day>) -> some Sequence<Day> {
    (range.lowerBound.number...range.upperBound.number).lazy.map { Day($0) }
  }
}

extension JournalEntry {
  /// An attempt as it is recorded.
  fileprivate init(_ record: RequestRecord, _ request: FetchRequest) {
    self.init(
      request: request.text, day: request.day, fetchedAt: record.time, status: record.status,
      microseconds: record.microseconds, attempt: record.attempt, bytes: record.bytes,
      error: record.error)
  }
}

extension Duration {
  /// Whole microseconds.
  var microseconds: Int64 {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }
}
