import { domainToASCII } from 'node:url'
import { mayBeDomain } from '../site-address.ts'

/** The domain as hosts name it: small letters, other scripts in their ASCII form, no final dot. Null for no domain. */
export function normalDomain(text: string): string | null {
  const trimmed = text.trim().replace(/\.$/, '')
  // The parser of addresses would take what stands behind one of these for something else.
  if (/[/\\?#@:%[\]\s]/.test(trimmed)) return null
  const domain = domainToASCII(trimmed)
  return mayBeDomain(domain) ? domain : null
}

/** Where the record stands that proves a domain. */
export function recordName(domain: string): string {
  return `_atrium.${domain}`
}
