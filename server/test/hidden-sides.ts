/** Two sides that differ only in what a person may not read, and what is asked of both. */
import type fc from 'fast-check'
import { sql } from 'kysely'
import type { SharedApp } from './app.ts'

export type Records = ReturnType<SharedApp['as']>['records']
export type Side = { app_id: string; entity_name: string }
export type Ask = (records: Records, at: Side) => Promise<unknown>

export const asks = <Drawn>(drawn: fc.Arbitrary<Drawn>, ask: (drawn: Drawn) => Ask): fc.Arbitrary<Ask> =>
  drawn.map((one) => Object.assign(ask(one), { toString: () => `${ask} ${JSON.stringify(one)}` }))

/** The same ids and times on both sides. */
export async function put(
  { atrium: { db } }: Pick<SharedApp, 'atrium'>,
  { app_id, entity_name }: Side,
  all: object[],
): Promise<void> {
  await sql`delete from records where app_id = ${app_id}`.execute(db)
  await sql`delete from record_changes where app_id = ${app_id}`.execute(db)
  for (const [n, data] of all.entries())
    await sql`
      insert into records (app_id, entity_name, id, data, created_by, created_by_id, created_date, updated_date, is_sample)
      values (${app_id}, ${entity_name}, ${`rec_${n}`}, ${JSON.stringify(data)}, 'x@example.com', 'usr_x',
              timestamptz '2026-01-01' + ${n} * interval '1 hour', timestamptz '2026-01-01', false)`.execute(
      db,
    )
}

/** Without what differs between any two requests: new ids, times, cursors. */
export function plain(answer: unknown, { app_id }: Side): unknown {
  const text = JSON.stringify(answer ?? null)
    .replaceAll(app_id, 'APP')
    .replaceAll(/(rec|rch)_[0-9a-zA-Z]{6,}/g, 'NEW')
    .replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"TIME"')
    .replaceAll(/"next_cursor":"[^"]*"/g, '"next_cursor":"CURSOR"')
    .replaceAll(/"request_id":"[^"]*"/g, '"request_id":"REQ"')
  return JSON.parse(text)
}
