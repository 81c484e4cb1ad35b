import APICore
import Foundation

/// The end of a gRPC call, from the trailer fields of its answer.
///
/// Source: gRPC over HTTP/2, "Responses"; `google.rpc.Status` and `ErrorInfo` for the details.
struct GRPCStatus: Equatable {
  /// The status code; 0 for success.
  let code: Int
  /// The failure that the server describes; meaningless for success.
  let failure: SparkFailure

  /// The codes that this client handles specially.
  static let (unimplemented, unavailable, unauthenticated, permissionDenied) = (12, 14, 16, 7)

  /// Reads the status of an answer; nil if it has none, because it is not gRPC.
  init?(_ response: HTTPResponse) {
    // An answer without messages has the status in its head.
    let fields = response.trailers["grpc-status"] == nil ? response.headers : response.trailers
    guard let code = fields["grpc-status"].flatMap({ Int($0) }) else { return nil }
    self.code = code
    let words = fields["grpc-message"] ?? ""
    let details = fields["grpc-status-details-bin"].flatMap(Self.details) ?? [:]
    failure = SparkFailure(
      status: code, errorClass: details["errorClass"], sqlState: details["sqlState"],
      message: words.removingPercentEncoding ?? words)
  }

  // MARK: - Implementation

  /// Returns the facts of the `ErrorInfo` among the details; nil if they cannot be read.
  private static func details(_ text: String) -> [String: String]? {
    // gRPC leaves the padding out.
    let padded = text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let bytes = Data(base64Encoded: padded) else { return nil }
    var facts: [String: String] = [:]
    do throws(ProtobufReader.Problem) {
      for detail in try ProtobufReader(bytes).messages(3)
      where detail.text(1).hasSuffix("google.rpc.ErrorInfo") {
        for entry in try detail.message(2)?.messages(3) ?? [] {
          facts[entry.text(1)] = entry.text(2)
        }
      }
    } catch {
      return nil
    }
    return facts
  }
}
