/** Takes the secrets of a connection out of what its service answers: some echo what they were sent. */
import { formsOf, REDACTED } from '../../../platform/text/redact.ts'
import type { Credentials } from '../tokens/sealed-credentials.ts'

export interface Mask {
  text(text: string): string
  /** Of a parsed body, that stood in `source`. */
  value(value: unknown, source: Buffer): unknown
  bytes(bytes: Buffer): Buffer
}

/** `sent` are the headers that the credential was sent by, such as a user name and password in base64. */
export function maskOf(credentials: Credentials, sent: readonly string[]): Mask {
  const { access_token, refresh_token, values } = credentials
  const secrets = [access_token, refresh_token, ...Object.values(values), ...sent.map(withoutScheme)]
  const forms = formsOf(secrets.filter((secret) => secret !== null))
  const isIn = (bytes: Buffer) => forms.some((form) => bytes.includes(form))
  const text = (given: string) => forms.reduce((clean, form) => clean.replaceAll(form, REDACTED), given)
  return {
    text,
    // Looking through the bytes costs little; behind an escape a secret may be written in many ways.
    value: (value, source) => (isIn(source) || source.includes('\\') ? maskValue(value, text) : value),
    bytes: (bytes) => (isIn(bytes) ? forms.reduce(withoutForm, bytes) : bytes),
  }
}

/** Byte for byte, in the one encoding that keeps every byte. */
function withoutForm(bytes: Buffer, form: string): Buffer {
  const wanted = Buffer.from(form).toString('latin1')
  return Buffer.from(bytes.toString('latin1').replaceAll(wanted, REDACTED), 'latin1')
}

function withoutScheme(header: string): string {
  return header.replace(/^(basic|bearer)\s+/i, '')
}

/** The depth is that of parsed JSON, which is bounded. */
function maskValue(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value)
  if (typeof value === 'number') return mask(String(value)) === String(value) ? value : REDACTED
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => maskValue(item, mask))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [mask(name), maskValue(item, mask)]))
}
