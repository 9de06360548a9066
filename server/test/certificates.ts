/** Certificates made while testing, so that none is stored and none runs out: just enough X.509 for TLS. */
import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'

export interface Certificate {
  cert: string
  key: string
}

export interface Authority extends Certificate {
  /** For hosts (names or IPv4 addresses), valid from yesterday until the given time. */
  issue(hosts: readonly string[], until?: Date): Certificate
}

const DAY_MS = 86_400_000

export function makeAuthority(name: string): Authority {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const until = new Date(Date.now() + DAY_MS)
  const extensions = [extension(OIDS.basicConstraints, sequence(der(0x01, Buffer.from([0xff]))))]
  const own = makeCertificate({
    subject: name,
    issuer: name,
    key: privateKey,
    signer: privateKey,
    until,
    extensions,
  })
  return {
    ...own,
    issue: (hosts, until = new Date(Date.now() + DAY_MS)) => {
      const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const extensions = [extension(OIDS.subjectAltName, sequence(...hosts.map(generalName)))]
      const subject = hosts[0] ?? 'nobody'
      return makeCertificate({ subject, issuer: name, key, signer: privateKey, until, extensions })
    },
  }
}

interface Wanted {
  subject: string
  issuer: string
  key: KeyObject
  signer: KeyObject
  until: Date
  extensions: Buffer[]
}

function makeCertificate({ subject, issuer, key, signer, until, extensions }: Wanted): Certificate {
  const algorithm = sequence(OIDS.ecdsaWithSha256)
  const from = new Date(Math.min(Date.now(), until.getTime()) - DAY_MS)
  const body = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([0x01]), randomBytes(8)])),
    algorithm,
    distinguishedName(issuer),
    sequence(time(from), time(until)),
    distinguishedName(subject),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, signer))
  const text = sequence(body, algorithm, signature).toString('base64')
  const cert = `-----BEGIN CERTIFICATE-----\n${text.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
  return { cert, key: key.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

function der(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  // As short as can be: browsers refuse what is longer than it must be.
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  const head = [tag, ...size]
  return Buffer.concat([Buffer.from(head), content])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const integer = (bytes: Buffer) => der(0x02, bytes)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const time = (at: Date) => der(0x18, Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, '')))
const extension = (id: Buffer, value: Buffer) => sequence(id, der(0x04, value))

function distinguishedName(name: string): Buffer {
  return sequence(der(0x31, sequence(OIDS.commonName, der(0x0c, Buffer.from(name)))))
}

function generalName(host: string): Buffer {
  const isAddress = isIP(host) === 4
  return isAddress ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host))
}

const OIDS = {
  ecdsaWithSha256: oid('2a8648ce3d040302'),
  commonName: oid('550403'),
  basicConstraints: oid('551d13'),
  subjectAltName: oid('551d11'),
}
