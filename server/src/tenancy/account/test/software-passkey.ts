/** An authenticator in software: makes real attestations of format "none" and real signatures, as a browser sends them. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

interface Options {
  origin: string
  /** Whether it checks who holds it. */
  verifiesUser?: boolean
  /** Counts its signatures from here; many authenticators always say 0. */
  counter?: number
}

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

export function createSoftwarePasskey({ origin, verifiesUser = true, counter = 0 }: Options) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let signatures = counter
  let userHandle: string | undefined

  const authData = (rpId: string, flags: number, attested = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(signatures)
    const flag = Buffer.from([flags | PRESENT | (verifiesUser ? VERIFIED : 0)])
    return Buffer.concat([sha256(rpId), flag, count, attested])
  }
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  return {
    id,
    /** What `navigator.credentials.create` returns. */
    create(options: { challenge: string; rp: { id: string }; user: { id: string } }) {
      userHandle = options.user.id
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const cose = map([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const length = Buffer.from([0, credentialId.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, cose.bytes])
      const attestation = map([
        ['fmt', 'none'],
        ['attStmt', map([])],
        ['authData', authData(options.rp.id, ATTESTED, attested)],
      ])
      return {
        id,
        rawId: id,
        type: 'public-key' as const,
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge).toString('base64url'),
          attestationObject: attestation.bytes.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** What `navigator.credentials.get` returns. */
    get(options: { challenge: string; rpId: string }) {
      if (signatures > 0) signatures += 1
      const data = authData(options.rpId, 0)
      const client = clientData('webauthn.get', options.challenge)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key' as const,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(userHandle !== undefined && { userHandle }),
        },
      }
    },
  }
}

function sha256(text: string | Buffer): Buffer {
  return createHash('sha256').update(text).digest()
}

type Value = number | string | Uint8Array | Cbor

/** A value that is encoded already. */
class Cbor {
  readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
}

function map(entries: readonly (readonly [number | string, Value])[]): Cbor {
  const parts = entries.flatMap(([key, value]) => [encode(key), encode(value)])
  return new Cbor(Buffer.concat([head(5, entries.length), ...parts]))
}

function encode(value: Value): Buffer {
  if (value instanceof Cbor) return value.bytes
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  return Buffer.concat([head(2, value.length), value])
}

function head(major: number, length: number): Buffer {
  const kind = major << 5
  if (length < 24) return Buffer.from([kind | length])
  if (length < 256) return Buffer.from([kind | 24, length])
  return Buffer.from([kind | 25, length >> 8, length & 255])
}
