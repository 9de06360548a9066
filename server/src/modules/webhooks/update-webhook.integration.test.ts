/** Spec: PATCH /api/agents/{agent_id}/webhooks/{webhook_id}, row by row. */
import { beforeEach, describe, expect, test } from 'vitest'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'

const app = useApp({ rate_limits: 'off' })
const { owner } = useTeam(app)
let at: { agent_id: string; webhook_id: string }
let before: Record<string, unknown>

const HOOK = { target_url: 'https://hooks.example.com/a', events: ['message.completed' as const] }

beforeEach(async () => {
  const agent_id = (await app.make.app(owner, { kind: 'agent' })).id
  before = await app.as(owner).webhooks.create({ agent_id }, { ...HOOK, description: 'Tickets' })
  at = { agent_id, webhook_id: before.id as string }
  app.clock.move(1)
})

const update = (body: object) => app.as(owner).webhooks.update(at, body)
const read = () => app.as(owner).webhooks.read(at)
const audited = async () =>
  (await app.as(owner).audit.list({ action: 'webhooks.update', app_id: at.agent_id })).items

async function patch(body: string | Uint8Array, type: string | null = 'application/json') {
  const { agent_id, webhook_id } = at
  const response = await fetch(`${app.baseUrl}/api/agents/${agent_id}/webhooks/${webhook_id}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${owner.token}`, ...(type !== null && { 'content-type': type }) },
    body: body as BodyInit,
  })
  return { status: response.status, body: await response.json() }
}

/** As after so many deliveries that failed. */
async function setHealth(failures: number, disabledAt: Date | null) {
  const error = { message: 'The endpoint answered 500.', attempted_at: '2026-11-15T09:30:00+00:00' }
  await app.sql`update webhooks set consecutive_failures = ${failures}, last_error = ${JSON.stringify(error)}::jsonb,
    disabled_at = ${disabledAt} where id = ${at.webhook_id}`
}

describe('a field that is sent', () => {
  test('is changed, and only that one', async () => {
    const after = await update({ target_url: 'https://hooks.example.org/b#part' })
    expect(after).toEqual({
      ...before,
      target_url: 'https://hooks.example.org/b',
      updated_date: expect.not.stringMatching(before.updated_date as string),
    })
    expect(await read()).toEqual(after)
    expect((await update({ events: ['message.created', 'message.created'] })).events).toEqual([
      'message.created',
    ])
    expect(await update({ description: 'Orders \u202e😀' })).toMatchObject({ description: 'Orders \u202e😀' })
    expect((await audited()).map(({ detail }) => detail)).toEqual([
      { description: 'Orders \u202e😀' },
      { events: ['message.created'] },
      { target_url: 'https://hooks.example.org/b' },
    ])
  })

  test('as null changes nothing, but for the description', async () => {
    const nulls = { target_url: null, events: null, enabled: null, signing: null }
    expect(await update(nulls)).toEqual(before)
    expect(await audited()).toEqual([])
    expect(await update({ ...nulls, description: null })).toMatchObject({ ...HOOK, description: null })
  })

  test.each([
    {},
    { id: 'whk_x', has_secret: true, secret: 'x', consecutive_failures: 3, disabled_at: 'now' },
  ])('and is not one of these changes nothing, not even the date: %j', async (body) => {
    expect(await update(body)).toEqual(before)
    expect(await update({ ...body, entity_names: 7, created_date: 1, unknown: {} })).toEqual(before)
    expect(await audited()).toEqual([])
  })

  test('not at all, in an empty body, changes nothing', async () => {
    expect(await patch('')).toEqual({ status: 200, body: before })
  })

  test('under a risky name does no harm', async () => {
    for (const body of ['{"__proto__":{"x":1}}', '{"\\u005f_proto__":{"x":1}}', '{"constructor":{"x":1}}'])
      expect((await patch(body)).status).toBeOneOf([200, 422])
    expect({}).not.toHaveProperty('x')
    expect(await read()).toEqual(before)
  })

  test('twice counts as it was sent last', async () => {
    expect(await patch('{"description":"one","description":"two"}')).toMatchObject({
      status: 200,
      body: { description: 'two' },
    })
    expect((await patch('{"enabled":true,"enabled":"no"}')).status).toBe(422)
  })
})

describe('what does not fit is refused and changes nothing', () => {
  test.each([
    ['http://example.com'],
    ['ftp://example.com/'],
    ['javascript:alert(1)'],
    ['https://user:password@example.com/'],
    ['https://127.0.0.1/'],
    ['https://10.1.2.3/'],
    ['https://0x7f.1/'],
    ['https://2130706433/'],
    ['https://0177.0.0.1/'],
    ['https://127.1/'],
    ['https://0/'],
    ['https://169.254.169.254/latest/meta-data'],
    ['https://168.63.129.16/'],
    ['https://100.100.100.200/'],
    ['https://[::1]/'],
    ['https://[::ffff:127.0.0.1]/'],
    ['https://[64:ff9b::7f00:1]/'],
    ['https://[2002:7f00:1::]/'],
    ['https://[fd00:ec2::254]/'],
    ['https://localhost/'],
    ['https://LOCALHOST./'],
    ['https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/'],
    ['https://１２７.０.０.１/'],
    ['https://printer.local/'],
    ['https://metadata.google.internal/'],
    ['https://intranet/'],
    ['https://example.com/a b'],
    ['https://exa\tmple.com/'],
    ['https://example.com\\@localhost/'],
    ['https://example.com:0/'],
    ['https://example.com:65536/'],
    ['https://example.com:abc/'],
    ['https://example.com:22/'],
    ['https://example.com:5432/'],
    ['https://xn--/'],
    ['https://a..b/'],
    [`https://${'a'.repeat(64)}.example/`],
    [`https://example.com/${'a'.repeat(2029)}`],
    [''],
    ['example.com/hook'],
  ])('target_url %j', async (target_url) => {
    const refused = expect.objectContaining({ loc: ['body', 'target_url'], msg: expect.any(String) })
    await expect(update({ target_url })).rejects.toMatchObject({ status: 422, fields: [refused] })
    expect(await read()).toEqual(before)
  })

  test.each<[object, (string | number)[]]>([
    [{ target_url: 7 }, ['body', 'target_url']],
    [{ events: [] }, ['body', 'events']],
    [{ events: ['message.deleted'] }, ['body', 'events', 0]],
    [{ events: ['message.created', null] }, ['body', 'events', 1]],
    [{ events: 'message.created' }, ['body', 'events']],
    [{ events: { 0: 'message.created', length: 1 } }, ['body', 'events']],
    [{ events: Array(9_000).fill('message.created') }, ['body', 'events']],
    [{ description: 5 }, ['body', 'description']],
    [{ description: 'x'.repeat(501) }, ['body', 'description']],
    [{ description: 'a\0b' }, ['body', 'description']],
    [{ enabled: 'true' }, ['body', 'enabled']],
    [{ enabled: 1 }, ['body', 'enabled']],
    [{ enabled: 'yes' }, ['body', 'enabled']],
    [{ signing: 'ROTATE' }, ['body', 'signing']],
    [{ signing: 'rotate ' }, ['body', 'signing']],
    [{ signing: true }, ['body', 'signing']],
  ])('%j', async (body, loc) => {
    const refused = { status: 422, fields: [expect.objectContaining({ loc })] }
    await expect(update({ description: 'changed', ...body })).rejects.toMatchObject(refused)
    expect(await read()).toEqual(before)
  })

  test.each(['null', '[]', '"x"', '1', '{', '{"description":"\\ud800"}'])('the body %j', async (body) => {
    expect(await patch(body)).toMatchObject({ status: 422, body: { detail: expect.any(Array) } })
    expect(await read()).toEqual(before)
  })

  test('a body of a wrong type, encoding or size', async () => {
    expect((await patch('{"enabled":false}', 'text/plain')).status).toBe(415)
    expect((await patch(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d))).status).toBeOneOf([400, 422])
    expect((await patch(`{"description":"${'x'.repeat(2_000_000)}"}`)).status).toBeOneOf([413, 422])
    expect((await patch('['.repeat(500_000))).status).toBeOneOf([413, 422])
    expect(await read()).toEqual(before)
  })
})

describe('enabled', () => {
  test('false turns it off, once', async () => {
    const off = await update({ enabled: false })
    expect(off).toMatchObject({ disabled_at: off.updated_date, consecutive_failures: 0 })
    app.clock.move(5)
    expect(await update({ enabled: false })).toEqual(off)
    expect((await audited()).map(({ detail }) => detail)).toEqual([{ enabled: false }])
  })

  test('true turns it on and forgets its failures, but not the last error', async () => {
    await setHealth(20, new Date())
    expect(await read()).toMatchObject({ consecutive_failures: 20, disabled_at: expect.any(String) })
    expect(await update({ enabled: true })).toMatchObject({
      consecutive_failures: 0,
      disabled_at: null,
      last_error: { message: 'The endpoint answered 500.', attempted_at: '2026-11-15T09:30:00.000Z' },
    })
  })

  test('true on one that is on forgets its failures as well', async () => {
    await setHealth(7, null)
    expect(await update({ enabled: true })).toMatchObject({ consecutive_failures: 0, disabled_at: null })
  })
})

describe('signing', () => {
  test('rotate answers a new secret once; disable takes it away', async () => {
    const { secret, ...signed } = await update({ signing: 'rotate' })
    expect(secret).toMatch(/^whsec_/)
    expect(signed.has_secret).toBe(true)
    expect(await read()).toEqual(signed)
    const again = await update({ signing: 'rotate' })
    expect(again.secret).not.toBe(secret)
    const unsigned = await update({ signing: 'disable' })
    expect(unsigned).toMatchObject({ has_secret: false })
    expect(unsigned).not.toHaveProperty('secret')
    expect(await update({ signing: 'disable' })).toMatchObject({ has_secret: false })
    const details = (await audited()).map(({ detail }) => detail)
    const [disable, rotate] = [{ signing: 'disable' }, { signing: 'rotate' }]
    expect(details).toEqual([disable, disable, rotate, rotate])
  })

  test('with everything else happens as one', async () => {
    const all = { target_url: 'https://hooks.example.org/', enabled: false, signing: 'rotate' }
    expect(await update(all)).toMatchObject({
      target_url: 'https://hooks.example.org/',
      disabled_at: expect.any(String),
      has_secret: true,
      secret: expect.stringMatching(/^whsec_/),
    })
    const kept = await read()
    await expect(update({ ...all, enabled: true, events: [] })).rejects.toMatchObject({ status: 422 })
    expect(await read()).toEqual(kept)
  })
})
