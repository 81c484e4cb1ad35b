import APICore
import Foundation
import HTTPTransport
import Synchronization
import TestSupport

/// The situations of ``ContractCase``, played to a client over loopback HTTP.
public enum FeedContract {
  /// The transport of all cases, while the tests run.
  private static let transport = AsyncHTTPTransport()

  /// Plays one case to a client.
  ///
  /// - Parameters:
  ///   - example: The case.
  ///   - client: The client.
  /// - Returns: The deviations, one sentence each; empty if there are none.
  /// - Throws: If no server can be started.
  public static func findings<Client: ContractClient>(
    _ example: ContractCase, _ client: Client.Type
  ) async throws -> [String] {
    let stage = try ContractStage(example, Client.samples)
    let client = Client(stage.setting(transport))
    var outcomes = example.isOfEachList ? await client.lists() : [await client.list()]
    if example == .nearlyUsedQuota { outcomes += await client.lists() }
    if example == .foreignObjectAfterRedirect, let written = await client.write() {
      outcomes.append(written)
    }
    if example == .oneKeyTwoProcesses {
      outcomes.append(await Client(stage.setting(transport)).list())
    }
    let findings = stage.findings(outcomes)
    stage.stop()
    return findings
  }
}

extension ContractCase {
  /// Whether it is played to each of the client's lists.
  fileprivate var isOfEachList: Bool {
    [.elementWithoutID, .noContent, .emptyBody, .wrongType, .nullMembers].contains(self)
  }
}
