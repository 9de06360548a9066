/** Notices of what is new, by email or to an address: by choice, at most one an hour, each once. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '../../../test/make.ts'
import { startApp } from '../../../test/start-app.ts'
import { useApp } from '../../../test/use-app.ts'
import { useStarted } from '../../../test/use-started.ts'
import { startEndpoint } from '../webhooks/test/endpoint.ts'
import { purgeAttention } from './purge-attention.ts'
import { sendDigest } from './send-digest.ts'
import { startDigests } from './start-digests.ts'
import { makeTrouble } from './test/attention-scene.ts'
import type { Kind } from './troubles.ts'
import { writeDigest } from './write-digest.ts'

const app = useApp({ rate_limits: 'off', base_url: 'https://atrium.example.com' })
let owner: Person
beforeEach(async () => {
  owner = await app.make.person('owner')
})
const begin = async (kind: Kind) => {
  const { id } = await app.make.app(owner, { name: 'Storefront' })
  const trouble = await makeTrouble[kind]?.(app, owner, id)
  await trouble?.begin()
  return id
}
const look = async () => {
  await app.atrium.jobs.send(app.atrium.db, startDigests, {})
  await app.atrium.jobs.drain()
}
const mails = async () =>
  (await app.as(owner).mail.list()).items.map(({ to, subject, text }) => ({ to, subject, text }))

test('nobody is emailed who did not ask for it', async () => {
  await begin('finding_critical')
  await look()
  expect(await mails()).toEqual([])
  expect(await app.as(owner).attention.read_settings()).toEqual({
    mail: false,
    webhook_url: null,
    least_severity: 'warning',
  })
})

test('what was open before is not emailed, what is new is, once', async () => {
  await begin('run_failed')
  const on = { mail: true, webhook_url: null, least_severity: 'warning' as const }
  expect(await app.as(owner).attention.configure({ mail: true })).toEqual(on)
  expect(await app.as(owner).attention.read_settings()).toEqual(on)
  await look()
  expect(await mails()).toEqual([])
  const app_id = await begin('finding_critical')
  await begin('domain_unverified')
  app.clock.move(600)
  await look()
  expect(await mails()).toEqual([
    {
      to: owner.email,
      subject: 'Test: one new thing needs you',
      text: expect.stringContaining(
        '- Storefront, A key in the code: The security scan found a critical problem.',
      ),
    },
  ])
  const [mail] = await mails()
  expect(mail?.text).toContain(`https://atrium.example.com/w/${owner.workspace_id}\n`)
  expect(mail?.text).not.toContain(app_id)
  app.clock.move(7200)
  await look()
  expect(await mails()).toHaveLength(1)
})

test('at most one an hour; what came in between is in the next', async () => {
  await app.as(owner).attention.configure({ mail: true, least_severity: 'info' })
  await begin('run_failed')
  app.clock.move(600)
  await look()
  expect(await mails()).toHaveLength(1)
  await begin('test_failing')
  await begin('domain_unverified')
  app.clock.move(1800)
  await look()
  // Also when somebody asks for it directly.
  const key = { workspace_id: owner.workspace_id, user_id: owner.id }
  await app.atrium.jobs.send(app.atrium.db, sendDigest, key)
  await app.atrium.jobs.drain()
  expect(await mails()).toHaveLength(1)
  app.clock.move(1900)
  await look()
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    'Test: 2 new things need you',
    'Test: one new thing needs you',
  ])
})

test('what comes back after a snooze is emailed again; what was dismissed is not', async () => {
  await app.as(owner).attention.configure({ mail: true })
  await begin('run_failed')
  const { items } = await app.as(owner).attention.list()
  const until = new Date(app.clock.now().getTime() + 3 * 3_600_000).toISOString()
  await app.as(owner).attention.snooze({ item_id: items[0]?.id ?? '' }, { until })
  await begin('finding_critical')
  const [critical] = (await app.as(owner).attention.list({ kind: 'finding_critical' })).items
  await app.as(owner).attention.dismiss({ item_id: critical?.id ?? '' })
  app.clock.move(600)
  await look()
  expect(await mails()).toEqual([])
  app.clock.move(3 * 3600)
  await look()
  expect(await mails()).toMatchObject([{ text: expect.stringContaining('The last run failed') }])
})

describe('people', () => {
  test('who were removed or suspended are not written to, and their choice ends', async () => {
    await app.as(owner).attention.configure({ mail: true })
    await begin('run_failed')
    await app.sql`update members set access_state = 'suspended' where user_id = ${owner.id}`
    app.clock.move(600)
    await look()
    const rows = await app.sql`select 1 from attention_settings where user_id = ${owner.id}`
    expect(rows).toEqual([])
    const sent = await app.sql`select 1 from mails where workspace_id = ${owner.workspace_id}`
    expect(sent).toEqual([])
  })

  test('are written to only about what they may open', async () => {
    const guest = await app.make.person('guest', { id: owner.workspace_id })
    await app.as(guest).attention.configure({ mail: true })
    await begin('run_failed')
    const given = await begin('finding_critical')
    await app.make.collaborator({ id: given }, guest, 'viewer')
    app.clock.move(600)
    await look()
    expect(await mails()).toEqual([])
    await app.sql`update collaborators set role = 'editor' where user_id = ${guest.id}`
    app.clock.move(600)
    await look()
    expect(await mails()).toMatchObject([{ to: guest.email, subject: 'Test: one new thing needs you' }])
  })

  test('who turn it off get none, and turning it on again begins with what is open then', async () => {
    await app.as(owner).attention.configure({ mail: true })
    await app.as(owner).attention.configure({ mail: false })
    await begin('run_failed')
    app.clock.move(600)
    await look()
    await app.as(owner).attention.configure({ mail: true })
    app.clock.move(600)
    await look()
    expect(await mails()).toEqual([])
  })
})

test('what is new is emailed also when the choice is changed in between', async () => {
  await app.as(owner).attention.configure({ mail: true })
  await begin('run_failed')
  await app.as(owner).attention.configure({ mail: true, least_severity: 'info' })
  app.clock.move(600)
  await look()
  expect(await mails()).toMatchObject([{ subject: 'Test: one new thing needs you' }])
})

describe('an address', () => {
  const notified = useApp({ rate_limits: 'off', outbound_allow: ['127.0.0.0/8'] })
  const endpoint = useStarted(startEndpoint)
  let person: Person
  beforeEach(async () => {
    person = await notified.make.person('owner')
  })
  const drain = async () => {
    await notified.atrium.jobs.send(notified.atrium.db, startDigests, {})
    await notified.atrium.jobs.drain()
  }
  const trouble = async (kind: Kind) => {
    const { id } = await notified.make.app(person, { name: 'Storefront' })
    const made = await makeTrouble[kind]?.(notified, person, id)
    await made?.begin()
    return id
  }
  const posted = (path: string) => endpoint.received(path).map(({ body }) => JSON.parse(body))

  test('is posted what is new, in words and as items, once, without an email', async () => {
    await trouble('run_failed')
    const webhook_url = endpoint.url('/new')
    const on = { mail: false, webhook_url, least_severity: 'warning' as const }
    expect(await notified.as(person).attention.configure({ webhook_url })).toEqual(on)
    expect(await notified.as(person).attention.read_settings()).toEqual(on)
    await drain()
    expect(posted('/new')).toEqual([])
    const app_id = await trouble('finding_critical')
    notified.clock.move(600)
    await drain()
    notified.clock.move(600)
    await drain()
    expect(posted('/new')).toEqual([
      {
        text: expect.stringContaining('- Storefront, A key in the code: The security scan found'),
        workspace_id: person.workspace_id,
        items: [expect.objectContaining({ kind: 'finding_critical', severity: 'critical', app_id })],
      },
    ])
    expect(endpoint.received('/new')[0]?.headers).toMatchObject({ 'content-type': 'application/json' })
    expect((await notified.as(person).mail.list()).items).toEqual([])
  })

  test('is posted what is emailed, where both were asked for', async () => {
    await notified.as(person).attention.configure({ mail: true, webhook_url: endpoint.url('/too') })
    await trouble('finding_critical')
    notified.clock.move(600)
    await drain()
    expect(posted('/too')).toHaveLength(1)
    expect((await notified.as(person).mail.list()).items).toHaveLength(1)
  })

  test('is posted nothing more once there is another one, which is posted what is new then', async () => {
    endpoint.answer('/old', 503)
    await notified.as(person).attention.configure({ webhook_url: endpoint.url('/old') })
    await trouble('finding_critical')
    notified.clock.move(600)
    await drain()
    await notified.as(person).attention.configure({ webhook_url: endpoint.url('/other') })
    await trouble('run_failed')
    notified.clock.move(3_700)
    await drain()
    expect(posted('/old')).toHaveLength(1)
    expect(posted('/other').flatMap(({ items }) => items.map(({ kind }: { kind: Kind }) => kind))).toEqual([
      'run_failed',
    ])
  })

  test('that takes nothing is tried again, until another one is chosen', async () => {
    endpoint.answer('/away', 503)
    await notified.as(person).attention.configure({ webhook_url: endpoint.url('/away') })
    await trouble('finding_critical')
    notified.clock.move(600)
    await drain()
    expect(posted('/away')).toHaveLength(1)
    notified.clock.move(120)
    await notified.atrium.jobs.drain()
    expect(posted('/away')).toHaveLength(2)
    await notified.as(person).attention.configure({ webhook_url: null })
    notified.clock.move(1200)
    await notified.atrium.jobs.drain()
    expect(posted('/away')).toHaveLength(2)
  })

  test('that takes nothing is left alone once the person has left the workspace', async () => {
    endpoint.answer('/left', 503)
    await notified.as(person).attention.configure({ webhook_url: endpoint.url('/left') })
    await trouble('finding_critical')
    notified.clock.move(600)
    await drain()
    expect(posted('/left')).toHaveLength(1)
    await notified.sql`update members set access_state = 'suspended' where user_id = ${person.id}`
    notified.clock.move(120)
    await notified.atrium.jobs.drain()
    expect(posted('/left')).toHaveLength(1)
  })

  test('and an email, both chosen for the first time at once, are both kept', { tags: 'slow' }, async () => {
    const webhook_url = endpoint.url('/both')
    for (let n = 0; n < 10; n++) {
      const { attention } = notified.as(await notified.make.person('owner'))
      await Promise.all([attention.configure({ mail: true }), attention.configure({ webhook_url })])
      expect(await attention.read_settings()).toMatchObject({ mail: true, webhook_url })
    }
  })

  test('that cannot be called is refused', async () => {
    for (const webhook_url of ['nowhere', 'file:///etc/passwd', 'https://user:secret@hooks.example.com/'])
      await expect(notified.as(person).attention.configure({ webhook_url })).rejects.toMatchObject({
        status: 422,
        detail: [expect.objectContaining({ loc: ['body', 'webhook_url'] })],
      })
  })
})

test('two nodes that look at the same time send one email', { tags: 'slow' }, async () => {
  await app.as(owner).attention.configure({ mail: true })
  await begin('run_failed')
  app.clock.move(600)
  const other = await startApp({ rate_limits: 'off', database_url: app.databaseUrl })
  other.clock.move((app.clock.now().getTime() - other.clock.now().getTime()) / 1000)
  const key = { workspace_id: owner.workspace_id, user_id: owner.id }
  for (let n = 0; n < 6; n++) await app.atrium.jobs.send(app.atrium.db, sendDigest, key)
  await Promise.all([app.atrium.jobs.drain(), other.atrium.jobs.drain()])
  expect(await mails()).toHaveLength(1)
})

test('what was put away is forgotten half a year later, and not before', async () => {
  await begin('run_failed')
  const [item] = (await app.as(owner).attention.list()).items
  await app.as(owner).attention.dismiss({ item_id: item?.id ?? '' })
  const forget = async () => {
    await app.atrium.jobs.send(app.atrium.db, purgeAttention, {})
    await app.atrium.jobs.drain()
  }
  app.clock.move(179 * 86_400)
  await forget()
  expect((await app.as(owner).attention.list({ kind: 'run_failed' })).items).toEqual([])
  app.clock.move(2 * 86_400)
  await forget()
  expect((await app.as(owner).attention.list({ kind: 'run_failed' })).items).toMatchObject([
    { state: 'open' },
  ])
})

test('names of others bring no lines into an email, and long lists are cut', () => {
  const item = {
    app_name: 'Shop\r\nBcc: all@example.com',
    subject: { type: 'run' as const, id: 'run_1', name: 'Send\norders', parent_id: null },
    detail: 'The last run failed.',
  }
  const { subject, text } = writeDigest(
    { id: 'ws_1', name: 'A\nB' },
    'https://x.example/',
    Array.from({ length: 23 }, () => item),
  )
  expect(subject).toBe('A B: 23 new things need you')
  expect(text.split('\n')).toContain('- Shop Bcc: all@example.com, Send orders: The last run failed.')
  expect(text).toContain('- and 3 more')
})

test('undeclared fields of a choice change nothing, also not whose choice it is', async () => {
  const other = await app.make.person('editor', { id: owner.workspace_id })
  const named = { user_id: other.id, workspace_id: owner.workspace_id, known_ids: ['x'], unknown: 1 }
  const body = { mail: true, ...named }
  const on = { mail: true, webhook_url: null, least_severity: 'warning' }
  expect(await app.as(owner).attention.configure(body)).toEqual(on)
  expect(await app.as(owner).attention.read_settings()).toEqual(on)
  expect(await app.as(other).attention.read_settings()).toEqual({ ...on, mail: false })
})
