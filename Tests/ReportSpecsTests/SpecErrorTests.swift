import Testing

@testable import ReportSpecs

@Suite struct SpecErrorTests {
}
