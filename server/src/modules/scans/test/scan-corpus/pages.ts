import type { Page } from '../../scanner/headers/page.ts'

export interface PageCase {
  name: string
  page: Page
  /** The rules that flag it; none for a look-alike. */
  found: readonly string[]
}

/** Headers of a page that nothing is wrong with. */
export const GOOD: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'self'; frame-ancestors 'none'; object-src 'none'; base-uri 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
}

/** A page with other headers than the good ones; undefined leaves one out. */
export function pageWith(headers: Record<string, string | undefined>, more: Partial<Page> = {}): Page {
  const sent = Object.entries({ ...GOOD, ...headers }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return {
    url: 'https://shop.example.com/',
    status: 200,
    headers: Object.fromEntries(sent),
    body: '<!doctype html><title>Shop</title><p>Hello',
    isOwn: false,
    leadsToPlain: null,
    ...more,
  }
}

export const csp = (policy: string | undefined) => ({
  'content-security-policy': policy,
  'x-frame-options': 'DENY',
})
