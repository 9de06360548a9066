import { domainToASCII } from 'node:url'
import { isHostName } from '../../platform/host-names.ts'
import { hashSecret } from '../../platform/secrets.ts'

/** The domain as emails name it: small letters, other scripts in their ASCII form. Null for no domain. */
export function normalDomain(text: string): string | null {
  const trimmed = text.trim().replace(/^@/, '').replace(/\.$/, '')
  // The parser of addresses would take what stands behind one of these for something else.
  if (/[/\\?#@:%[\]\s]/.test(trimmed)) return null
  const domain = domainToASCII(trimmed)
  return domain.includes('.') && isHostName(domain) ? domain : null
}

/** Of an email in small letters; the part that the database takes too. */
export function domainOf(email: string): string {
  return email.split('@')[1] ?? ''
}

export function recordName(domain: string): string {
  return `_atrium-sign-in.${domain}`
}

/** Shown only to the workspace until it is in the DNS; another workspace has another. */
export function newProof(secret: string): string {
  return `atrium-sign-in=${hashSecret(secret).toString('base64url')}`
}
