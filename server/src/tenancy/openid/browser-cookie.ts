import { hashSecret } from '../../platform/secrets.ts'
import type { SessionSettings } from '../base-deps.ts'

export const ATTEMPT_SECONDS = 600

/** One for each sign-in that was started, so that two tabs do not end each other's. */
export function browserCookie(
  settings: SessionSettings,
  state: string,
  value: string,
  seconds: number,
): string {
  const secure = settings.isSecure ? '; Secure' : ''
  return `${nameOf(settings, state)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`
}

export function readBrowserCookie(
  settings: SessionSettings,
  state: string,
  header: string | undefined,
): string | null {
  const name = nameOf(settings, state)
  const pair = (header ?? '').split(';').find((one) => one.trim().startsWith(`${name}=`))
  return pair?.trim().slice(name.length + 1) || null
}

/** With the prefix of the session's cookie, so that no other host of the domain can set it. */
function nameOf({ cookieName }: SessionSettings, state: string): string {
  return `${cookieName}-sign-in-${hashSecret(state).toString('hex').slice(0, 16)}`
}
