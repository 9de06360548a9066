import { expect, test } from 'vitest'
import { startApp } from '../../test/start-app.ts'
import { useFolder } from '../../test/use-folder.ts'
import { collectionsOf } from '../app.ts'
import { firstStart } from '../first-start.ts'

const folder = useFolder()

test('the demo has something of several kinds that needs its owner, and not too much', async () => {
  let token = ''
  const app = await startApp(
    { rate_limits: 'off', data_dir: folder },
    {
      beforeReady: async (_db, deps) => {
        const collections = collectionsOf({ data_dir: folder })
        const welcome = await firstStart({ ...deps, collections }, { archives: [], demo: true })
        token = welcome?.token ?? ''
      },
    },
  )
  const { items, counts } = await app.as(token).attention.list({ limit: 100 })
  const kinds = [...new Set(items.map(({ kind }) => kind))].toSorted()
  expect(kinds).toEqual([
    'campaign_limited',
    'connection_expired',
    'member_at_limit',
    'run_failed',
    'terms_unaccepted',
    'test_failing',
    'token_expiring',
    'webhook_disabled',
  ])
  expect(items.filter(({ kind }) => kind === 'member_at_limit').length).toBeLessThan(6)
  expect(counts.critical).toBe(2)
})
