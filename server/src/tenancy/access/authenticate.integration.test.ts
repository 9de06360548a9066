/** What is remembered of a credential, and how soon a change is heard. */
import { operations } from '@atrium/sdk'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { holdClock } from '../../../test/hold-clock.ts'
import { startApp } from '../../../test/start-app.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'
import { createLog } from '../../platform/log.ts'
import { createLastSeen } from '../credits/last-seen.ts'
import { createAuthenticator } from './authenticate.ts'

const app = useApp({ rate_limits: 'off' })
const { owner } = useTeam(app)

const INVALID = expect.objectContaining({ status: 401, code: 'invalid_credentials' })
const newToken = () => app.as(owner).tokens.create({ name: 'x', permission: 'full_access' })

describe('a revoked token', () => {
  test('stops at once, though it was used a moment ago', async () => {
    const { id, token } = await newToken()
    await app.as(token).session.read()
    await app.as(owner).tokens.revoke({ token_id: id })
    await expect(app.as(token).session.read()).rejects.toEqual(INVALID)
  })

  test('revokes itself', async () => {
    const { id, token } = await newToken()
    expect(await app.as(token).tokens.revoke({ token_id: id })).toEqual({ revoked: true, id })
    await expect(app.as(token).session.read()).rejects.toEqual(INVALID)
  })

  test('stops on another node too', async () => {
    const other = await startApp({ rate_limits: 'off', database_url: app.databaseUrl })
    const { id, token } = await newToken()
    const status = () =>
      other
        .as(token)
        .request(operations.session.read)
        .then(
          () => 200,
          (error) => error.status,
        )
    expect(await status()).toBe(200)
    await app.as(owner).tokens.revoke({ token_id: id })
    await expect.poll(status, { interval: 20 }).toBe(401)
  })

  test('is not remembered when it was being read while it was revoked', async () => {
    const held = holdNextResult()
    const log = createLog('silent')
    const { clock } = app
    const authenticator = createAuthenticator({
      db: app.atrium.db.withPlugin(held.plugin),
      clock,
      log,
      lastSeen: createLastSeen({ db: app.atrium.db, clock, log }),
      access: { invalidate: () => {} },
      limitingWorkspace: async () => undefined,
    })
    const { id, token } = await newToken()
    const use = () =>
      authenticator.authenticate(
        { secret: token, via: 'bearer' },
        { request_id: 'req_1', address: '127.0.0.1' },
        undefined,
      )
    const early = use()
    await held.isRead
    await app.as(owner).tokens.revoke({ token_id: id })
    authenticator.invalidate()
    held.release()
    await early
    await expect(use()).rejects.toEqual(INVALID)
  })
})

describe('last_used_at', () => {
  test('is noted when a token is used, at most once a minute', async () => {
    holdClock(app.clock)
    const { id, token } = await newToken()
    const noted = async () =>
      (await app.as(owner).tokens.list()).items.find((one) => one.id === id)?.last_used_at
    const useUnremembered = async () => {
      await app.as(owner).tokens.revoke({ token_id: (await newToken()).id })
      await app.as(token).session.read()
    }
    expect(await noted()).toBeNull()
    await app.as(token).session.read()
    await expect.poll(noted, { interval: 20 }).toEqual(expect.any(String))
    const first = await noted()
    app.clock.move(58)
    await useUnremembered()
    expect(await noted()).toBe(first)
    app.clock.move(3)
    await useUnremembered()
    await expect.poll(noted, { interval: 20 }).not.toBe(first)
  })

  test('is not noted for a token that has expired', async () => {
    const expires_at = new Date(app.clock.now().getTime() - 1000)
    const token = await app.make.token(owner, { expires_at, name: 'long gone' })
    await expect(app.as(token).session.read()).rejects.toEqual(INVALID)
    await app.as(await app.make.token(owner, { name: 'just used' })).session.read()
    const tokens = async () => (await app.as(owner).tokens.list()).items
    const noted = async (name: string) => (await tokens()).find((one) => one.name === name)?.last_used_at
    await expect.poll(() => noted('just used'), { interval: 20 }).toEqual(expect.any(String))
    expect(await noted('long gone')).toBeNull()
  })
})

/** Keeps the first result of the database back until it is released. */
function holdNextResult() {
  const read = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      read.resolve()
      await released.promise
      return result
    },
  }
  return { plugin, isRead: read.promise, release: released.resolve }
}
