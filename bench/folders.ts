/** Folders of the demo company: the whole tree, and taking an app out of a folder. */
import { createClient } from '@atrium/sdk'
import type pg from 'pg'
import { type Contest, duel, type Load, withContest } from './harness.ts'

export async function folders(): Promise<void> {
  await withContest(['--demo'], async (contest) => {
    const { atrium, token, bare } = contest
    const me = await createClient({ baseUrl: atrium.address, token }).session.read()
    const names = { user: me.id, workspace: me.workspaces[0]?.id ?? '' }
    await duel(contest, {
      title: 'folders: GET /api/app-folders/tree',
      atrium: {
        url: `${atrium.address}/api/app-folders/tree`,
        headers: { authorization: `Bearer ${token}` },
      },
      bare: { url: `${bare.address}/tree/${names.user}/${names.workspace}` },
    })
    await removeItems(contest, names)
  })
}

interface Names {
  user: string
  workspace: string
}

/** Each request takes out another app; before each round all are put in again. */
async function removeItems(contest: Contest, names: Names): Promise<void> {
  const { atrium, token, bare, database } = contest
  const { id: folder } = await createClient({ baseUrl: atrium.address, token }).folders.create({
    name: 'Full',
    scope: 'workspace',
  })
  await addApps(database, names)
  const headers = { authorization: `Bearer ${token}` }
  await duel(contest, {
    title: 'folders: DELETE /api/app-folders/{folder_id}/items/{app_id}',
    atrium: { ...removing(`${atrium.address}/api/app-folders/${folder}/items`), headers },
    bare: removing(`${bare.address}/items/${names.user}/${names.workspace}/${folder}`),
    prepare: () => refill(database, folder),
  })
}

const APPS = 40_000

function removing(url: string): Load {
  const { pathname } = new URL(url)
  let next = 0
  const setupRequest = <R extends { path: string }>(request: R): R => ({
    ...request,
    path: `${pathname}/bench_${next++ % APPS}`,
  })
  return { url, requests: [{ method: 'DELETE', setupRequest }] }
}

async function addApps(database: pg.Client, { user, workspace }: Names): Promise<void> {
  await database.query(
    `insert into apps (id, workspace_id, owner_id, name, kind)
     select 'bench_' || n, $1, $2, 'Bench ' || n, 'app' from generate_series(0, $3::int - 1) n`,
    [workspace, user, APPS],
  )
}

async function refill(database: pg.Client, folder: string): Promise<void> {
  await database.query(
    `insert into folder_items (app_id, owner_key, folder_id)
     select id, '', $1 from apps where id like 'bench_%' on conflict do nothing`,
    [folder],
  )
  await database.query('vacuum analyze folder_items')
  await database.query('checkpoint')
}
