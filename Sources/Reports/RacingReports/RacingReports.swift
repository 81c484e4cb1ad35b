// Programs that use the library name one module for all reports.
@_exported import AngleSearch
@_exported import Calibration
@_exported import Cards
@_exported import EntityReports
@_exported import Features
@_exported import Questions
@_exported import ReportSQL
@_exported import RunnerKeys
