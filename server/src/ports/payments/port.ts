/** Knows how a workspace pays. Nothing is charged here: others only ask whether somebody could be. */
export interface Payments {
  /**
   * Never throws for what the provider or the network does. An answer that could not be had is `unavailable`, never
   * `none`: who has no card learns something else than who has to try again.
   */
  cardOf(workspaceId: string): Promise<CardStatus>
}

export type CardStatus = Card | { kind: 'none' } | { kind: 'expired' } | CardUnknown

export interface Card {
  kind: 'card'
  brand: string
  last4: string
  exp_month: number
  exp_year: number
}

/** The message is for the log; it holds no key. */
export interface CardUnknown {
  kind: 'unavailable'
  message: string
}

/** A card is good until the end of its month, everywhere on earth. */
export function isExpired({ exp_month, exp_year }: Card, now: Date): boolean {
  const monthEnd = Date.UTC(exp_year, exp_month, 1)
  return now.getTime() >= monthEnd + HOURS_BEHIND * 3600 * 1000
}

const HOURS_BEHIND = 12
