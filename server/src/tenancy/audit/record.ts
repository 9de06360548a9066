import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { makeId } from '../../platform/ids.ts'
import type { Caller } from '../access/caller.ts'
import { type AuditRow, auditStore } from './store.ts'

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
  /** Many at once, in one statement. */
  recordAll(tx: Db, caller: Caller | null, facts: readonly AuditFact[]): Promise<void>
}

export function createAudit(clock: Clock): Audit {
  function rowOf(caller: Caller | null, { app_id, detail, ...fact }: AuditFact): AuditRow {
    const now = clock.now()
    return {
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
    }
  }
  return {
    record: (tx, caller, fact) => auditStore(tx).insert(rowOf(caller, fact)),
    recordAll: (tx, caller, facts) => auditStore(tx).insertAll(facts.map((fact) => rowOf(caller, fact))),
  }
}
