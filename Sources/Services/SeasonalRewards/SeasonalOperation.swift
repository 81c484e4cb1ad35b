import APICore

/// The kind of a call, which decides its errors, its repetition and its effect on the cache.
enum SeasonalOperation {
  case read, createReward, deleteReward, earn, otherWrite
  /// A change of a reward, which may include its display order.
  case updateReward(sendsOrder: Bool)

  /// Classifies a call by method and path.
  init(_ call: APICall) {
    let isReward = call.path.hasPrefix(SeasonalAPI.rewardsPath + "/")
    self =
      switch call.method {
      case .get: .read
      case .post where call.path == SeasonalAPI.rewardsPath: .createReward
      case .post where call.path == SeasonalAPI.earnPath: .earn
      case .put where isReward: .updateReward(sendsOrder: Self.sendsOrder(call))
      case .delete where isReward: .deleteReward
      case .post, .put, .patch, .delete: .otherWrite
      }
  }

  // MARK: - Implementation

  private static func sendsOrder(_ call: APICall) -> Bool {
    guard let order = call.body.flatMap({ try? JSONValue(parsing: $0) })?["displayOrder"] else {
      return false
    }
    return order != .null
  }
}
