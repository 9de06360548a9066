import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app.ts'
import type { Person } from '../../../test/make.ts'
import { invalidAt, refusal } from '../../../test/refusal.ts'
import { startApp } from '../../../test/start-app.ts'
import { type MailServer, startMailServer } from '../../ports/mail/test/mail-server.ts'
import { purgeMail } from './purge-mail.ts'

const EMAIL = 'grace@example.com'

describe('with the outbox', () => {
  let app: TestApp
  let owner: Person
  beforeAll(async () => {
    app = await createTestApp({ rate_limits: 'off', base_url: 'https://atrium.example.com' })
  })
  beforeEach(async () => {
    owner = await app.make.person('owner')
  })
  afterAll(() => app.stop())
  const invite = (email = EMAIL) => app.as(owner).invitations.create({ email, role: 'viewer' })

  test('a mail is kept, and nothing is left to do', async () => {
    await invite()
    const { items } = await app.as(owner).mail.list()
    expect(items).toEqual([
      {
        id: expect.stringMatching(/^mail_/),
        created_date: expect.any(String),
        to: EMAIL,
        subject: 'Test Person invites you to Test',
        text: expect.stringContaining('https://atrium.example.com/invitations/accept#token=inv_'),
        status: 'kept',
        sent_date: null,
        error: null,
      },
    ])
    expect(await app.atrium.jobs.drain()).toEqual([])
  })

  test('a refused invitation leaves no mail', async () => {
    await invite()
    await expect(invite()).rejects.toMatchObject({ status: 409 })
    expect((await app.as(owner).mail.list()).items).toHaveLength(1)
  })

  test('the list goes newest first, by pages', async () => {
    const emails = ['a', 'b', 'c'].map((name) => `${name}@example.com`)
    for (const email of emails) await invite(email)
    const first = await app.as(owner).mail.list({ limit: 2 })
    expect(first).toMatchObject({ items: [{ to: 'c@example.com' }, { to: 'b@example.com' }], has_more: true })
    const rest = await app.as(owner).mail.list({ limit: 2, cursor: first.next_cursor ?? '' })
    expect(rest).toMatchObject({ items: [{ to: 'a@example.com' }], has_more: false, next_cursor: null })
  })

  test('is searched by a part of the address or of the subject, in either case', async () => {
    for (const email of ['ada@example.com', 'grace@example.com', 'grace@example.org']) await invite(email)
    await app.sql`update mails set subject = 'Grace is welcome'
      where workspace_id = ${owner.workspace_id} and recipient = 'ada@example.com'`
    const found = async (search: string) =>
      (await app.as(owner).mail.list({ search })).items.map(({ to }) => to)
    const all = ['grace@example.org', 'grace@example.com', 'ada@example.com']
    expect(await found('GRACE')).toEqual(all)
    expect(await found('Grace@Example.C')).toEqual(['grace@example.com'])
    expect(await found('is WELCOME')).toEqual(['ada@example.com'])
    expect(await found('')).toEqual(all)
    // The text of a mail, which holds its link, is not looked into.
    expect(await found('#token=')).toEqual([])
    expect(await found('nobody')).toEqual([])
    const stranger = await app.make.person('owner')
    expect((await app.as(stranger).mail.list({ search: 'grace' })).items).toEqual([])
  })

  test.each(['%', '_', '\\', "'"])('a search takes %s as it is', async (character) => {
    await invite('plain@example.com')
    const search = async () => (await app.as(owner).mail.list({ search: character })).items
    expect(await search()).toEqual([])
    await app.sql`update mails set subject = ${`a${character}b`} where workspace_id = ${owner.workspace_id}`
    expect(await search()).toMatchObject([{ to: 'plain@example.com' }])
  })

  test('shows the mails of a status, with a search and by pages', async () => {
    for (const name of ['a', 'b', 'c', 'other']) await invite(`${name}@example.com`)
    await app.sql`update mails set status = 'failed', sealed_text = null
      where workspace_id = ${owner.workspace_id} and recipient <> 'b@example.com'`
    const filter = { status: 'failed', search: 'A@EXAMPLE' } as const
    const list = async (query: Parameters<ReturnType<typeof app.as>['mail']['list']>[0]) =>
      (await app.as(owner).mail.list(query)).items.map(({ to }) => to)
    expect(await list({ status: 'kept' })).toEqual(['b@example.com'])
    expect(await list({ status: 'sent' })).toEqual([])
    expect(await list(filter)).toEqual(['a@example.com'])
    expect(await list({ status: 'kept', search: 'a@example' })).toEqual([])

    const some = { status: 'failed', search: '@example.com', limit: 2 } as const
    const first = await app.as(owner).mail.list(some)
    expect(first).toMatchObject({
      items: [{ to: 'other@example.com' }, { to: 'c@example.com' }],
      has_more: true,
    })
    const cursor = first.next_cursor ?? ''
    expect(await app.as(owner).mail.list({ ...some, cursor })).toMatchObject({
      items: [{ to: 'a@example.com' }],
      has_more: false,
      next_cursor: null,
    })
    // A cursor belongs to what was asked for.
    for (const other of [
      {},
      { status: 'failed' },
      { search: '@example.com' },
      { ...some, search: 'a' },
    ] as const)
      await expect(app.as(owner).mail.list({ ...other, cursor })).rejects.toMatchObject(
        invalidAt('query', 'cursor'),
      )
  })

  test.each([
    ['a search of 201 characters', { search: 'x'.repeat(201) }, 'search'],
    ['a search with a NUL', { search: 'a\0b' }, 'search'],
    ['an unknown status', { status: 'lost' }, 'status'],
    ['an empty status', { status: '' }, 'status'],
  ])('refuses %s', async (_, query, name) => {
    await expect(app.as(owner).mail.list(query as object)).rejects.toMatchObject(invalidAt('query', name))
  })

  test('is for owners and admins of this workspace', async () => {
    await invite()
    const editor = await app.make.person('editor', { id: owner.workspace_id })
    await expect(app.as(editor).mail.list()).rejects.toEqual(refusal(403, 'admin_required'))
    const stranger = await app.make.person('owner')
    expect((await app.as(stranger).mail.list()).items).toEqual([])
    await expect(app.as(stranger).mail.list({ workspaceId: owner.workspace_id })).rejects.toEqual(
      refusal(404, 'workspace_not_found'),
    )
  })

  test('a mail whose key is gone is still listed, without its text', async () => {
    await invite()
    await app.sql`update mails set sealed_text = 'nokey.' || split_part(sealed_text, '.', 2) || '.x'
      where workspace_id = ${owner.workspace_id}`
    expect((await app.as(owner).mail.list()).items).toMatchObject([{ to: EMAIL, text: null, status: 'kept' }])
  })

  test('mails go after 60 days', async () => {
    await invite('old@example.com')
    await app.sql`update mails set created_date = created_date - interval '61 days'
      where workspace_id = ${owner.workspace_id}`
    await invite()
    await app.atrium.jobs.send(app.atrium.db, purgeMail, {})
    await app.atrium.jobs.drain()
    expect((await app.as(owner).mail.list()).items.map(({ to }) => to)).toEqual([EMAIL])
  })
})

describe('with a mail server', () => {
  let server: MailServer
  let app: TestApp
  let owner: Person
  beforeEach(async () => {
    server = await startMailServer()
    app = await createTestApp({ rate_limits: 'off', mail: server.address, mail_from: 'atrium@example.com' })
    owner = await app.make.person('owner')
  })
  afterEach(async () => {
    await app.stop()
    await server.close()
  })
  const invite = (email = EMAIL) => app.as(owner).invitations.create({ email, role: 'viewer' })
  const mails = async () => (await app.as(owner).mail.list()).items
  const drain = async (options = {}) => (await app.atrium.jobs.drain(options)).map(({ outcome }) => outcome)

  test('a mail is sent by a job, its link is shown to nobody else and then forgotten', async () => {
    await invite()
    expect(await mails()).toMatchObject([{ status: 'waiting', text: null }])
    expect(server.taken).toEqual([])
    expect(await drain()).toEqual(['completed'])
    expect(server.taken).toMatchObject([{ to: [EMAIL], from: 'atrium@example.com' }])
    expect(await mails()).toMatchObject([
      { status: 'sent', text: null, sent_date: expect.any(String), error: null },
    ])
    const rows = await app.sql`select sealed_text from mails`
    expect(rows).toEqual([{ sealed_text: null }])
    const [taken] = server.taken
    const token = /#token=3D(\S+)|#token=(\S+)/.exec(taken?.data.replaceAll('=\r\n', '') ?? '')
    const joined = await app.anonymous.invitations.accept({
      invitation_token: token?.[1] ?? token?.[2] ?? '',
      full_name: 'Grace',
      password: 'correct horse',
    })
    expect(joined.user.email).toBe(EMAIL)
  })

  test('a server that is away is tried again until it takes the mail', async () => {
    server.answer('RCPT', '451 later')
    await invite()
    await drain()
    expect(await mails()).toMatchObject([{ status: 'waiting', error: expect.stringContaining('451') }])
    server.answer('RCPT', '250 fine')
    expect((await drain({ ignoreDelays: true })).at(-1)).toBe('completed')
    expect(await mails()).toMatchObject([{ status: 'sent', error: null }])
    expect(server.taken).toHaveLength(1)
  })

  test('a mail that is refused for good is not tried again, and says why', async () => {
    server.answer('RCPT', '550 no such person')
    await invite()
    expect(await drain({ ignoreDelays: true })).toEqual(['completed'])
    expect(await mails()).toMatchObject([
      { status: 'failed', text: null, error: expect.stringContaining('550') },
    ])
  })

  test('a server that never takes it ends the tries', async () => {
    server.answer('RCPT', '451 later')
    await invite()
    const outcomes = await drain({ ignoreDelays: true })
    expect(outcomes).toHaveLength(9)
    expect(await mails()).toMatchObject([{ status: 'failed', error: expect.stringContaining('451') }])
  })

  test('mails that wait are kept when the setting goes back to the outbox', { tags: 'slow' }, async () => {
    await invite()
    const next = await startApp({ rate_limits: 'off', database_url: app.databaseUrl })
    await next.atrium.jobs.drain()
    expect((await next.as(owner).mail.list()).items).toMatchObject([
      { status: 'kept', text: expect.stringContaining('#token=inv_') },
    ])
  })
})

test('a mail is stored with its invitation: when the one fails, there is no other', async () => {
  // Its 500 is wanted, so it is not noted among the answers of the run.
  const app = await startApp({ rate_limits: 'off' }, { onAnswer: () => {} })
  const owner = await app.make.person('owner')
  const { db } = app.atrium
  await sql`create function refuse_all() returns trigger language plpgsql
    as 'begin raise exception ''no''; end'`.execute(db)
  await sql`create trigger refuse_all after insert on audit_log execute function refuse_all()`.execute(db)
  const inviting = app.as(owner).invitations.create({ email: EMAIL, role: 'viewer' })
  await expect(inviting).rejects.toMatchObject({ status: 500 })
  expect((await app.as(owner).mail.list()).items).toEqual([])
  expect((await app.as(owner).members.list({ search: EMAIL })).members).toEqual([])
})
