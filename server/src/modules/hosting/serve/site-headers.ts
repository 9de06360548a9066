/** What every answer of a site carries. Its files are for everybody, so pages of any origin may load them. */
export const siteHeaders: Record<string, string> = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
}

/**
 * For sites at the origin of the console: a page in this sandbox has an origin that is equal to no other, so that its
 * scripts reach neither the cookie nor the storage of the console. What it opens in a new window is free again.
 */
export const sandboxHeaders: Record<string, string> = {
  ...siteHeaders,
  'content-security-policy':
    'sandbox allow-scripts allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox',
}
