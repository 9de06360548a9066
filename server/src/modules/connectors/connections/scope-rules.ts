/** Which scopes are asked for, and whether those that were granted will do. Pure. */
import type { ConnectorDefinition } from '@atrium/contract/connector-definition'
import type { ValidationRow } from '../../../platform/errors.ts'

type Scoped = Pick<ConnectorDefinition, 'scopes'>

/** Those of the connector that are asked for unless somebody chooses. */
export function defaultScopes({ scopes }: Scoped): string[] {
  return scopes.filter(({ is_default }) => is_default).map(({ name }) => name)
}

/** A connector that lists its scopes takes no others. */
export function scopeFaults({ scopes }: Scoped, asked: readonly string[]): ValidationRow[] {
  if (scopes.length === 0) return []
  const known = new Set(scopes.map(({ name }) => name))
  return asked.flatMap((name, at) =>
    known.has(name)
      ? []
      : [{ loc: ['body', 'scopes', at], type: 'unknown_scope', msg: 'The connector has no such scope.' }],
  )
}

/** Of signing in and of refresh tokens: services grant them and often do not say so. */
const UNREPORTED = new Set(['openid', 'profile', 'email', 'offline_access', 'offline.access', 'offline'])

export function coversScopes(granted: readonly string[], asked: readonly string[]): boolean {
  const there = new Set([...granted, ...UNREPORTED])
  return asked.every((name) => there.has(name))
}
