import { expect, test } from 'vitest'
import { useApp } from '../test/use-app.ts'
import { collectionsOf } from './app.ts'
import { firstStart, type Welcome } from './first-start.ts'

let welcome: Welcome | null = null
const app = useApp(
  {},
  {
    beforeReady: async (_db, deps) => {
      const collections = collectionsOf({ data_dir: '/nonexistent' })
      welcome = await firstStart({ ...deps, collections }, { archives: [], demo: false })
    },
  },
)

test('the owner whom a first start makes is an admin of the installation', async () => {
  const { email = '', password = '' } = welcome ?? {}
  const { token } = await app.anonymous.session.create({ email, password })
  expect((await app.as(token).installation.list_workspaces()).items).toMatchObject([
    { id: 'ws_first', owner_email: email },
  ])
})
