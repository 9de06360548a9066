import { invalid } from '../platform/errors.ts'

/**
 * The moment that a time of the contract names; without a zone it is UTC. What fits the contract's form and is
 * no moment of a clock, a leap second, is refused by its place.
 */
export function readTime(text: string, loc: string[]): Date {
  const [, date, clock, zone = 'Z'] = FORM.exec(text) ?? []
  const offset = zone
    .toUpperCase()
    .replace(/^(.\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`)
  const time = new Date(`${date}T${clock}${offset}`)
  if (Number.isNaN(time.getTime())) throw invalid(loc, 'datetime_parsing', 'Input should be a valid datetime')
  return time
}

const FORM = /^(\d{4}-\d\d-\d\d)[t\s](\d\d:\d\d:\d\d(?:\.\d+)?)(z|[+-]\d\d(?::?\d\d)?)?$/i
