import { hash, timingSafeEqual } from 'node:crypto'
import { createCache } from '../../platform/cache.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import type { Authenticate } from '../../platform/http/visitor.ts'
import type { Log } from '../../platform/log.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { tolerate } from '../../platform/tolerate.ts'
import type { LastSeen } from '../credits/last-seen.ts'
import type { Access } from './access.ts'
import { type Caller, callerOf } from './caller.ts'
import type { KnownCredential } from './known-credential.ts'
import type { LimitingWorkspace } from './limiting-workspace.ts'
import { accessStore } from './store.ts'

/** Sent to all nodes whenever a credential or a membership changes. */
export const CREDENTIALS_CHANNEL = 'credentials'

const CACHE_MS = 5_000
const CACHE_SIZE = 10_000
const TOUCH_MS = 60_000

export interface Authenticator {
  authenticate(...request: Parameters<Authenticate>): Promise<Caller>
  /** Drops what was cached, also of visits; the next use of any credential reads it again. */
  invalidate(): void
}

/** Credentials are cached for 5 seconds, and invalidated at once when one changes on any node. */
export function createAuthenticator({
  db,
  clock,
  log,
  lastSeen,
  access,
  limitingWorkspace,
}: {
  db: Db
  clock: Clock
  log: Log
  lastSeen: LastSeen
  access: Pick<Access, 'invalidate'>
  limitingWorkspace: LimitingWorkspace
}): Authenticator {
  const store = accessStore(db)
  const cache = createCache<KnownCredential>({ ms: CACHE_MS, most: CACHE_SIZE })

  const read = async (secret: string): Promise<KnownCredential> => {
    const secretHash = hashSecret(secret)
    const found = await store.findCredential(secretHash)
    if (!found || !timingSafeEqual(found.secret_hash, secretHash)) throw refuse('invalid_credentials')
    const isOrphan = found.kind === 'personal_token' && found.memberships.length === 0
    if (isOrphan) throw refuse('invalid_credentials')
    return found
  }

  const recordUse = ({ id, last_used_at }: KnownCredential) => {
    const now = clock.now()
    if (last_used_at && now.getTime() - last_used_at.getTime() < TOUCH_MS) return
    void tolerate(log, 'the last use of a credential could not be noted', store.touch(id, now), undefined)
  }

  /** In the workspace that the request is sure to act on; where that shows later, `access` notes it. */
  const recordSeen = ({ kind, user, workspace_id, memberships }: KnownCredential) => {
    if (kind === 'app_session') return
    const [first, second] = memberships
    const workspace = workspace_id ?? (second ? null : first?.workspace_id)
    if (user && workspace) lastSeen.record(user.id, workspace)
  }

  return {
    async authenticate({ secret }, visitor, place) {
      const key = hash('sha256', secret, 'base64')
      const remembered = cache.get(key)
      const credential = remembered ?? (await cache.load(key, () => read(secret)))
      if (credential.expires_at && credential.expires_at <= clock.now()) throw refuse('invalid_credentials')
      if (!remembered) recordUse(credential)
      recordSeen(credential)
      return callerOf(credential, visitor, place && (await limitingWorkspace(credential, place)))
    },
    invalidate() {
      cache.invalidate()
      access.invalidate()
    },
  }
}
