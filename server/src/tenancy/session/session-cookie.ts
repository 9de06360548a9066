import { SESSION_DAYS } from '@atrium/contract/session'
import type { SessionSettings } from '../base-deps.ts'

const DEVICE_DAYS = 365

/** The cookie that keeps a browser signed in: no script reads it, no other site sends it. */
export function sessionCookie(settings: SessionSettings, secret: string): string {
  return cookie(settings, settings.cookieName, secret, SESSION_DAYS)
}

export function endedSessionCookie(settings: SessionSettings): string {
  return cookie(settings, settings.cookieName, '', 0)
}

/** By which a browser is known again; it opens nothing. */
export function deviceCookie(settings: SessionSettings, device: string): string {
  return cookie(settings, `${settings.cookieName}_device`, device, DEVICE_DAYS)
}

function cookie({ isSecure }: SessionSettings, name: string, value: string, days: number): string {
  const age = days * 24 * 60 * 60
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${isSecure ? '; Secure' : ''}`
}
