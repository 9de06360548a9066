import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useApp } from '../../test/use-app.ts'
import { useTeam } from '../../test/use-team.ts'
import { purgeEnded } from './purge-ended.ts'

const app = useApp({ rate_limits: 'off' })
const { owner } = useTeam(app)

const DAY = 24 * 60 * 60

async function purge(): Promise<void> {
  await app.atrium.jobs.send(app.atrium.db, purgeEnded, {})
  const ran = await app.atrium.jobs.drain()
  expect(ran).toContainEqual({ name: 'tenancy.purge_ended', outcome: 'completed' })
}

async function left(table: 'apps' | 'credentials' | 'collaborators' | 'folder_items' | 'audit_log') {
  const rows = await app.sql<{ id: string }>`select to_jsonb(t) ->> ${
    table === 'apps' || table === 'credentials' ? 'id' : 'app_id'
  } as id from ${sql.table(table)} t`
  return rows.map(({ id }) => id)
}

test('removes apps that were deleted 30 days ago, with what hangs on them, and nothing younger', async () => {
  const [old, younger, kept] = [
    await app.make.app(owner),
    await app.make.app(owner),
    await app.make.app(owner),
  ]
  await app.make.collaborator(old, owner, 'editor')
  const folder = await app.make.folder(owner)
  await app.as(owner).folders.add_items({ folder_id: folder.id }, { app_ids: [old.id, kept.id] })
  await app.as(owner).apps.delete({ app_id: old.id })
  app.clock.move(60)
  await app.as(owner).apps.delete({ app_id: younger.id })

  app.clock.move(30 * DAY - 90)
  await purge()
  expect(await left('apps')).toEqual(expect.arrayContaining([old.id, younger.id, kept.id]))

  app.clock.move(60)
  await purge()
  const apps = await left('apps')
  expect(apps).not.toContain(old.id)
  expect(apps).toEqual(expect.arrayContaining([younger.id, kept.id]))
  expect(await left('collaborators')).not.toContain(old.id)
  expect(await left('folder_items')).toEqual([kept.id])
  expect(await left('audit_log')).toContain(old.id)
})

test('removes credentials that expired 30 days ago and nothing younger', async () => {
  const ending = async (days: number, seconds: number) => {
    const expires_at = new Date(app.clock.now().getTime() + (days * DAY + seconds) * 1000)
    const session = await app.make.credential({ kind: 'session', user_id: owner.id, expires_at })
    const token = await app.make.credential({
      kind: 'personal_token',
      user_id: owner.id,
      workspace_id: owner.workspace_id,
      expires_at,
    })
    return [session.id, token.id]
  }
  const ended = await ending(-30, -60)
  const younger = [...(await ending(-30, 60)), ...(await ending(-1, 0)), ...(await ending(1, 0))]
  const endless = await app.make.credential({ kind: 'api_key', user_id: owner.id })
  await purge()
  const credentials = await left('credentials')
  for (const id of ended) expect(credentials).not.toContain(id)
  expect(credentials).toEqual(expect.arrayContaining([...younger, endless.id]))
  expect((await app.as(owner).session.read()).id).toBe(owner.id)
})

test('runs every night', async () => {
  const rows = await app.sql<{ cron: string }>`
    select cron from pgboss.schedule where name = 'tenancy.purge_ended'`
  expect(rows).toEqual([{ cron: '17 3 * * *' }])
})
