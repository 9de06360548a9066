/** The webhooks of an app learn of coding sessions that ask or have ended. */
import { verifyWebhook } from '@atrium/sdk'
import { expect, test } from 'vitest'
import { useApp } from '../../../test/use-app.ts'
import { useStarted } from '../../../test/use-started.ts'
import { useTeam } from '../../../test/use-team.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { createCodingNotices } from '../../wiring/coding-to-webhooks.ts'
import { type Received, startEndpoint } from '../webhooks/test/endpoint.ts'
import type { NoticedSession } from './index.ts'

const app = useApp({ role: 'all', rate_limits: 'off', outbound_allow: ['127.0.0.0/8'] })
const endpoint = useStarted(startEndpoint)
const { owner } = useTeam(app)

const PULL_REQUEST: NonNullable<NoticedSession['pull_request']> = {
  ...{ number: 7, url: 'https://git.example.com/7', title: 'It', state: 'open' as const },
  ...{ base_branch: 'main', head_branch: 'session/it', head_sha: 'abc', provider: 'local' as const },
  ...{ commits: 1, changed_files: 1, additions: 1, deletions: 0, created_at: '2026-11-17T09:30:00.000Z' },
}
const SESSION = {
  ...{ id: 'cod_1', client_reference: 'ticket:1', launch_key: 'key', error_code: null },
  ...{ outcome: null, pull_request: null, input_request_id: null },
} satisfies Partial<NoticedSession>

const EVENTS = ['coding_session.needs_input', 'coding_session.ended'] as const
const webhook = (app_id: string, path: string, events: readonly (typeof EVENTS)[number][]) =>
  app
    .as(owner)
    .app_webhooks.create(
      { app_id },
      { target_url: endpoint.url(path), events: [...events], generate_secret: true },
    )

test('a question and an end are delivered and signed in their order, and only when they were stored', {
  tags: 'slow',
}, async () => {
  const { id: app_id } = await app.make.app(owner)
  const { secret } = await webhook(app_id, '/both', EVENTS)
  const notices = createCodingNotices(() => ({ clock: app.clock }))
  const title = `Say\r\nhello ${'x'.repeat(400)}`
  const asks: NoticedSession = { ...SESSION, app_id, title, state: 'needs_input', input_request_id: 'inq_1' }
  const ended: NoticedSession = {
    ...{ ...SESSION, app_id, title, state: 'completed' },
    ...{ outcome: 'pull_request', pull_request: PULL_REQUEST },
  }
  const lost = transaction(app.atrium.db, async (tx) => {
    await notices.ended(tx, ended)
    throw new Error('not stored')
  })
  await expect(lost).rejects.toThrow('not stored')
  await transaction(app.atrium.db, (tx) => notices.needsInput(tx, asks))
  await transaction(app.atrium.db, (tx) => notices.ended(tx, ended))
  await expect.poll(() => endpoint.received('/both').length).toBe(2)
  const events = await Promise.all(
    endpoint
      .received('/both')
      .map(({ headers, body }: Received) =>
        verifyWebhook({ secret: secret ?? '', headers, body, now: app.clock.now() }),
      ),
  )
  const shown = { ...SESSION, title: expect.stringMatching(/^Say hello x{190}$/) }
  expect(events).toMatchObject([
    {
      ...{ type: 'coding_session.needs_input', app_id },
      data: { coding_session: { ...shown, state: 'needs_input', input_request_id: 'inq_1' } },
    },
    {
      ...{ type: 'coding_session.ended', app_id },
      data: {
        coding_session: {
          ...{ ...shown, state: 'completed', outcome: 'pull_request' },
          pull_request: { number: 7, url: PULL_REQUEST.url },
        },
      },
    },
  ])
  expect(JSON.stringify(events)).not.toContain('head_sha')
})

test.each(EVENTS)('there is a sample of %s', async (event) => {
  const { id: app_id } = await app.make.app(owner)
  const { id: webhook_id } = await webhook(app_id, `/${event}`, [event])
  expect(await app.as(owner).app_webhooks.test({ app_id, webhook_id })).toMatchObject({ ok: true })
  expect(JSON.parse(endpoint.received(`/${event}`)[0]?.body ?? '')).toMatchObject({
    ...{ type: event, app_id, test: true },
    data: { coding_session: { id: 'cod_sample' } },
  })
})
