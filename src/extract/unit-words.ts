/** Units of a rate: something per second, minute or call. */
export function isRateUnit(unit: string | null): boolean {
  return (
    unit !== null &&
    /\/\s?(?:s|sec|second|min|minute|op)\b|per[ -](?:s|sec|second|min|minute)\b|(?:bps|pps|iops|[tqr]ps)$/i.test(unit)
  )
}

/** Units of what a rate is made of: bytes moved and time taken, printed beside it. */
export function isInputUnit(unit: string | null): boolean {
  return unit !== null && /^(?:[kmgt]?i?b|[kmgt]?bytes|sec|secs|seconds|s)$/i.test(unit)
}
