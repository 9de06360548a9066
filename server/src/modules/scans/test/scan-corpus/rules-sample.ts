/** What schemas with a planted problem, and look-alikes without one, are made of. */
import type { Severity } from '@atrium/contract/scan-findings'
import type { ScannedSchema } from '../../scanner/snapshot.ts'

export interface Planted {
  name: string
  app?: string
  schemas: ScannedSchema[]
  /** The rule that must find it; of several each is right. */
  finds: string | string[]
  /** The severity, where it matters. */
  severity?: Severity
}

export interface Clean {
  name: string
  app?: string
  schemas: ScannedSchema[]
  /** Something that may be said of it, at most as `low`. */
  may?: string
}

export const text = { type: 'string' }
export const flag = { type: 'boolean' }
export const ME = '{{user.id}}'
export const MINE = { created_by_id: ME }
export const ADMIN = { user_condition: { role: 'admin' } }
export const MINE_OR_ADMIN = { $or: [MINE, ADMIN] }
export const MY_TEAM = { 'data.team': '{{user.data.team}}' }
export const OPEN_APP = 'public_without_login'
export const CLOSED_APP = 'private_with_login'

export function entity(
  rls: unknown,
  properties: Record<string, unknown> = { title: text },
  more = {},
): ScannedSchema {
  return { name: 'Thing', type: 'object', properties, ...(rls !== undefined && { rls }), ...more }
}

export function users(properties: Record<string, unknown>, more = {}): ScannedSchema {
  return { name: 'User', type: 'object', properties, ...more }
}

export const plant = (
  name: string,
  finds: Planted['finds'],
  schemas: ScannedSchema | ScannedSchema[],
  more = {},
): Planted => ({
  ...{ name, finds, schemas: [schemas].flat() },
  ...more,
})
export const clean = (name: string, schemas: ScannedSchema | ScannedSchema[], more = {}): Clean => ({
  ...{ name, schemas: [schemas].flat() },
  ...more,
})

export const team = { title: text, team: text }
export const guardedTeam = users({ team: { ...text, rls: { write: ADMIN } } })
export const fixedTeam = { title: text, team: { ...text, rls: { update: ADMIN } } }
