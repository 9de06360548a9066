/** Requests with costly input in the languages that bodies and queries hold: filters, schemas with patterns. */

/** Different ones each time: verdicts are remembered. */
let salt = 0
const patterns = (count: number, pattern: (i: number) => string) => ({
  $or: Array.from({ length: count }, (_, i) => ({ title: { $regex: pattern(i), $options: 'i' } })),
})
const han = (from: number) =>
  Array.from({ length: 40 }, (_, i) => String.fromCodePoint(0x4e00 + from + 3 * i)).join('.?')

export function costlyFilters(): readonly (readonly [name: string, filter: object])[] {
  salt += 1_000
  return [
    ['200 patterns', patterns(200, (i) => `${han(salt + i)}`)],
    ['200 counting patterns', patterns(200, (i) => `^x${salt + i}.{0,40}c`)],
    ['patterns of many ranges', patterns(4, (i) => `(?:[${'!-~'.repeat(150)}]{255}){9}${salt + i}`)],
    ['6,000 values', { $or: Array.from({ length: 6 }, () => ({ n: { $in: [...Array(1_000).keys()] } })) }],
    ['5,000 objects', { $or: Array.from({ length: 5 }, () => ({ loose: { $in: Array(999).fill({}) } })) }],
    ['200 conditions', { $nor: Array.from({ length: 200 }, () => ({ 'lines.name': { $ne: 'a' } })) }],
  ]
}

export const costlySchemas = (): readonly (readonly [name: string, schema: object])[] => {
  salt += 1_000
  const fields = (count: number, field: (i: number) => object) => ({
    properties: Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, field(i)])),
  })
  return [
    ['200 patterns', fields(200, (i) => ({ type: 'string', pattern: `${'[a-z]?'.repeat(60)}${salt + i}` }))],
    ['unrolled patterns', fields(200, (i) => ({ type: 'string', pattern: `(?:\\w{${i + 1}}\\d{4}){4}` }))],
    ['choices', fields(90, () => ({ enum: Array.from({ length: 150 }, (_, i) => `c${i}`) }))],
    [
      'rules',
      fields(200, (i) => ({
        type: 'string',
        rls: { read: { $or: Array.from({ length: 4 }, () => ({ 'data.f0': `${i}{{user.id}}` })) } },
      })),
    ],
    ['keywords', fields(20, () => ({ anyOf: Array.from({ length: 90 }, () => ({ type: 'string' })) }))],
  ]
}
