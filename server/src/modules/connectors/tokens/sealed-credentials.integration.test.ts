import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { take } from '../../../../test/bring.ts'
import { sealed } from '../../../app.ts'
import { reseal } from '../../../platform/sealing/reseal.ts'
import { createSecrets } from '../../../platform/secrets.ts'
import { granted, useTokens } from '../test/token-scene.ts'
import { refreshToken } from './refresh-token.ts'
import { openCredentials } from './sealed-credentials.ts'

const scene = useTokens()
const { app, owner, service } = scene

test('tokens and secret values stand in no table, log, answer, mail, audit entry or archive', async () => {
  const given = {
    access_token: 'plain-access-token',
    refresh_token: 'plain-refresh-token',
    values: { key: 'plain-value-of-a-field' },
  }
  const sent = `It was sent ${[given.access_token, given.refresh_token, given.values.key].join(' and ')}.`
  service.does(
    () => ({ kind: 'refused', error: 'busy', message: sent, isFinal: false }),
    () => ({ kind: 'refused', error: 'invalid_grant', message: sent, isFinal: true }),
    () => ({ kind: 'failed', message: sent, isTimeout: false }),
    () => {
      throw new Error('The port is broken')
    },
    () => granted('plain-new-token', 'plain-new-refresh-token'),
  )
  const rows = []
  for (let n = 0; n < 5; n++) rows.push(await scene.connect({}, { endsIn: 300, given }))
  for (const { id } of rows)
    await refreshToken(scene.node(), { id, workspace_id: owner.workspace_id }, { kind: 'due' })
  const client = app.as(owner)
  const shown = [
    scene.log.text(),
    JSON.stringify([await client.audit.list(), await client.mail.list()]),
    await take(app, null),
    JSON.stringify(await everyRow()),
  ]
  for (const text of shown) expect(text).not.toContain('plain-')
  expect(shown.at(-1)).toContain('It was sent [redacted] and [redacted] and [redacted].')
  expect(await scene.tokens(rows[4]?.id ?? '')).toMatchObject({ access_token: 'plain-new-token' })
})

test('they are sealed again with a new key, and the old one can go', async () => {
  const { id } = await scene.connect()
  const before = await scene.tokens(id)
  const secrets = createSecrets('a new key that tests use, a key that only tests use')
  const { db } = app.atrium
  await reseal.run(
    { db, log: scene.log, secrets, sealed },
    {},
    { attempt: 1, signal: new AbortController().signal },
  )
  const [row] = await app.sql<{ credentials: string }>`select credentials from connections where id = ${id}`
  expect(openCredentials(createSecrets('a new key that tests use'), id, row?.credentials ?? '')).toEqual(
    before,
  )
})

test('those of one connection are of no use in the row of another', async () => {
  const [one, other] = [await scene.connect(), await scene.connect()]
  expect(() => openCredentials(scene.secrets, other.id, one.credentials ?? '')).toThrow()
})

/** Of every table, as text. */
async function everyRow(): Promise<unknown[]> {
  const { db } = app.atrium
  const tables = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`.execute(db)
  const rows: unknown[] = []
  for (const { schema, name } of tables.rows)
    rows.push((await sql`select t::text from ${sql.table(`${schema}.${name}`)} t`.execute(db)).rows)
  return rows
}
