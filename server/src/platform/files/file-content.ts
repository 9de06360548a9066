/** How the bytes of a file travel as text: as they are when they are text, else in base64. */
import { isUtf8 } from 'node:buffer'

export type Encoding = 'utf-8' | 'base64'

/** Text that a body can bring back as it is; everything else in base64. */
export function contentOf(bytes: Buffer): { content: string; encoding: Encoding } {
  const text = textOf(bytes)
  return text === null
    ? { content: bytes.toString('base64'), encoding: 'base64' }
    : { content: text, encoding: 'utf-8' }
}

/** Null when it is not text. */
export function textOf(bytes: Buffer): string | null {
  return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString('utf8') : null
}

/** Null when it is not base64 although it should be. */
export function bytesOf(content: string, encoding: Encoding): Buffer | null {
  if (encoding === 'utf-8') return Buffer.from(content)
  const isBase64 = content.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(content)
  return isBase64 ? Buffer.from(content, 'base64') : null
}

export const NOT_BASE64 = 'Input should be valid base64 with its padding'
