// If you add a module that library users need to import files, also export it here.

@_exported import ImportHistory
@_exported import MappingProposals
@_exported import Mappings
@_exported import RaceMerging
@_exported import RowReading
@_exported import StoreImport
