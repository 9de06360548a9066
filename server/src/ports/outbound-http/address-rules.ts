/** May this address be called? Our own table: libraries call some of these ranges ordinary. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** `allowed`: opened by the operator. `public`: anybody may name it. */
export type AddressVerdict = 'public' | 'allowed' | 'refused'

export interface AddressRules {
  judge(address: string): AddressVerdict
  /** Whether the operator opened anything at all. */
  opensAny: boolean
}

export interface AddressRulesOptions {
  /** Ranges such as 10.0.0.0/8, or single addresses, that the operator lets through. */
  allow: readonly string[]
  /** The node's own addresses, read each time because interfaces come and go. */
  ownAddresses: () => readonly string[]
}

export function createAddressRules({ allow, ownAddresses }: AddressRulesOptions): AddressRules {
  const opened = allow.map(parseRange)

  function judge(text: string): AddressVerdict {
    const address = parseAddress(text)
    if (!address) return 'refused'
    if (isWithin(address, opened)) return 'allowed'
    if (isWithin(address, [NAT64])) return judge(embeddedIpv4(address))
    if (isWithin(address, SPECIAL_RANGES)) return 'refused'
    return isOwn(address, ownAddresses()) ? 'refused' : 'public'
  }

  return { judge, opensAny: opened.length > 0 }
}

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, number]

/** Only the canonical spelling of addresses; IPv4 inside IPv6 (::ffff:…) as the IPv4 that is called. */
function parseAddress(text: string): Address | null {
  if (isIP(text) === 0 || text.includes('%')) return null
  return ipaddr.process(text)
}

function parseRange(text: string): Range {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  const most = family === 6 ? 128 : 32
  const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
  if (family === 0 || !isRange || rest.length > 0) {
    throw new Error(`"${text}" is not a range of addresses such as 10.0.0.0/8 or fd00::/8.`)
  }
  return [ipaddr.parse(address), bits === undefined ? most : Number(bits)]
}

function isWithin(address: Address, ranges: readonly Range[]): boolean {
  return ranges.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))
}

function embeddedIpv4(address: Address): string {
  return address.toByteArray().slice(-4).join('.')
}

function isOwn(address: Address, own: readonly string[]): boolean {
  const called = address.toNormalizedString()
  return own.some((text) => parseAddress(text)?.toNormalizedString() === called)
}

/** Translated to IPv4 on the way, so it is judged by the IPv4 address inside. */
const NAT64 = parseRange('64:ff9b::/96')

const SPECIAL_RANGES = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // a cloud's metadata
  '169.254.0.0/16', // link-local, metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
  '::/8', // unspecified, loopback, IPv4 in old forms, local NAT64
  '100::/64', // discard
  '2001::/23', // protocol assignments, Teredo
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: reaches the IPv4 inside
  '3fff::/20', // documentation
  '5f00::/16', // segment routing
  'fc00::/7', // unique local
  'fe80::/10', // link-local
  'fec0::/10', // site-local
  'ff00::/8', // multicast
].map(parseRange)
