import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createAddressRules } from './address-rules.ts'

const rulesWith = (allow: string[] = [], own: string[] = []) =>
  createAddressRules({ allow, ownAddresses: () => own })
const { judge } = rulesWith()

/** Each range by its first and last address, as the decision writes them, and the neighbours outside. */
const SPECIAL = [
  ['0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['168.63.129.16', '168.63.129.16', '168.63.129.15', '168.63.129.17'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['224.0.0.0', '239.255.255.255', '223.255.255.255', null],
  ['240.0.0.0', '255.255.255.255', null, null],
  ['::', 'ff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null, null],
  ['100::', '100::ffff:ffff:ffff:ffff', null, '100:0:0:1::'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2000:ffff::', '2001:200::'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff::', '2001:db9::'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:ffff::', '2003::'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff::', '3fff:1000::'],
  ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '5eff:ffff::', '5f01::'],
  ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', null, null],
  ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fbff:ffff::', 'fe00::'],
  ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fe7f:ffff::', null],
  ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null, null],
  ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null, null],
] as const

describe('special ranges', () => {
  test.each(SPECIAL)('%s to %s is refused, its neighbours are not', (first, last, before, after) => {
    expect(judge(first)).toBe('refused')
    expect(judge(last)).toBe('refused')
    if (before) expect(judge(before)).toBe('public')
    if (after) expect(judge(after)).toBe('public')
  })

  test.each(SPECIAL)('everything from %s to %s is refused', (first, last) => {
    const [low, high] = [toNumber(first), toNumber(last)]
    const inside = fc.bigInt({ min: low, max: high }).filter((at) => !isTranslated(at, first))
    fc.assert(fc.property(inside, (at) => judge(toText(at, isIP(first))) === 'refused'))
  })
})

test('other IPv4 addresses are public', () => {
  const ranges = SPECIAL.filter(([first]) => isIP(first) === 4).map(
    ([a, b]) => [toNumber(a), toNumber(b)] as const,
  )
  const outside = fc
    .bigInt({ min: 0n, max: 2n ** 32n - 1n })
    .filter((at) => !ranges.some(([low, high]) => at >= low && at <= high))
  fc.assert(fc.property(outside, (at) => judge(toText(at, 4)) === 'public'))
})

const anyIpv4 = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }).map((at) => toText(at, 4))
const someIpv4 = fc.oneof(
  anyIpv4,
  fc.constantFrom('127.0.0.1', '10.1.2.3', '169.254.169.254', '8.8.8.8', '192.168.1.1', '100.100.100.200'),
)

test('mapped and translated forms get the verdict of the IPv4 address inside', () => {
  const rules = rulesWith(['10.0.0.0/8'], ['8.8.8.8'])
  fc.assert(
    fc.property(someIpv4, (address) => {
      const verdict = rules.judge(address)
      const hex = hextets(address)
      for (const form of [`::ffff:${address}`, `::ffff:${hex}`, `64:ff9b::${address}`, `64:ff9b::${hex}`]) {
        expect(rules.judge(form), form).toBe(verdict)
      }
    }),
  )
})

test('forms that hide an IPv4 address in another way are refused', () => {
  fc.assert(
    fc.property(anyIpv4, (address) => {
      const hex = hextets(address)
      for (const form of [`::${hex}`, `::ffff:0:${hex}`, `64:ff9b:1::${hex}`, `2002:${hex}::1`]) {
        expect(judge(form), form).toBe('refused')
      }
    }),
  )
})

test.each([
  '',
  'example.com',
  '0x7f.1',
  '2130706433',
  '0177.0.0.1',
  '127.1',
  '08.8.8.8',
  '8.8.8.8 ',
  '[2606:4700::1]',
  'fe80::1%eth0',
  '2606:4700::1%1',
  '8.8.8.8/32',
  '8.8.8.8:443',
])('%j is no address and refused', (text) => {
  expect(judge(text)).toBe('refused')
})

test.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '2A00:1450:4001:082B:0000:0000:0000:200E'])(
  '%s is public',
  (address) => {
    expect(judge(address)).toBe('public')
  },
)

describe('the operator', () => {
  test('opens ranges of both families, and nothing next to them', () => {
    const rules = rulesWith(['127.0.0.0/8', '10.1.2.3', 'fd00::/8', '::1'])
    for (const address of ['127.0.0.1', '127.9.9.9', '10.1.2.3', 'fd12::1', '::1', '::ffff:127.0.0.1']) {
      expect(rules.judge(address), address).toBe('allowed')
    }
    for (const address of ['10.1.2.4', 'fc00::1', '::2', '192.168.0.1']) {
      expect(rules.judge(address), address).toBe('refused')
    }
    expect(rules.judge('8.8.8.8')).toBe('public')
    expect(rules.opensAny).toBe(true)
    expect(rulesWith().opensAny).toBe(false)
  })

  test.each([
    '10.0.0.0/33',
    '10.0.0/8',
    '::/129',
    'localhost',
    '',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '0x7f.1',
  ])('is informed that %j is no range', (text) => {
    expect(() => rulesWith([text])).toThrow('is not a range of addresses')
  })
})

test('the node’s own addresses are refused, however written, unless the operator opened them', () => {
  const own = ['8.8.4.4', '2606:4700:0:0::aa']
  const rules = rulesWith([], own)
  for (const address of ['8.8.4.4', '::ffff:8.8.4.4', '64:ff9b::8.8.4.4', '2606:4700::aa']) {
    expect(rules.judge(address), address).toBe('refused')
  }
  expect(rules.judge('8.8.4.5')).toBe('public')
  expect(rulesWith(['8.8.4.4'], own).judge('8.8.4.4')).toBe('allowed')
})

function toNumber(address: string): bigint {
  if (isIP(address) === 4) return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n)
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = address.includes('::') ? Array(8 - left.length - right.length).fill('0') : []
  return [...left, ...zeros, ...right].reduce((sum, part) => sum * 65536n + BigInt(`0x${part}`), 0n)
}

function toText(at: bigint, family: number): string {
  const [parts, bits, radix, separator] = family === 4 ? [4, 8n, 10, '.'] : [8, 16n, 16, ':']
  return Array.from({ length: Number(parts) }, (_, index) => {
    const shift = BigInt(Number(parts) - 1 - index) * BigInt(bits)
    return ((at >> shift) & ((1n << BigInt(bits)) - 1n)).toString(Number(radix))
  }).join(String(separator))
}

function hextets(address: string): string {
  const at = toNumber(address)
  return `${(at >> 16n).toString(16)}:${(at & 0xffffn).toString(16)}`
}

/** Inside ::/8 two blocks are judged by the IPv4 address in them. */
function isTranslated(at: bigint, first: string): boolean {
  const upper = at >> 32n
  return first === '::' && (upper === 0xffffn || upper === toNumber('64:ff9b::') >> 32n)
}
