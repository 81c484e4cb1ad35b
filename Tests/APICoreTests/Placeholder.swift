import Testing
@testable import APICore

