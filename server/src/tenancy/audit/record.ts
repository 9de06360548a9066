import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Visitor } from '../../platform/http/visitor.ts'
import { makeId } from '../../platform/ids.ts'
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

/** Who did it: a caller, somebody who has just signed in, a visitor of whom only the address is known, or somebody whose work goes on without a request. */
export interface Actor extends Partial<Visitor> {
  kind?: string
  credential_id?: string
  user?: { id: string; email: string } | null
}

/** Writes the trail in the transaction of the change that it is about; null stands for Atrium itself. */
export interface Audit {
  record(tx: Db, actor: Actor | null, fact: AuditFact): Promise<void>
  /** Many at once, in one statement. */
  recordAll(tx: Db, actor: Actor | null, facts: readonly AuditFact[]): Promise<void>
}

export function createAudit(clock: Clock): Audit {
  function rowOf(actor: Actor | null, { app_id, detail, ...fact }: AuditFact): AuditRow {
    const now = clock.now()
    return {
      id: makeId('aud', now),
      created_date: now,
      actor_id: actor?.user?.id ?? null,
      actor_email: actor?.user?.email ?? null,
      credential_kind: actor?.kind ?? null,
      credential_id: actor?.credential_id ?? null,
      address: actor?.address ?? null,
      request_id: actor?.request_id ?? null,
      app_id: app_id ?? null,
      detail: detail ?? {},
      ...fact,
    }
  }
  return {
    record: (tx, actor, fact) => auditStore(tx).insert(rowOf(actor, fact)),
    recordAll: (tx, actor, facts) => auditStore(tx).insertAll(facts.map((fact) => rowOf(actor, fact))),
  }
}
