import { invalid } from '../errors.ts'

/** The moment that a time of the contract names; what is none is refused by its place. */
export function readTime(text: string, loc: (string | number)[]): Date {
  const time = momentOf(text)
  if (time === null) throw invalid(loc, 'datetime_parsing', 'Input should be a valid datetime')
  return time
}

/** Without a zone it is UTC; null for what is no moment of a clock, such as a leap second. */
export function momentOf(text: string): Date | null {
  const [, date, clock, zone = 'Z'] = FORM.exec(text) ?? []
  const offset = zone
    .toUpperCase()
    .replace(/^(.\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`)
  const time = new Date(`${date}T${clock}${offset}`)
  return Number.isNaN(time.getTime()) ? null : time
}

const FORM = /^(\d{4}-\d\d-\d\d)[t\s](\d\d:\d\d:\d\d(?:\.\d+)?)(z|[+-]\d\d(?::?\d\d)?)?$/i
