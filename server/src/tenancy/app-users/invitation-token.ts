/** What a mailed invitation carries: whom it is for, and our mark. It proves nothing but that it was mailed. */
import type { Secrets } from '../../platform/secrets.ts'

const FORM = /^ain_([^.]+)\.(.+)$/

export function invitationToken(secrets: Secrets, appId: string, userId: string): string {
  return `ain_${userId}.${secrets.sign(purposeOf(appId), userId)}`
}

/** The user whom it is for; null when it is none of ours. */
export function invitedUserOf(secrets: Secrets, appId: string, token: string): string | null {
  const [, userId = '', mark = ''] = FORM.exec(token) ?? []
  return secrets.verify(purposeOf(appId), userId, mark) ? userId : null
}

function purposeOf(appId: string): string {
  return `app invitation ${appId}`
}
