/** The formats of texts that are checked, each in time that does not grow faster than the text. */
import { type FormatName, fullFormats } from 'ajv-formats/dist/formats.js'

type Check = (text: string) => boolean

/** The check of a format; undefined for those that only tell how a text is to be shown. */
export function formatCheck(format: string): Check | undefined {
  return Object.hasOwn(CHECKED, format) ? CHECKED[format] : undefined
}

export function isKnownFormat(format: string): boolean {
  return Object.hasOwn(CHECKED, format) || HINTS.has(format)
}

const isDate = ofAjv('date')
const isTime = ofAjv('iso-time')

/** Lengths are bounded before a pattern with an inner repeat sees the text. */
const CHECKED: Record<string, Check> = {
  date: shorter(10, isDate),
  // Forms send neither a zone nor, when they are zero, seconds.
  time: shorter(40, (text) => isTime(withSeconds(text))),
  'date-time': shorter(60, (text) => {
    const [date = '', time = '', ...rest] = text.split(/[Tt ]/)
    return rest.length === 0 && isDate(date) && isTime(withSeconds(time))
  }),
  duration: shorter(60, ofAjv('duration')),
  email: shorter(254, ofAjv('email')),
  uri: shorter(100_000, ofAjv('uri')),
  url: shorter(100_000, ofAjv('uri')),
  uuid: shorter(45, ofAjv('uuid')),
  ipv4: shorter(15, ofAjv('ipv4')),
  ipv6: shorter(45, ofAjv('ipv6')),
  hostname: shorter(254, ofAjv('hostname')),
}

const HINTS = new Set([
  'binary',
  'byte',
  'code',
  'color',
  'currency',
  'double',
  'file',
  'float',
  'html',
  'image',
  'int32',
  'int64',
  'iri',
  'json',
  'markdown',
  'multiline',
  'password',
  'percent',
  'phone',
  'rating',
  'rich-text',
  'richtext',
  'slug',
  'tel',
  'text',
  'textarea',
  'uri-reference',
  'video',
])

export const FORMAT_NAMES = [...Object.keys(CHECKED), ...HINTS]

function ofAjv(name: FormatName): Check {
  const format = fullFormats[name]
  if (format instanceof RegExp) return (text) => format.test(text)
  // Those that can be compared carry their check inside.
  const check = typeof format === 'object' ? format.validate : format
  return check as Check
}

function shorter(limit: number, check: Check): Check {
  return (text) => text.length <= limit && check(text)
}

function withSeconds(time: string): string {
  return time.replace(/^(\d\d:\d\d)(?=$|[zZ+-])/, '$1:00')
}
