import { createHash } from 'node:crypto'
import { ATTENTION_SEVERITIES } from '@atrium/contract/attention'
import type { Item, Severity, Trouble } from './troubles.ts'

/** What a person put away: until a moment, or without end. */
export type PutAway = { snoozed_until: Date | null } | undefined

export type FoundItem = Omit<Item, 'since' | 'snoozed_until'> & {
  since: Date | null
  snoozed_until: Date | null
}

/** The same while the same trouble lasts, and another one when it comes again. */
export function itemId(
  { kind, app, key }: Pick<Trouble, 'kind' | 'app' | 'key'>,
  workspaceId: string,
): string {
  const text = JSON.stringify([workspaceId, kind, app?.app_id ?? null, key])
  return `att_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
}

/** A trouble as the person sees it who put this much of it away. */
export function presentItem(trouble: Trouble, id: string, putAway: PutAway, now: Date): FoundItem {
  const { kind, severity, app, subject, detail, since } = trouble
  const { state, snoozed_until } = stateOf(putAway, now)
  return {
    ...{ id, kind, severity },
    ...{ app_id: app?.app_id ?? null, app_name: app?.app_name ?? null, app_kind: app?.app_kind ?? null },
    subject: { ...subject, parent_id: subject.parent_id ?? null },
    ...{ detail, since, state, snoozed_until },
  }
}

export function stateOf(putAway: PutAway, now: Date): Pick<FoundItem, 'state' | 'snoozed_until'> {
  if (!putAway) return { state: 'open', snoozed_until: null }
  const { snoozed_until } = putAway
  if (snoozed_until === null) return { state: 'dismissed', snoozed_until }
  return snoozed_until > now ? { state: 'snoozed', snoozed_until } : { state: 'open', snoozed_until: null }
}

/** The most severe first, of those the newest, then by id, so that pages agree with each other. */
export function compareItems(a: Position, b: Position): number {
  return (
    rankOf(a.severity) - rankOf(b.severity) ||
    (b.since?.getTime() ?? -1) - (a.since?.getTime() ?? -1) ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  )
}

export type Position = Pick<FoundItem, 'severity' | 'since' | 'id'>

export function countBySeverity(items: readonly FoundItem[]): Record<Severity, number> {
  const counts = { critical: 0, warning: 0, info: 0 }
  for (const { severity, state } of items) if (state === 'open') counts[severity] += 1
  return counts
}

export function isAtLeast(severity: Severity, least: Severity): boolean {
  return rankOf(severity) <= rankOf(least)
}

function rankOf(severity: Severity): number {
  return ATTENTION_SEVERITIES.indexOf(severity)
}
