import type { InputOf, operations } from '@atrium/contract'
import { pageOf } from '../../../platform/paging.ts'
import type { BaseDeps, Caller } from '../../../tenancy/index.ts'
import { ignoredStore } from './ignored-store.ts'

export async function listIgnoredFindings(
  { db, clock, access, cursors }: BaseDeps,
  caller: Caller,
  { params, query }: InputOf<typeof operations.findings.list_ignored>,
) {
  const app = await access.app(caller, params.app_id, 'editor')
  const { limit = 50, cursor, search = '' } = query
  const list = `findings.list_ignored ${app.id}${search && ` ${search}`}`
  const [created_date, fingerprint] = cursors.read(list, cursor) ?? []
  const after =
    fingerprint === undefined
      ? undefined
      : { created_date: String(created_date), fingerprint: String(fingerprint) }
  const rows = await ignoredStore(db).list(app.id, { now: clock.now(), search }, after, limit + 1)
  const page = pageOf(rows, limit, (row) =>
    cursors.write(list, [row.created_date.toISOString(), row.fingerprint]),
  )
  return { ...page, items: page.items.map(({ app_id: _, ...item }) => item) }
}
