const ISO =
  /^\d{4}-\d\d-\d\d(?:[Tt ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/
const DATE_LENGTH = '2026-11-15'.length

/** In milliseconds since 1970, UTC unless it names a zone; not a number when the text is no time. */
export function timeOf(text: string): number {
  const match = ISO.exec(text)
  if (!match) return Number.NaN
  return Date.parse(match[1] === undefined && text.length > DATE_LENGTH ? `${text}Z` : text)
}
