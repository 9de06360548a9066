/** The addresses of files: what stands in them, and what makes those of private files good. */
import { randomBytes } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'
import type { FileRow } from './store.ts'

type Addressed = Pick<FileRow, 'app_id' | 'key' | 'name'>

/** Not to be guessed: of public files it is all that protects them. */
export function makeKey(): string {
  return randomBytes(16).toString('base64url')
}

export function fileUrl(baseUrl: string, file: Addressed): string {
  return `${baseUrl}/files/${pathOf(file)}`
}

export function fileUri(file: Addressed): string {
  return `private/${pathOf(file)}`
}

export function signedUrl(secrets: Secrets, baseUrl: string, file: Addressed, expires: number): string {
  return `${fileUrl(baseUrl, file)}?expires=${expires}&signature=${secrets.sign(PURPOSE, signedText(file, expires))}`
}

export function isSigned(
  secrets: Secrets,
  file: Pick<FileRow, 'app_id' | 'key'>,
  { expires, signature }: { expires?: number | undefined; signature?: string | undefined },
): boolean {
  if (expires === undefined || signature === undefined) return false
  return secrets.verify(PURPOSE, signedText(file, expires), signature)
}

export interface ReadAddress {
  app_id: string
  key: string
  expires?: number
  signature?: string
}

/** Reads `private/…` or an address of ours, whatever name this server goes by; null for any other text. */
export function readAddress(text: string): ReadAddress | null {
  const uri = URI.exec(text)
  if (uri?.[1] && uri[2]) return { app_id: uri[1], key: uri[2] }
  const url = URL.parse(text, 'http://files.invalid')
  const path = PATH.exec(url?.pathname ?? '')
  if (!url || !path?.[1] || !path[2]) return null
  const expires = url.searchParams.get('expires')
  const signature = url.searchParams.get('signature')
  return {
    app_id: path[1],
    key: path[2],
    ...(expires !== null && /^\d{1,11}$/.test(expires) && { expires: Number(expires) }),
    ...(signature !== null && { signature }),
  }
}

const PURPOSE = 'file'
const URI = /^private\/([\w-]{1,128})\/([\w-]{1,128})(?:\/|$)/
const PATH = /^\/files\/([\w-]{1,128})\/([\w-]{1,128})\//

/** The name is there for people and for what they save; it is not looked at. */
function pathOf({ app_id, key, name }: Addressed): string {
  return `${app_id}/${key}/${encodeURIComponent(name)}`
}

function signedText({ app_id, key }: Pick<FileRow, 'app_id' | 'key'>, expires: number): string {
  return `${app_id}/${key}/${expires}`
}
