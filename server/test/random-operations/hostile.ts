/** Values that have broken programs before, and ways to spoil one that fits. */
import type { Chance } from '../chance.ts'

const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u2028\u2029',
  '\u0001\u001f\u007f\u0085',
  '\r\nX-Injected: yes',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  "'; drop table users; --",
  '" or ""="',
  '{{user.id}}',
  '{{user.data.x.y}}',
  '%s%n%00',
  '../../etc/passwd',
  '..',
  '/',
  '\\',
  '.git/config',
  '<script>alert(1)</script>',
  '\ufeff\u202e\u200b',
  '👩‍👩‍👧‍👦',
  'İıſßǅ',
  'e\u0301'.repeat(60),
  '(a+)+$',
  '(?<!a)\\1[',
  '[[:alpha:]]{1,99999}',
  '$where',
  'a.b.c',
  '-',
  ',',
  '=1+1',
  '0x10',
  '1e309',
  'x'.repeat(129),
  'x'.repeat(2_100),
  '日'.repeat(700),
  '[timeout-applied]',
  '[timeout-lost]',
  '[unavailable]',
  '[terms-fail]',
  '[delete-timeout-lost]',
  'https://a.uncrawlable.test/',
  'https://unfetchable.test/x.png',
]
const LONGEST_TEXT = 'long '.repeat(40_000)

export const HOSTILE_DATES: readonly string[] = [
  '0000-01-01T00:00:00Z',
  '0000-12-31',
  '0001-01-01T00:00:00+23:59',
  '0001-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '9999-12-31T23:59:59.999-12:00',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31',
  '10000-01-01T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  '294277-01-01T00:00:00Z',
  '4714-11-24 BC',
  '2016-12-31T23:59:60Z',
  '2026-01-01T24:00:00Z',
  '2026-02-29',
  '2026-02-30T00:00:00Z',
  '2026-13-01',
  '2026-00-00',
  '2026-01-01T00:00:00',
  '2026-01-01 00:00:00+00',
  '2026-01-01T00:00:00.123456789123Z',
  '2026-01-01T00:00:00+99:99',
  '2026-W01-1',
  '2026-1-1',
  '20260101',
  'infinity',
  '-infinity',
  'now',
  'today',
  'epoch',
]

/** Numbers as JSON spells them; some of them JavaScript cannot hold. */
const HOSTILE_NUMBERS: readonly string[] = [
  '0',
  '-0',
  '-0.0',
  '1',
  '-1',
  '0.1',
  '1.5',
  '5e-324',
  '-1e-400',
  '2147483647',
  '2147483648',
  '-2147483649',
  '4294967296',
  '9007199254740991',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775809',
  '1e16',
  '1e21',
  '1e100',
  '1e308',
  '-1.7976931348623157e308',
  '1e309',
  '-1e999',
  '1'.repeat(400),
]

const RAW = '@number@'

export const hostileText = (chance: Chance): string =>
  chance.below(400) === 0
    ? LONGEST_TEXT
    : chance.one(chance.percent(20) ? HOSTILE_DATES : chance.percent(5) ? HOSTILE_NUMBERS : HOSTILE_TEXTS)

/** Stands for a number until `toJson` writes it as it is spelled. */
export const hostileNumber = (chance: Chance): string => `${RAW}${chance.one(HOSTILE_NUMBERS)}`

/** Any JSON at all. */
export function hostileValue(chance: Chance, depth = 2): unknown {
  const kind = chance.below(depth > 0 ? 9 : 7)
  if (kind < 3) return hostileText(chance)
  if (kind < 5) return hostileNumber(chance)
  if (kind === 5) return chance.one([true, false])
  if (kind === 6) return null
  const inside = Array.from({ length: chance.below(4) }, () => hostileValue(chance, depth - 1))
  return kind === 7 ? inside : ownEntries(inside.map((value) => [hostileKey(chance), value]))
}

const hostileKey = (chance: Chance): string =>
  chance.one(['__proto__', 'id', 'constructor', '$set', '$gt', '', 'a.b', 'data', 'x'.repeat(200), '\0', 'é'])

/** As `Object.fromEntries`, where `__proto__` is a key like any other. */
export function ownEntries(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(entries)
}

/** The value with one thing in it that is missing, of another kind, too many, or out of bounds. */
export function spoiled(chance: Chance, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || chance.percent(10)) return hostileValue(chance)
  const keys = Object.keys(value)
  if (keys.length === 0) return hostileValue(chance)
  const key = chance.one(keys)
  if (Array.isArray(value)) {
    const at = Number(key)
    if (chance.percent(15)) return [...value, ...value, ...value]
    if (chance.percent(10)) return []
    if (chance.percent(3)) return Array.from({ length: 600 }, () => value[at])
    return value.with(at, spoiled(chance, value[at]))
  }
  const entries = Object.entries(value)
  if (chance.percent(12)) return ownEntries(entries.filter(([name]) => name !== key))
  if (chance.percent(8)) return ownEntries([...entries, [hostileKey(chance), hostileValue(chance)]])
  return ownEntries(entries.map(([name, inner]) => [name, name === key ? spoiled(chance, inner) : inner]))
}

export function toJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(new RegExp(`"${RAW}([^"]*)"`, 'g'), '$1')
}

/** Texts that are no JSON, or hardly. */
export const BROKEN_JSON: readonly string[] = [
  '',
  '{',
  '{"a":1,"a":2}',
  '[1,]',
  '{"a":\u0000}',
  'undefined',
  '\ufeff{}',
  '"\\ud800"',
  '"\\x"',
  `${'['.repeat(70)}${']'.repeat(70)}`,
  '['.repeat(5_000),
  `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`,
  '{"__proto__":{"isAdmin":true}}',
]
