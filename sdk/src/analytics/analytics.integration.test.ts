/** Events sent through the SDK to a whole server in this process, and asked for again. */
import { beforeAll, expect, test } from 'vitest'
import type { AppPerson } from '../../../server/test/make.ts'
import { useApp } from '../../../server/test/use-app.ts'
import { useTeam } from '../../../server/test/use-team.ts'
import { createClient } from '../index.ts'

const server = useApp({ rate_limits: 'off' })
const { owner } = useTeam(server)
let shopper: AppPerson
let app_id: string

beforeAll(async () => {
  const app = await server.make.app(owner, { public_settings: 'public_with_login' })
  app_id = app.id
  shopper = await server.make.appUser(app)
})

const clientOf = (token?: string) => createClient({ baseUrl: `${server.baseUrl}/`, app_id, token })

test('what is tracked is stored as the person who is signed in, and asked for by those who edit the app', async () => {
  const visitor = clientOf()
  visitor.analytics.track('opened', { plan: 'pro' })
  await visitor.analytics.flush()

  const client = clientOf(shopper.token)
  client.analytics.track('bought', { total: 12.5 })
  client.analytics.track('bought', { total: 7.5 })
  await client.analytics.flush()
  client.setToken(null)
  client.analytics.track('left')
  await client.analytics.stop()

  const { analytics } = clientOf(owner.token)
  const { items } = await analytics.query({ limit: 10 })
  expect(items.map(({ event_name, user_id }) => [event_name, user_id]).sort()).toEqual([
    ['bought', shopper.id],
    ['bought', shopper.id],
    ['left', null],
    ['opened', null],
  ])
  expect((await analytics.names()).items[0]).toMatchObject({ event_name: 'bought', count: 2 })
  const { rows } = await analytics.aggregate({ event_name: 'bought', property: 'total' })
  expect(rows).toMatchObject([{ count: 2, sum: 20, unique_users: 1 }])
  expect(await analytics.users()).toEqual({ active_users: 1, live_users: 0, inactive_7d: 0, inactive_30d: 0 })
})

test('an event that is sent again counts once', async () => {
  let sent = 0
  const client = createClient({
    baseUrl: server.baseUrl,
    app_id,
    fetch: async (input, init) => {
      const answer = await fetch(input, init)
      // The first answer is lost on its way.
      if (++sent === 1) throw new TypeError('the connection was cut')
      return answer
    },
  })
  client.analytics.track('once')
  await client.analytics.flush()
  await client.analytics.flush()
  expect(sent).toBe(2)
  const { rows } = await clientOf(owner.token).analytics.aggregate({ event_name: 'once' })
  expect(rows).toMatchObject([{ count: 1 }])
})
