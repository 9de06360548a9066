/** Who learns of something critical that a scan found: the webhooks of the app, and its owner by email. */

import type { Finding } from '@atrium/contract/scan-findings'
import { verifyWebhook } from '@atrium/sdk'
import { describe, expect, test } from 'vitest'
import { testConfig } from '../../../test/config.ts'
import { useApp } from '../../../test/use-app.ts'
import { useStarted } from '../../../test/use-started.ts'
import { useTeam } from '../../../test/use-team.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { makeId } from '../../platform/ids.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { outboxMail } from '../../ports/mail/outbox.ts'
import { createScanNotices } from '../../wiring/scans-to-webhooks.ts'
import { type Received, startEndpoint } from '../webhooks/test/endpoint.ts'
import { makeFinding } from './test/scan-scene.ts'

const app = useApp({ role: 'all', rate_limits: 'off', outbound_allow: ['127.0.0.0/8'] })
const endpoint = useStarted(startEndpoint)
const { owner, editor, viewer } = useTeam(app)

const SECRET = makeFinding('hardcoded_secrets', { severity: 'critical', masked_value: 'sk_l…42' })
const RULE = makeFinding('rls_recommendations', { severity: 'critical', title: 'Everybody reads Order' })
const EVENTS = ['scan.found_critical' as const]
const BASE = 'https://atrium.example.com'

/** The two that are made up here. */
const groupOf = (finding: Finding) =>
  'secret_type' in finding ? ('hardcoded_secrets' as const) : ('rls_recommendations' as const)

async function announce(app_id: string, found: readonly Finding[], fail?: Error) {
  const { jobs, db } = app.atrium
  const secrets = createSecrets(testConfig({ database_url: app.databaseUrl }).secret_key)
  const notices = createScanNotices(() => ({
    ...{ clock: app.clock, secrets, jobs, mail: outboxMail(), baseUrl: () => BASE },
  }))
  const scan_id = makeId('scan')
  await transaction(db, async (tx) => {
    const inGroups = found.map((finding) => ({ group: groupOf(finding), finding }))
    await notices.announce(tx, { app_id, scan_id, found: inGroups, at: app.clock.now() })
    if (fail) throw fail
  })
  return scan_id
}

const newApp = async (name = 'Shop') => {
  const { id } = await app.make.app(owner)
  await app.sql`update apps set name = ${name} where id = ${id}`
  return id
}
/** The newest first. */
const mails = async (word = '') =>
  (await app.as(owner).mail.list()).items.filter(({ text }) => text?.includes(word))

describe('the webhook event', () => {
  test('is delivered and signed, to those who want it, whatever their entities', {
    tags: 'slow',
  }, async () => {
    const app_id = await newApp()
    const make = (path: string, events: readonly ('scan.found_critical' | 'entity.updated')[]) =>
      app.as(owner).app_webhooks.create(
        { app_id },
        {
          target_url: endpoint.url(path),
          events: [...events],
          entity_names: ['Order'],
          generate_secret: true,
        },
      )
    const webhook = await make('/scan', EVENTS)
    const other = await make('/records', ['entity.updated'])
    const scan_id = await announce(app_id, [SECRET, RULE])
    await expect.poll(() => endpoint.received('/scan').length).toBe(1)
    const [{ headers, body }] = endpoint.received('/scan') as [Received]
    const event = await verifyWebhook({ secret: webhook.secret ?? '', headers, body, now: app.clock.now() })
    const shown = ({ fingerprint, rule_id, severity, title }: Finding, group: string) => ({
      ...{ fingerprint, rule_id, severity, title, group },
    })
    expect(event).toEqual({
      id: expect.stringMatching(/^evt_/),
      type: 'scan.found_critical',
      created_date: expect.stringMatching(/Z$/),
      app_id,
      scan_id,
      data: {
        scan: {
          id: scan_id,
          found_count: 2,
          findings: [shown(SECRET, 'hardcoded_secrets'), shown(RULE, 'rls_recommendations')],
        },
      },
    })
    expect(body).not.toContain('sk_l')
    expect(headers['x-service-signature']).toMatch(/^[0-9a-f]{64}$/)
    const deliveries = await app.as(owner).app_deliveries.list({ app_id, webhook_id: other.id })
    expect(deliveries.items).toEqual([])
  })

  test('lists 50, counts all, and fits into a delivery however long the words are', async () => {
    const app_id = await newApp()
    const target = { target_url: endpoint.url('/many'), events: EVENTS }
    const { id: webhook_id } = await app.as(owner).app_webhooks.create({ app_id }, target)
    const found = Array.from({ length: 60 }, (_, n) =>
      makeFinding('backend_functions', { severity: 'critical', title: `${n} \n${'🙂'.repeat(5_000)}` }),
    )
    await announce(app_id, found)
    await expect.poll(() => endpoint.received('/many').length).toBe(1)
    const event = JSON.parse(endpoint.received('/many')[0]?.body ?? '')
    expect(event).not.toHaveProperty('truncated')
    expect(event.data.scan.found_count).toBe(60)
    expect(event.data.scan.findings).toHaveLength(50)
    expect(event.data.scan.findings[0].title).toBe(`0 ${'🙂'.repeat(498)}`)
    await expect(app.as(viewer).app_deliveries.list({ app_id, webhook_id })).rejects.toMatchObject({
      code: 'editor_required',
    })
  })

  test('has a sample, for webhooks that want nothing else', async () => {
    const app_id = await newApp()
    const target = { target_url: endpoint.url('/sample'), events: EVENTS }
    const { id: webhook_id } = await app.as(owner).app_webhooks.create({ app_id }, target)
    expect(await app.as(owner).app_webhooks.test({ app_id, webhook_id })).toMatchObject({ ok: true })
    expect(JSON.parse(endpoint.received('/sample')[0]?.body ?? '')).toMatchObject({
      type: 'scan.found_critical',
      app_id,
      test: true,
      data: { scan: { id: 'scan_sample', findings: [{ severity: 'critical' }] } },
    })
  })
})

describe('the email', () => {
  test('goes to the owner, once for a scan, with a link', async () => {
    const app_id = await newApp('Shop of Ada')
    await announce(app_id, [SECRET, RULE])
    expect(await mails(app_id)).toMatchObject([
      {
        to: owner.email,
        subject: 'Security scan of Shop of Ada: 2 new critical problems',
        text: [
          'The security scan of “Shop of Ada” found 2 new critical problems:',
          '',
          '- Something is wrong with hardcoded_secrets',
          '- Everybody reads Order',
          '',
          'See what each of them means and how to fix it:',
          `${BASE}/w/${owner.workspace_id}/apps/${app_id}/security`,
          '',
          'You get this email because you own the app. In the settings of its security scan you can turn it off.',
          '',
        ].join('\n'),
      },
    ])
  })

  test('takes no lines, hidden marks or floods from the app', async () => {
    const app_id = await newApp('Shop\r\nBcc: all@example.com')
    const title = `Order\r\n\r\nYour account is closed.\u202e\u2028Sign in:\0 ${'x'.repeat(1_000)}`
    const many = Array.from({ length: 22 }, (_, n) =>
      makeFinding('rls_recommendations', { title: `${n}${title}` }),
    )
    await announce(app_id, many)
    const [mail] = await mails(app_id)
    expect(mail?.subject).toBe('Security scan of Shop Bcc: all@example.com: 22 new critical problems')
    const lines = mail?.text?.split('\n').filter((line) => line.startsWith('- ')) ?? []
    expect(lines).toHaveLength(21)
    expect(lines[0]).toMatch(/^- 0Order Your account is closed\. Sign in: x{100,}$/)
    expect(lines[0]).toHaveLength(202)
    expect(lines.at(-1)).toBe('- and 2 more')
  })

  test('is not sent when the settings say so; the event is', async () => {
    const app_id = await newApp()
    await app.sql`insert into scan_settings (app_id, on_publish, nightly, mail) values (${app_id}, true, false, false)`
    const target = { target_url: endpoint.url('/silent'), events: EVENTS }
    await app.as(owner).app_webhooks.create({ app_id }, target)
    await announce(app_id, [SECRET])
    expect(await mails(app_id)).toEqual([])
    await expect.poll(() => endpoint.received('/silent').length).toBe(1)
  })

  test('is not sent to an owner who has lost access, nor of an app that is deleted', async () => {
    const { id } = await app.make.app(editor)
    await announce(id, [SECRET])
    expect(await mails(id)).toMatchObject([{ to: editor.email }])
    await app.sql`update members set access_state = 'suspended' where user_id = ${editor.id}`
    await announce(id, [RULE])
    expect(await mails(id)).toHaveLength(1)
    const gone = await newApp()
    await app.as(owner).apps.delete({ app_id: gone })
    await announce(gone, [RULE])
    expect(await mails(gone)).toEqual([])
  })
})

test('nothing is sent when nothing is new, or when the result was not stored', async () => {
  const app_id = await newApp()
  const target = { target_url: endpoint.url('/nothing'), events: EVENTS }
  const { id: webhook_id } = await app.as(owner).app_webhooks.create({ app_id }, target)
  await announce(app_id, [])
  await expect(announce(app_id, [SECRET], new Error('not stored'))).rejects.toThrow('not stored')
  expect(await mails(app_id)).toEqual([])
  expect((await app.as(owner).app_deliveries.list({ app_id, webhook_id })).items).toEqual([])
})
