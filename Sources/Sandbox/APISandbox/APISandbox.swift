// Programs that use the library name one module for all services.
@_exported import BookmakerSandboxes
@_exported import RacingSandboxes
@_exported import SandboxCore
@_exported import SupportSandbox
