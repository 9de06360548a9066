import { expect, test } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import { testConfig } from '../../test/config.ts'
import { useFolder } from '../../test/use-folder.ts'
import { useStarted } from '../../test/use-started.ts'
import { collectionsOf } from '../app.ts'
import { firstStart, type Welcome } from '../first-start.ts'
import { createSecrets } from '../platform/secrets.ts'

const folder = useFolder()
let welcome: Welcome | null = null
const app = useStarted(() =>
  createTestApp(
    { data_dir: folder },
    {
      async beforeReady(db, deps) {
        const secrets = createSecrets(testConfig({ database_url: 'postgres://unused' }).secret_key)
        const collections = collectionsOf({ data_dir: folder })
        const { clock, log } = deps
        const made = { db, clock, log, secrets, collections, coding: deps }
        welcome = await firstStart(made, { archives: [], demo: true })
      },
    },
  ),
)
const at = { app_id: 'app_demo_storefront' }
const client = () => app.as(welcome?.token ?? '')

test('the shop of the demo company has a repository with its code, and a pull request to merge', async () => {
  const { repository } = await client().repository.read(at)
  expect(repository).toMatchObject({ provider: 'local', full_name: 'harbour-pine/storefront' })
  await expect(client().repository.push_source(at, {})).rejects.toMatchObject({ code: 'nothing_to_push' })
  const { items } = await client().pull_requests.list(at)
  expect(items).toMatchObject([{ number: 1, state: 'open', changed_files: 1, base_branch: 'main' }])
  const diff = await client().pull_requests.diff({ ...at, number: 1 })
  expect(diff.files).toMatchObject([{ path: 'README.md', patch: expect.stringContaining('+npm start') }])
  const merged = await client().pull_requests.merge({ ...at, number: 1 }, {})
  expect(merged).toMatchObject({ state: 'merged' })
})

test('its coding sessions ended in every way there is', async () => {
  const { items } = await client().coding.list(at)
  expect(items.map(({ state, outcome }) => [state, outcome]).sort()).toEqual([
    ['cancelled', null],
    ['completed', 'answer'],
    ['completed', 'pull_request'],
    ['failed', null],
  ])
  const opened = items.find(({ outcome }) => outcome === 'pull_request')
  expect(opened?.pull_request).toMatchObject({ number: 1, head_branch: opened?.branch_name, state: 'merged' })
  const diff = await client().coding.diff({ ...at, session_id: opened?.id ?? '' })
  expect(diff.files).toMatchObject([{ path: 'README.md', status: 'modified' }])
})
