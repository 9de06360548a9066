import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** A new secret that says its kind: `pat_` + 256 random bits. */
export function makeSecret(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`
}

/** What is kept of a high-entropy secret: its SHA-256. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret, 'utf8').digest()
}

export interface Secrets {
  /** A short keyed mark that only we can make, for cursors and state. */
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, mark: string): boolean
  /** Of all keys; the first one signs and encrypts. */
  keyIds: readonly [string, ...string[]]
  /** Authenticated encryption at rest; the text begins with the id of its key and a dot, so keys can be rotated. */
  encrypt(purpose: string, plain: string): string
  decrypt(purpose: string, sealed: string): string
}

const MARK_BYTES = 16
const TAG_BYTES = 16

/** From the setting SECRET_KEY, a comma list: the first signs and encrypts, all verify and decrypt. */
export function createSecrets(secretKey: string): Secrets {
  const keys = secretKey
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => ({
      id: hashSecret(part).subarray(0, 6).toString('base64url'),
      root: part,
      signing: derive(part, 'sign'),
    }))
  const [first, ...others] = keys
  if (!first) throw new Error('SECRET_KEY is empty; set at least one key of 32 random characters.')

  return {
    keyIds: [first.id, ...others.map(({ id }) => id)],
    sign: (purpose, text) => mark(first.signing, purpose, text),
    verify(purpose, text, given) {
      // As text: base64 has several ways to write the same bytes.
      const bytes = Buffer.from(given)
      return keys.some(({ signing }) => {
        const expected = Buffer.from(mark(signing, purpose, text))
        return bytes.length === expected.length && timingSafeEqual(bytes, expected)
      })
    },
    encrypt(purpose, plain) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', derive(first.root, `encrypt ${purpose}`), nonce)
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return [
        first.id,
        nonce.toString('base64url'),
        Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url'),
      ].join('.')
    },
    decrypt(purpose, sealed) {
      const [id, nonce, data, ...rest] = sealed.split('.')
      if (rest.length > 0) throw new Error('This is no sealed text: it has too many parts.')
      const key = keys.find((candidate) => candidate.id === id)
      if (!key) throw new Error(`No key with id ${id} in SECRET_KEY; add the old key back to the list.`)
      const bytes = bytesOf(data)
      const decipher = createDecipheriv(
        'aes-256-gcm',
        derive(key.root, `encrypt ${purpose}`),
        bytesOf(nonce),
        { authTagLength: TAG_BYTES }, // else a tag cut to 4 bytes would do
      )
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      return decipher.update(bytes.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

function derive(root: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', root, '', `atrium ${purpose}`, 32))
}

/** The purpose is signed along, with its length, so that no other split of the same text has this mark. */
function mark(key: Buffer, purpose: string, text: string): string {
  return createHmac('sha256', key)
    .update(`${purpose.length} ${purpose}${text}`)
    .digest()
    .subarray(0, MARK_BYTES)
    .toString('base64url')
}

/** Only as we write them: base64 passes over what it does not know, NUL included, so other texts would do as well. */
function bytesOf(text: string | undefined): Buffer {
  const bytes = Buffer.from(text ?? '', 'base64url')
  if (bytes.toString('base64url') !== text) throw new Error('This is no sealed text of ours.')
  return bytes
}
