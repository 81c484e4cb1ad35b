import Testing
@testable import PoniRacing

