import APICore
import ColumnStore
import Columns
import Foundation

/// One run of a ``PointsFetch``: asks what the plan says is due, a request at a time.
final class PointsRun {
  let job: PointsFetch
  let folder: FetchFolder
  let journals: PointsJournals
  private var plan: PointsPlan
  var known: KnownAnswers
  var summary = FetchSummary()
  private var tries: [String: Int] = [:]
  private var address: ServiceAddress
  /// Whether what the journals hold is the store's own service's.
  private(set) var isOfService: Bool
  private let start: Duration
  private var doneCount = 0
  /// The status, in words, with which the service refuses to tell the roster.
  private var rosterRefusal: String?

  /// Takes the folder, and takes up what an earlier run has left.
  init(_ job: PointsFetch) throws(FetchError) {
    self.job = job
    start = job.clock.uptime
    folder = try FetchFolder(store: job.store, api: PointsFetch.api)
    address = try folder.address(job.baseURL)
    try FetchFolder.checkStore(job.store)
    let stored = try StoredAnswers(store: job.store)
    known = stored.answers
    journals = try PointsJournals(folder, known)
    for journal in journals.all { journal.file.tellOfDamage(job.note) }
    isOfService = address.isNoted || journals.haveReadableAnswer
    if !isOfService { try journals.clear() }
    plan = PointsPlan(seasons: job.seasons ?? [], runStart: try folder.runStart(now: job.clock.now))
    summary.resumedCount = try journals.takeUp(stored, into: &known)
    if summary.resumedCount > 0 {
      job.note("taking up \(summary.resumedCount) answers of a fetch that was cut off")
    }
  }

  /// Runs until nothing is due, or until the service or the caller ends it.
  ///
  /// Where no season is named, transactions are stored first: the ledger tells of the seasons.
  func run() async throws(FetchError) -> FetchSummary {
    try await askWhatIsDue()
    if job.seasons == nil, summary.end == .complete {
      _ = try await commit()
      plan.seasons = try LedgerSeasons.usual(job)
      try await askWhatIsDue()
    }
    try await finish()
    if summary.end == .complete, let reason = nothingRead { summary.end = .unread(reason: reason) }
    return summary
  }

  // MARK: - Implementation

  private func askWhatIsDue() async throws(FetchError) {
    while let request = nextRequest() {
      guard !Task.isCancelled else {
        summary.end = .cancelled
        break
      }
      if let end = try await ask(request) {
        summary.end = end
        break
      }
      doneCount += 1
    }
  }

  /// Why nothing could be read of what the rest depends on: the roster.
  private var nothingRead: String? {
    let roster = PointsRequest.roster.text
    if summary.malformed.contains(roster) {
      return "\(roster): found no answer that can be read; expected the club's runners"
    }
    if summary.noData.contains(roster) {
      return "\(roster): found \(AnswerLine.noData); expected the club's runners"
    }
    return rosterRefusal.map { "\(roster): found \($0); expected the club's runners" }
  }

  private func nextRequest() -> PointsRequest? {
    let due = plan.due(known).filter { tries[$0.text, default: 0] < job.triesPerRequest }
    guard let next = due.first else { return nil }
    let perRequest = doneCount > 0 ? (job.clock.uptime - start) / doneCount : nil
    job.progress(
      FetchProgress(
        day: next.table.rawValue, done: doneCount, left: due.count,
        secondsLeft: perRequest.map { Int(($0 * due.count).components.seconds) }))
    return next
  }

  /// Sends a request and writes its answer down; says so where nothing more can be asked.
  private func ask(_ request: PointsRequest) async throws(FetchError) -> FetchSummary.End? {
    _ = job.attempts.take()
    let sentAt = job.clock.now
    let sent = job.clock.uptime
    let answer = await ServiceAnswer(to: request, of: .points) { () async throws(APIFailure) in
      try await job.connection.send(request.call)
    }
    var records = job.attempts.take()
    if records.isEmpty, case .sent(let response) = answer {
      records = [
        RequestRecord(
          time: sentAt, api: PointsFetch.api, endpoint: request.call.endpoint,
          status: response?.status, microseconds: (job.clock.uptime - sent).microseconds,
          bytes: response?.body.count ?? 0)
      ]
    }
    summary.requestCount += records.count
    tries[request.text, default: 0] += 1
    var lines = records.map { AnswerLine(JournalEntry($0, request)) }
    switch answer {
    case .ended(let end):
      try write(lines, request)
      return end
    case .sent(let response):
      if let last = records.last {
        lines.removeLast()
        lines.append(line(JournalEntry(last, request), request, response))
      }
      try write(lines, request)
      return nil
    }
  }

  private func line(
    _ entry: JournalEntry, _ request: PointsRequest, _ response: HTTPResponse?
  ) -> AnswerLine {
    var entry = entry
    let before = known[request]
    let line: AnswerLine
    if let response {
      entry.error = nil
      entry.serverMessage = response.status < 400 ? nil : response.serverMessage
      line = AnswerLine(
        entry, to: request, body: response.status < 400 ? response.body : Data(), known: before)
    } else {
      entry.error = entry.error ?? AnswerLine.malformed
      line = AnswerLine(entry)
    }
    count(line.entry, request, before: before)
    return line
  }

  private func count(_ entry: JournalEntry, _ request: PointsRequest, before: KnownAnswer?) {
    guard entry.isSettled else {
      if tries[request.text] == job.triesPerRequest {
        job.note(summary.noteUnsettled(entry, expected: request.expected))
      }
      return
    }
    summary.noteMissing(entry, mayBeAbsent: request != .roster)
    if request == .roster, !entry.isSuccess { rosterRefusal = entry.statusText }
    if before == nil {
      summary.newCount += 1
    } else if entry.isUnchanged {
      summary.unchangedCount += 1
    } else {
      summary.changedCount += 1
    }
  }

  /// Appends lines to the request's journal; from then on they are known.
  private func write(_ lines: [AnswerLine], _ request: PointsRequest) throws(FetchError) {
    if lines.contains(where: \.entry.isReadable) {
      try address.note()
      isOfService = true
    }
    try journals.append(lines, to: request.table)
    for line in lines { known.apply(line.entry, importID: nil) }
  }
}

extension JournalEntry {
  /// An attempt as it is recorded; its day is that of the attempt, in UTC.
  fileprivate init(_ record: RequestRecord, _ request: PointsRequest) {
    self.init(
      request: request.text, day: APIDate(micros: record.time).day, fetchedAt: record.time,
      status: record.status, microseconds: record.microseconds, attempt: record.attempt,
      bytes: record.bytes, error: record.error, api: PointsFetch.api)
  }
}
