/** The names of the files of PostgreSQL's log: timeline, then the number of the file in two halves. */

/** Eight digits each. */
interface LogFile {
  timeline: string
  number: number
}

export function parseLogFile(name: string, fileBytes: number): LogFile {
  const perHalf = 2 ** 32 / fileBytes
  const high = Number.parseInt(name.slice(8, 16), 16)
  return { timeline: name.slice(0, 8), number: high * perHalf + Number.parseInt(name.slice(16), 16) }
}

export function nameLogFile({ timeline, number }: LogFile, fileBytes: number): string {
  const perHalf = 2 ** 32 / fileBytes
  return `${timeline}${hex(Math.floor(number / perHalf))}${hex(number % perHalf)}`
}

export function nextLogFile(name: string, fileBytes: number): string {
  const { timeline, number } = parseLogFile(name, fileBytes)
  return nameLogFile({ timeline, number: number + 1 }, fileBytes)
}

/** Both ends belong to it. */
export function* logFiles(first: string, last: string, fileBytes: number): Generator<string> {
  for (let name = first; name <= last; name = nextLogFile(name, fileBytes)) yield name
}

/** From the first one on, those that come before another one, which is not among them. */
export function* logFilesBefore(first: string, end: string, fileBytes: number): Generator<string> {
  for (let name = first; name < end; name = nextLogFile(name, fileBytes)) yield name
}

/** Where a position lies in the file that holds it. */
export function offsetIn(lsn: string, fileBytes: number): number {
  return Number.parseInt(lsn.slice(lsn.indexOf('/') + 1), 16) % fileBytes
}

/** The first position of a file. */
export function startOf(name: string, fileBytes: number): string {
  const { number } = parseLogFile(name, fileBytes)
  const position = BigInt(number) * BigInt(fileBytes)
  return `${(position >> 32n).toString(16)}/${(position & 0xffffffffn).toString(16)}`.toUpperCase()
}

function hex(value: number): string {
  return value.toString(16).toUpperCase().padStart(8, '0')
}
