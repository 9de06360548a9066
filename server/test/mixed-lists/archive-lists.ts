/** Lists of rows in an archive, which comes in whole or not at all. */
import { expect } from 'vitest'
import { makeId } from '../../src/platform/ids.ts'
import type { SharedApp } from '../app.ts'
import { bring } from '../bring.ts'
import type { Person } from '../make.ts'
import { type MixedList, mixed } from './mixed-list.ts'

type Row = Record<string, unknown>

const NEW = {
  apps: ({ id, workspace_id }: Person): Row => ({
    id: makeId('app'),
    workspace_id,
    owner_id: id,
    name: 'New',
    kind: 'app',
  }),
  folders: ({ workspace_id }: Person): Row => ({
    id: makeId('fld'),
    workspace_id,
    scope: 'workspace',
    name: 'New',
  }),
}

export function archiveLists(app: SharedApp): MixedList[] {
  const foreignApp = async () => (await app.make.app(await app.make.person('owner'))).id

  /** The place begins with the field that is wrong in the bad row. */
  const rows = (
    collection: keyof typeof NEW,
    why: string,
    place: string,
    wrong: (first: Row) => Promise<Row> | Row,
  ) =>
    mixed<Row>({
      list: `an archive's ${collection}`,
      why,
      refusal: (at) => ({ message: expect.stringContaining(`${collection}[${at}]${place}: `) }),
      async arrange() {
        const owner = await app.make.person('owner')
        const [bad, first, ...others] = Array.from({ length: 5 }, () => NEW[collection](owner)) as [Row, Row]
        const { folders, apps } = app.as(owner)
        return {
          good: [first, ...others],
          bad: { ...bad, ...(await wrong(first)) },
          send: (items) => bring(app, { [collection]: items }),
          stored: async () => [await folders.tree(), (await apps.list()).items],
        }
      },
    })

  return [
    rows('apps', 'a kind that there is not', '.kind', () => ({ kind: 'none' })),
    rows('apps', 'an unknown workspace', '.workspace_id', () => ({ workspace_id: 'ws_none' })),
    rows('apps', 'a row that is there twice', '', (first) => first),
    rows('folders', 'a scope that there is not', '.scope', () => ({ scope: 'none' })),
    rows('folders', 'an unknown parent', '.parent_folder_id', () => ({ parent_folder_id: 'fld_none' })),
    rows('folders', 'an app of another workspace', '.items[0]', async () => ({
      items: [await foreignApp()],
    })),
    rows('folders', 'a row that is there twice', '', (first) => first),
  ]
}
