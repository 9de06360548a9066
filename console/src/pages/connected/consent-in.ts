interface Consent {
  account: string | null
  scopes: string[]
}

/**
 * What can be read of a consent request: JSON in base64url before the first dot. Only shown, never relied on; the server
 * knows what it signed.
 */
export function consentIn(request: string): Consent {
  const value = readVisible(request)
  const { account, scopes } = typeof value === 'object' && value ? (value as Record<string, unknown>) : {}
  return {
    account: isShown(account) ? account : null,
    scopes: Array.isArray(scopes) ? scopes.filter(isShown).slice(0, 60) : [],
  }
}

function readVisible(request: string): unknown {
  try {
    const [visible = ''] = request.split('.')
    const bytes = atob(visible.replaceAll('-', '+').replaceAll('_', '/'))
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))))
  } catch {
    return null
  }
}

const isShown = (text: unknown): text is string =>
  typeof text === 'string' && /^[\x21-\x7e]{1,200}$/.test(text)
