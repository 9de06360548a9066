const ISO =
  /^\d{4}-\d\d-\d\d(?:[Tt ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/

/** In milliseconds since 1970, UTC unless it names a zone; not a number when the text is no time. */
export function timeOf(text: string): number {
  const time = text.length === USUAL_LENGTH ? usualTime(text) : Number.NaN
  return Number.isNaN(time) ? anyTime(text) : time
}

function anyTime(text: string): number {
  const match = ISO.exec(text)
  if (!match) return Number.NaN
  return Date.parse(match[1] === undefined && text.length > DATE_LENGTH ? `${text}Z` : text)
}

const DATE_LENGTH = '2026-11-15'.length
const USUAL_LENGTH = '2026-11-15T09:30:00.000Z'.length
let lastDay = { date: '', ms: Number.NaN }

/** As `toISOString` writes it. The date is mostly that of the event before; to read the rest takes a fifth of Date.parse. */
function usualTime(text: string): number {
  if (text[10] !== 'T' || text[13] !== ':' || text[16] !== ':' || text[19] !== '.' || text[23] !== 'Z')
    return Number.NaN
  if (lastDay.date === '' || !text.startsWith(lastDay.date)) {
    const date = text.slice(0, DATE_LENGTH)
    lastDay = { date, ms: anyTime(`${date}T00:00:00.000Z`) }
  }
  const hours = digits(text, 11, 13)
  const minutes = digits(text, 14, 16)
  const seconds = digits(text, 17, 19)
  if (hours > 23 || minutes > 59 || seconds > 59) return Number.NaN
  return lastDay.ms + ((hours * 60 + minutes) * 60 + seconds) * 1000 + digits(text, 20, 23)
}

function digits(text: string, start: number, end: number): number {
  let number = 0
  for (let place = start; place < end; place++) {
    const digit = text.charCodeAt(place) - 0x30
    if (digit < 0 || digit > 9) return Number.NaN
    number = number * 10 + digit
  }
  return number
}
