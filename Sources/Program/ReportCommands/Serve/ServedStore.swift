import ColumnStore
import Columns
import CommandTools
import EntityReports
import Foundation
import PageServer
import Questions
import Racing
import ReportPages
import RunnerKeys
import StoreImport
import Synchronization

/// A store whose reports are served: its newest state stays mapped between questions, and the
/// columns derived from it stay in memory.
final class ServedStore: Sendable {
  private static let tables = ReportJob.tables.union([RacingTables.imports, RacingTables.dividends])

  private let store: String
  private let aliases: AliasOptions
  private let threads: Int
  private let snapshot: Mutex<Snapshot>
  private let held = HeldColumns()
  /// Questions are answered one by one, each on all threads.
  private let questions = DispatchQueue(label: "questions")

  /// Opens a store.
  init(_ store: String, _ aliases: AliasOptions, threads: Int) throws {
    self.store = store
    self.aliases = aliases
    self.threads = threads
    snapshot = Mutex(try Snapshot(store: store, tables: Self.tables))
    // A missing file of aliases ends the command here, instead of failing each question.
    _ = try aliases.aliases(store: store)
  }

  /// Answers a request that has passed the server's checks.
  func answer(_ request: PageRequest) async -> PageAnswer {
    switch request.path {
    case "": await report(ServedQuestion(request), isPage: true)
    // A page that is already loaded takes only the data.
    case "answer": await report(ServedQuestion(request), isPage: false)
    case "check": check(ServedQuestion(request))
    case "values":
      values(ofField: request.value("field") ?? "", from: request.value("start") ?? "")
    default: PageAnswer(refusal: 404, "this server has only a page of reports")
    }
  }

  // MARK: - Implementation

  /// Returns the newest state, with imports since the last question.
  private func newest() throws(StoreError) -> Snapshot {
    // Several requests may come at once; one of them reads the state.
    let found = snapshot.withLock { known -> Result<Snapshot, StoreError> in
      Result { () throws(StoreError) in
        known = try known.newest(tables: Self.tables)
        return known
      }
    }
    return try found.get()
  }

  private func report(_ question: ServedQuestion, isPage: Bool) async -> PageAnswer {
    await withCheckedContinuation { continuation in
      questions.async {
        let begun = ProcessInfo.processInfo.systemUptime
        var answer = self.answer(question, isPage: isPage)
        let time = Int((ProcessInfo.processInfo.systemUptime - begun) * 1000)
        answer.fields.append(("Server-Timing", "answer;dur=\(time)"))
        continuation.resume(returning: answer)
      }
    }
  }

  private func answer(_ question: ServedQuestion, isPage: Bool) -> PageAnswer {
    var generation = snapshot.withLock { $0.generation }
    do {
      let snapshot = try newest()
      generation = snapshot.generation
      var batch = try question.request().get().batch
      batch.threads = threads
      batch.held = held
      batch.sumBudget = Limits.servedSumBytes
      batch.aliases = try aliases.aliases(store: store)
      batch.addLuck(for: [.html])
      let job = try ReportJob(batch, from: snapshot)
      if let keys = question.askedKeys { try keys.check(batch, in: snapshot) }
      let result = try job.run()
      let parts = try ReportPage.parts(
        of: result, named: result.reports.map(\.dimension.fileName), from: snapshot,
        threads: threads, held: held)
      var words = ["railbird", "report", "--store", store] + aliases.arguments + question.arguments
      if !question.hasDay { words += ["--as-of", result.summary.scope.asOf.iso] }
      let facts = RunFacts(
        command: RunFacts.command(words + ["--format", "html", "--out", "out"]),
        version: Version.engine,
        sources: try ImportLedger(snapshot).standing.map { SourceCounts($0) })
      let frame = frame(generation)
      guard isPage else {
        return PageAnswer(json: frame.answer(ReportPage.data(parts, facts, threads: threads)))
      }
      return PageAnswer(
        html: ReportPage.text(parts, facts, live: frame, threads: threads), policy: frame.policy)
    } catch let mistakes as ServedQuestion.Mistakes {
      return refusal(mistakes.texts, generation, isPage: isPage)
    } catch ReportError.noValues("--by", _, let keys)
      where question.askedKeys?.areDefault == true && !keys.isEmpty
    {
      // The first page of a store without the usual keys has the first that it offers.
      return self.answer(question.grouped(by: keys[0]), isPage: isPage)
    } catch ReportError.noRaces(let store, let asOf) {
      let error = ReportError.noRaces(store: store, asOf: asOf)
      return refusal(["as-of": "\(error)"], generation, isPage: isPage)
    } catch {
      var mistakes = ServedQuestion.Mistakes()
      mistakes.add("\(error)")
      if (error as? ReportError)?.isOfQuestion == true || Self.isEmpty(error) {
        return refusal(mistakes.texts, generation, isPage: isPage)
      }
      // The store is damaged or missing.
      let frame = frame(generation, wrong: mistakes.texts)
      return PageAnswer(html: frame.page, status: 500, policy: frame.policy)
    }
  }

  /// Whether an error is that of a question which no runner of the store answers.
  private static func isEmpty(_ error: any Error) -> Bool {
    switch error as? ReportError {
    case .unknownValue, .noValues, .noRunner: true
    default: false
    }
  }

  /// Answers with the mistakes of a question: as data for a page that is already loaded, otherwise
  /// as a page.
  private func refusal(_ wrong: [String: String], _ generation: Int, isPage: Bool) -> PageAnswer {
    guard isPage else {
      return PageAnswer(json: LiveFrame.check(wrong: wrong, snapshot: generation))
    }
    let frame = frame(generation, wrong: wrong)
    return PageAnswer(html: frame.page, status: 400, policy: frame.policy)
  }

  private func frame(_ generation: Int, wrong: [String: String] = [:]) -> LiveFrame {
    LiveFrame(
      nonce: RandomWord.text, snapshot: generation,
      words: ServedQuestion.words(prices: snapshot.withLock { $0.namedPrices }),
      fields: Filter.fields, wrong: wrong)
  }

  private func check(_ question: ServedQuestion) -> PageAnswer {
    var wrong: [String: String] = [:]
    if case .failure(let mistakes) = question.request() { wrong = mistakes.texts }
    let known = snapshot.withLock { $0.generation }
    let newest = (try? Snapshot.generation(store: store)) ?? known
    return PageAnswer(json: LiveFrame.check(wrong: wrong, snapshot: newest))
  }

  /// Returns the values of a field that begin with some letters.
  private func values(ofField name: String, from start: String) -> PageAnswer {
    let names: NameDictionary
    switch RacingTables.flatField(name)?.type ?? RunnerFact(rawValue: name)?.type {
    case .coded("outcome"): names = NameDictionary(Outcome.allCases.map(\.name))
    case .coded(let dictionary):
      // If the store cannot be read now, use the names of the last question.
      names = ((try? newest()) ?? snapshot.withLock { $0 }).dictionary(dictionary)
    case .boolean: names = NameDictionary(["true", "false"])
    default: names = NameDictionary(Filter.fixedValues(ofField: name) ?? [])
    }
    return PageAnswer(json: LiveFrame.values(found(start, in: names, ofField: name)))
  }

  /// Finds names in the filter's form: a spelling with an alias is replaced by its name.
  private func found(_ start: String, in names: NameDictionary, ofField field: String) -> [String] {
    let known = NameAliases.roles.contains(field) ? try? aliases.aliases(store: store) : nil
    let spellings = known?.spellings(of: field) ?? [:]
    let found = names.names(startingWith: start, limit: Limits.offeredValues + spellings.count)
      .filter { spellings[$0] == nil }
    let others = NameDictionary(Set(spellings.values).sorted())
      .names(startingWith: start, limit: Limits.offeredValues)
    return Array(
      Set(found + others).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        .prefix(Limits.offeredValues))
  }
}

/// Random words that cannot be guessed.
enum RandomWord {
  /// A new word of 32 hexadecimal digits.
  static var text: String {
    var source = SystemRandomNumberGenerator()
    return HexText.of(source.next()) + HexText.of(source.next())
  }
}
