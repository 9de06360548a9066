import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { makeId } from '../../platform/ids.ts'
import type { Caller } from '../access/caller.ts'
import { auditStore } from './store.ts'

/** What happened, in the words of the operation that did it. */
export interface AuditFact {
  workspace_id: string
  action: string
  target_type: string
  target_id: string
  app_id?: string
  detail?: Record<string, unknown>
}

/** Writes the trail in the transaction of the change it tells of; null stands for Atrium itself. */
export interface Audit {
  record(tx: Db, caller: Caller | null, fact: AuditFact): Promise<void>
}

export function createAudit(clock: Clock): Audit {
  return {
    async record(tx, caller, { app_id, detail, ...fact }) {
      const now = clock.now()
      await auditStore(tx).insert({
        id: makeId('aud', now),
        created_date: now,
        actor_id: caller?.user?.id ?? null,
        actor_email: caller?.user?.email ?? null,
        credential_kind: caller?.kind ?? null,
        credential_id: caller?.credential_id ?? null,
        address: caller?.address ?? null,
        request_id: caller?.request_id ?? null,
        app_id: app_id ?? null,
        detail: detail ?? {},
        ...fact,
      })
    },
  }
}
