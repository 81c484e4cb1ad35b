import Testing
@testable import APISandbox

