import APICore
import ColumnStore
import Columns
import Foundation

/// One run of a feed: sends the requests that its plan says are due, one at a time.
final class FetchRun<F: Feed> {
  let feed: F
  let folder: FetchFolder
  let journals: FetchJournals
  var known: KnownAnswers
  var summary = FetchSummary()
  /// Whether the journals' answers come from the store's own service.
  private(set) var isOfService: Bool
  private var plan: F.Plan
  private var address: ServiceAddress
  private var tries: [String: Int] = [:]
  private var readings = SourceReadings()
  private var pace: FetchPace<F.Plan>
  private var isLoggedIn = false

  var job: FetchJob { feed.job }

  /// Locks the folder, and resumes an earlier run.
  init(_ feed: F) throws(FetchError) {
    self.feed = feed
    let job = feed.job
    job.waits.pass(to: job.note)
    folder = try FetchFolder(store: job.store, api: F.api)
    address = try folder.address(job.baseURL)
    try FetchFolder.checkStore(job.store)
    let stored = try StoredAnswers(store: job.store)
    known = stored.answers
    journals = try FetchJournals(F.journals, in: folder, stored)
    for journal in journals.all { journal.file.reportDamage(job.note) }
    isOfService = address.isNoted || journals.haveReadableAnswer
    let now = job.clock.now
    plan = feed.plan(now: now, runStart: try folder.runStart(now: now))
    pace = FetchPace(plan.parts, clock: job.clock)
    if isOfService { takeUp() } else { try journals.clear() }
  }

  /// Fetches what is due, and stores it with all derived tables.
  static func fetch(_ feed: F) async throws(FetchError) -> FetchSummary {
    // Without a credential nothing can be requested, so nothing is created either.
    guard await feed.hasCredential() else {
      throw .noCredential(feed.words.missing)
    }
    let run = try FetchRun(feed)
    let summary = try await run.run()
    try feed.finish()
    try run.close()
    return summary
  }

  /// Runs to the end of the plan, or until the service or the caller ends it.
  func run() async throws(FetchError) -> FetchSummary {
    var partCount = 0
    for (index, part) in plan.parts.enumerated() {
      if feed.needsStored(part, of: plan) { _ = try await commit() }
      try feed.begin(part, of: &plan, known)
      let before = summary.requestCount
      try await ask(part, index)
      guard summary.end == .complete else { break }
      partCount += summary.requestCount > before ? 1 : 0
      let isLarge = journals.size > job.largestJournal || partCount >= feed.partsPerCommit
      if isLarge, journals.hasNews && isOfService {
        _ = try await commit()
        partCount = 0
      }
    }
    try await finish()
    if summary.end == .complete, let failure = readings.nothingRead {
      summary.end = .unread(reason: feed.lack(failure, hasData: readings.hasData))
    }
    return summary
  }

  // MARK: - Implementation

  /// Applies the journal lines of an interrupted run.
  private func takeUp() {
    for entry in journals.all.flatMap(\.file.entries) {
      known.apply(entry, importID: nil)
      guard entry.isSettled else { continue }
      F.cover(entry, in: &summary)
      summary.resumedCount += 1
    }
    if summary.resumedCount > 0 {
      job.note("resuming an interrupted fetch of \(summary.resumedCount) answers")
    }
  }

  /// Sends the requests of a part until none is due, or until the service or the caller ends the
  /// run.
  private func ask(_ part: F.Plan.Part, _ index: Int) async throws(FetchError) {
    while let request = nextRequest(in: part) {
      guard !Task.isCancelled else {
        summary.end = .cancelled
        return
      }
      if !isLoggedIn, let end = await feed.logIn() {
        summary.end = end
        return
      }
      isLoggedIn = true
      job.progress(pace.progress(at: request, index, plan, known))
      if let end = try await ask(request) {
        summary.end = end
        return
      }
      pace.count()
    }
  }

  private func nextRequest(in part: F.Plan.Part) -> F.Request? {
    plan.due(in: part, known).first { tries[$0.text, default: 0] < job.triesPerRequest }
  }

  /// Sends a request and journals its answer; returns the end if nothing more can be requested.
  private func ask(_ request: F.Request) async throws(FetchError) -> FetchSummary.End? {
    let sent = await SentRequest(request, feed)
    summary.requestCount += sent.records.count
    tries[request.text, default: 0] += 1
    let entries = sent.records.map { JournalEntry($0, request, of: F.api) }
    guard case .sent(let response) = sent.answer, let last = entries.last else {
      try write(entries.map { AnswerLine($0) }, request)
      guard case .ended(let end) = sent.answer else { return nil }
      return end
    }
    let answer = line(last, request, response)
    try write(entries.dropLast().map { AnswerLine($0) } + [answer], request)
    return nil
  }

  private func line(_ entry: JournalEntry, _ request: F.Request, _ response: HTTPResponse?)
    -> AnswerLine
  {
    var entry = entry
    let before = known[request]
    let line: AnswerLine
    if let response {
      entry.error = nil
      entry.serverMessage =
        response.status < 400 || !request.rules.quotesService ? nil : response.serverMessage
      line = AnswerLine(
        entry, to: request, body: entry.isSuccess ? response.body : Data(), known: before)
    } else {
      entry.error = entry.error ?? AnswerLine.malformed
      line = AnswerLine(entry)
    }
    count(line.entry, request, before: before)
    if line.findings.lacksRunners { summary.withoutRunners.append(request.text) }
    for oddity in line.findings.oddities { job.note("\(request.text): \(oddity)") }
    summary.oddityCount += line.findings.oddities.count
    let rules = request.rules
    if rules.listsOthers {
      readings.count(line.entry, isIndispensable: rules.isIndispensable)
    }
    return line
  }

  private func count(_ entry: JournalEntry, _ request: F.Request, before: KnownAnswer?) {
    guard entry.isSettled else {
      if tries[request.text] == job.triesPerRequest {
        job.note(summary.noteUnsettled(entry, expected: request.rules.expected))
      }
      return
    }
    F.cover(entry, in: &summary)
    summary.noteMissing(entry, mayBeAbsent: request.rules.mayBeAbsent)
    if before == nil {
      summary.newCount += 1
    } else if entry.isUnchanged {
      summary.unchangedCount += 1
    } else {
      summary.changedCount += 1
    }
  }

  /// Appends lines to the request's journal and to the known answers.
  private func write(_ lines: [AnswerLine], _ request: F.Request) throws(FetchError) {
    guard !lines.isEmpty else { return }
    if lines.contains(where: \.entry.isReadable) {
      try address.note()
      isOfService = true
    }
    try journals.append(lines, to: request.journal)
    for line in lines { known.apply(line.entry, importID: nil) }
  }
}

/// The record of whether a run could read any answer that lists other requests.
struct SourceReadings {
  private var readCount = 0
  private var failure: JournalEntry?
  /// The last unreadable answer that the run cannot do without.
  private var loss: JournalEntry?
  /// Whether the service answered one of them with data or a refusal.
  private(set) var hasData = false

  /// Counts an answer; only a success is read, not a status such as 304.
  mutating func count(_ entry: JournalEntry, isIndispensable: Bool = false) {
    if entry.error == nil, entry.isSuccess {
      readCount += 1
      if isIndispensable { loss = nil }
    } else {
      failure = entry
      // A refusal such as 404 means that the service has none.
      if isIndispensable, entry.error != nil { loss = entry }
      hasData = hasData || entry.error != AnswerLine.noData
    }
  }

  /// The last unreadable answer; nil if one was readable and none was indispensable, or none was
  /// requested.
  var nothingRead: JournalEntry? { loss ?? (readCount == 0 ? failure : nil) }
}
