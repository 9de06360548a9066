import type { InputOf, operations } from '@atrium/contract'
import { transaction } from '../../../platform/database/transaction.ts'
import { invalid } from '../../../platform/errors.ts'
import { readTime } from '../../../platform/time/read-time.ts'
import { type BaseDeps, type Caller, userOf } from '../../../tenancy/index.ts'
import { scanStore } from '../scan-store.ts'
import type { IgnoredRow } from '../tables.ts'
import { describeFinding, findFinding } from './find-finding.ts'
import { ignoredStore } from './ignored-store.ts'

type Input = InputOf<typeof operations.findings.ignore>

/** G470: also what the latest scan does not have. */
export async function ignoreFinding(
  { db, clock, access, audit }: BaseDeps,
  caller: Caller,
  { params, body }: Input,
) {
  const now = clock.now()
  const expires_at = requireFuture(body.expires_at, now)
  const app = await access.app(caller, params.app_id, 'editor')
  const latest = await scanStore(db).find(app.id)
  const found = latest?.result && findFinding(latest.result, body.fingerprint)
  const row: IgnoredRow = {
    app_id: app.id,
    fingerprint: body.fingerprint,
    // What a scan says of its finding counts more than what the caller says.
    ...(found ? describeFinding(found) : sentOf(body)),
    reason: body.reason ?? null,
    comment: body.comment ?? null,
    expires_at,
    ignored_by: userOf(caller).email,
    created_date: now,
  }
  requireType(body.finding_type, row.finding_type)
  await transaction(db, async (tx) => {
    const store = ignoredStore(tx)
    await store.lock(app.id, now)
    if (!(await store.save(row))) return
    await store.requireRoom(app.id)
    const { finding_type, title, reason, comment } = row
    await audit.record(tx, caller, {
      workspace_id: app.workspace_id,
      action: 'findings.ignore',
      target_type: 'finding',
      target_id: row.fingerprint,
      app_id: app.id,
      detail: { finding_type, title, reason, comment, expires_at },
    })
  })
  return { status: 'ok' as const }
}

function requireFuture(text: string | null | undefined, now: Date): Date | null {
  if (text == null) return null
  const loc = ['body', 'expires_at']
  const time = readTime(text, loc)
  if (time <= now) throw invalid(loc, 'datetime_future', 'Input should be in the future')
  return time
}

function sentOf({ finding_type, title, file_path }: Input['body']) {
  return { finding_type, title: title ?? null, file_path: file_path ?? null }
}

function requireType(sent: IgnoredRow['finding_type'], own: IgnoredRow['finding_type']): void {
  if (sent === own) return
  throw invalid(['body', 'finding_type'], 'value_error', `Value error, this finding is of the type "${own}"`)
}
