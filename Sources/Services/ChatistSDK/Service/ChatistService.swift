import APICore
import Foundation
import Logging
import Synchronization

/// The client of the support service, with typed errors; ``APIClient`` offers the same calls in the
/// guide's form.
///
/// Answers are cached only in memory. Every call that changes something clears the cached tickets.
public final class ChatistService: Sendable {
  /// The service's name in records and logs.
  public static let api = "chatist"

  /// The address of the service, and the rules of its requests.
  public let settings: ChatistServiceSettings
  let clock: any APIClock
  private let reads: APIConnection
  private let writes: APIConnection
  private let log: Logger
  private let reject: @Sendable (JSONFailure) -> Void
  private let branding = Mutex<KeptBranding?>(nil)

  private struct KeptBranding {
    let key: Secret?
    let value: BrandingDto
    let confirmedAt: Duration
  }

  /// Makes a client; sends nothing.
  ///
  /// - Parameters:
  ///   - settings: The address of the service, and the rules of its requests.
  ///   - surroundings: The transport, clock, limiter and log.
  public init(
    _ settings: ChatistServiceSettings, surroundings: ChatistSurroundings = ChatistSurroundings()
  ) {
    self.settings = settings
    clock = surroundings.clock
    log = surroundings.log
    reject = surroundings.reject
    let limiter =
      surroundings.limiter
      ?? RateLimiter(
        interval: settings.interval, clock: surroundings.clock, others: settings.others)
    func connection(_ limits: TransferLimits) -> APIConnection {
      APIConnection(
        settings.connection(limits), transport: surroundings.transport,
        authorization: ChatistKey(settings: settings), clock: surroundings.clock,
        limiter: limiter, log: surroundings.log, observe: surroundings.observe,
        waits: surroundings.waits)
    }
    reads = connection(settings.limits)
    writes = connection(settings.writeLimits)
  }

  // MARK: - Reads

  /// Fetches the branding, if there is a newer one.
  ///
  /// The service reports none by 204, 304, an empty body, `null` or an empty object. Then, if no
  /// moment is given, the last cached branding is returned.
  ///
  /// - Parameter updatedAt: The moment of the caller's branding; nil for none.
  /// - Returns: The branding; nil if the caller's is the latest.
  /// - Throws: ``ChatistFailure``.
  public func getBranding(
    _ updatedAt: UpdatedAt = nil
  ) async throws(ChatistFailure) -> BrandingDto? {
    let key = settings.key()
    let kept = branding.withLock { $0?.key == key ? $0 : nil }
    if let kept, updatedAt == nil, clock.uptime - kept.confirmedAt < settings.brandingLifetime {
      return kept.value
    }
    var call = settings.table.call(.getBranding)
    if let moment = updatedAt ?? kept?.value.updatedAt {
      call.query = [URLQueryItem(name: settings.table.updatedAtItem, value: moment)]
    }
    let response = try await answer(call, by: reads)
    let isNone = response.status == 304 || ChatistTable.emptyBranding.hold(response)
    let found = isNone ? nil : try value(BrandingDto.self, response.body, of: call)
    if let value = found ?? (updatedAt == nil ? kept?.value : nil) {
      let now = clock.uptime
      branding.withLock { $0 = KeptBranding(key: key, value: value, confirmedAt: now) }
    }
    return found ?? (updatedAt == nil ? kept?.value : nil)
  }

  /// Fetches a ticket with all of its messages.
  ///
  /// - Parameters:
  ///   - id: The ticket's id.
  ///   - refreshing: Whether to ignore a cached answer.
  /// - Returns: The ticket.
  /// - Throws: ``ChatistFailure``.
  public func getTicket(
    _ id: TicketID, refreshing: Bool = false
  ) async throws(ChatistFailure) -> TicketDto {
    let call = read(.getTicket, id: id, refreshing)
    return try value(TicketDto.self, try await answer(call, by: reads).body, of: call)
  }

  /// Fetches all tickets, each with its last message; unreadable ones are left out and reported.
  ///
  /// - Parameter refreshing: Whether to ignore a cached answer.
  /// - Returns: The tickets, in the service's order.
  /// - Throws: ``ChatistFailure``.
  public func getTickets(
    refreshing: Bool = false
  ) async throws(ChatistFailure) -> [TicketPreviewDto] {
    let call = read(.getTickets, refreshing)
    let response = try await answer(call, by: reads)
    if ChatistTable.emptyList.hold(response) { return [] }
    do throws(JSONFailure) {
      let list = try LossyList<TicketPreviewDto>(
        settings.table.read(response.body), under: settings.table.listMembers)
      report(list.rejected + list.omitted, call)
      if list.elements.isEmpty, let first = list.rejected.first { throw first }
      return list.elements
    } catch {
      throw ChatistFailure(error, of: call)
    }
  }

  // MARK: - Writes

  /// Opens a ticket; the request is sent once.
  ///
  /// - Parameters:
  ///   - data: The ticket.
  ///   - attachments: Files to attach; nil for none.
  /// - Returns: The ticket from the service.
  /// - Throws: ``ChatistFailure``.
  public func createTicket(
    _ data: CreateTicketDto, _ attachments: [AttachmentDto]? = nil
  ) async throws(ChatistFailure) -> TicketDto {
    let call = try write(.createTicket, data, attachments ?? [])
    return try value(TicketDto.self, try await answer(call, by: writes).body, of: call)
  }

  /// Sends a message; the request is sent once.
  ///
  /// - Parameters:
  ///   - id: The ticket's id.
  ///   - data: The message.
  /// - Returns: The message from the service.
  /// - Throws: ``ChatistFailure``.
  public func sendMessage(
    _ id: TicketID, _ data: SendMessageDto
  ) async throws(ChatistFailure) -> MessageDto {
    let call = try write(.sendMessage, id: id, data, data.attachments ?? [])
    return try value(MessageDto.self, try await answer(call, by: writes).body, of: call)
  }

  /// Sends new facts about the customer.
  ///
  /// - Parameter data: The facts.
  /// - Throws: ``ChatistFailure``.
  public func updateCustomer(_ data: UpdateCustomerDto) async throws(ChatistFailure) {
    _ = try await answer(try write(.updateCustomer, data), by: writes)
  }

  /// Sends new facts about the device.
  ///
  /// - Parameter data: The facts.
  /// - Throws: ``ChatistFailure``.
  public func updateDevice(_ data: UpdateDeviceDto) async throws(ChatistFailure) {
    _ = try await answer(try write(.updateDevice, data), by: writes)
  }

  /// The number of cached answers, outdated ones included.
  public var keptAnswerCount: Int { reads.cache.count }

  // MARK: - Implementation

  private func read(
    _ function: ChatistTable.Function, id: TicketID? = nil, _ refreshing: Bool
  ) -> APICall {
    var call = settings.table.call(function, id: id)
    if settings.ticketLifetime > .zero { call.freshFor = settings.ticketLifetime }
    call.refreshes = refreshing
    return call
  }

  /// Makes the call that sends a value: as JSON, or as a form if there are files.
  private func write(
    _ function: ChatistTable.Function, id: TicketID? = nil, _ value: some Encodable,
    _ files: [AttachmentDto] = []
  ) throws(ChatistFailure) -> APICall {
    var call = settings.table.call(function, id: id)
    let json = settings.table.written(try Self.json(value))
    guard !files.isEmpty else {
      call.body = Data(json.json.utf8)
      return call
    }
    do throws(ChatistError) {
      let form = try MultipartBody(
        FormFields.flatten(json, settings.table.nesting), files: files,
        part: settings.table.filePart, limit: settings.attachmentLimit)
      call.stream = form.body
      call.headers["Content-Type"] = form.contentType
      return call
    } catch {
      throw .unsent(error)
    }
  }

  private static func json(_ value: some Encodable) throws(ChatistFailure) -> JSONValue {
    do {
      return try JSONValue(parsing: try JSONEncoder().encode(value))
    } catch {
      // A number that JSON cannot represent, such as a battery level of NaN.
      throw .unsent(.invalidSetting("request: found \(error); expected what JSON can write"))
    }
  }

  private func answer(
    _ call: APICall, by connection: APIConnection
  ) async throws(ChatistFailure) -> HTTPResponse {
    // A failed call may still have been executed.
    defer { if connection === writes { reads.cache.invalidate() } }
    do throws(APIFailure) {
      return try await connection.send(call)
    } catch {
      throw ChatistFailure(error, of: call)
    }
  }

  private func value<Value: Decodable>(
    _ type: Value.Type, _ body: Data, of call: APICall
  ) throws(ChatistFailure) -> Value {
    do throws(JSONFailure) {
      let (value, omitted) = try JSONDecoder().reading(
        type, of: try settings.table.read(body))
      report(omitted, call)
      return value
    } catch {
      throw ChatistFailure(error, of: call)
    }
  }

  private func report(_ failures: [JSONFailure], _ call: APICall) {
    for var failure in failures {
      failure.call = call.description
      log.warning("left out: \(failure)", metadata: ["api": "\(Self.api)"])
      reject(failure)
    }
  }
}
