import type { SessionSettings } from '../base-deps.ts'

export const SESSION_DAYS = 30

/** The cookie that keeps a browser signed in: no script reads it, no other site sends it. */
export function sessionCookie({ cookieName, isSecure }: SessionSettings, secret: string): string {
  const age = SESSION_DAYS * 24 * 60 * 60
  return `${cookieName}=${secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${isSecure ? '; Secure' : ''}`
}

export function endedSessionCookie(settings: SessionSettings): string {
  return sessionCookie(settings, '').replace(/Max-Age=\d+/, 'Max-Age=0')
}
