import Testing
@testable import DomainFeeds

