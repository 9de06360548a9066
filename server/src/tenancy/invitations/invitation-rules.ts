const DAY_MS = 24 * 60 * 60 * 1000
export const DAYS_VALID = 60

/** Counted from the last time it was sent. */
export function expiryOf(sent: Date): Date {
  return new Date(sent.getTime() + DAYS_VALID * DAY_MS)
}

/** What was sent then or before has expired by now. */
export function lastExpired(now: Date): Date {
  return new Date(now.getTime() - DAYS_VALID * DAY_MS)
}

export function isExpired(invitation: { status: string; created_date: Date }, now: Date): boolean {
  return invitation.status === 'expired' || invitation.created_date <= lastExpired(now)
}

const RESENDS = 3
const RESEND_WINDOW_MS = 10 * 60 * 1000

export interface Resends {
  resends: number
  resends_from: Date | null
}

/** The count with one more, or how many seconds to wait; windows start with their first resend. */
export function countResend(
  { resends, resends_from }: Resends,
  now: Date,
): Resends | { wait_seconds: number } {
  const end = resends_from ? resends_from.getTime() + RESEND_WINDOW_MS : 0
  if (end <= now.getTime()) return { resends: 1, resends_from: now }
  if (resends < RESENDS) return { resends: resends + 1, resends_from }
  return { wait_seconds: Math.ceil((end - now.getTime()) / 1000) }
}
