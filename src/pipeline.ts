/**
 * The only file that joins stages: bytes -> mail -> thread -> series -> extract + case -> CaseRecord.
 * Pure: bytes and facts in, records and problems out.
 */
export {}
