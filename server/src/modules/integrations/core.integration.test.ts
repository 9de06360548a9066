import { inflateSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { cpuTime } from '../../../test/cpu-time.ts'
import type { Person } from '../../../test/make.ts'
import { useApp } from '../../../test/use-app.ts'
import { useStarted } from '../../../test/use-started.ts'
import { startModelServer } from '../../ports/language-model/test/model-server.ts'
import { createShop } from './test/shop.ts'

const { folder, app, owner, viewer, stranger, shop, shopper, stop } = await createShop()
afterAll(stop)

const core = (who: string = owner.token) => app.as(who).integrations
const at = () => ({ app_id: shop.id })
const creditsOf = async (person: Person) => (await app.as(person).credits.list()).items
const uploadText = async (content: string, name: string, type = 'text/plain') =>
  (await core().upload_file(at(), { file: new Blob([content], { type }), file_name: name })).file_url

describe('InvokeLLM', () => {
  test('answers a text, and for those of the workspace they pay themselves', async () => {
    const answer = await core(viewer.token).invoke_llm(at(), { prompt: 'When do you open?' })
    expect(answer).toContain('You wrote: “When do you open?”')
    expect(await creditsOf(owner)).toMatchObject([
      { user_id: viewer.id, app_id: shop.id, kind: 'analysis', amount: 2 },
    ])
  })

  test('is answered in JSON, also when it is a bare text', async () => {
    const answer = await fetch(`${app.baseUrl}/api/apps/${shop.id}/integration-endpoints/Core/InvokeLLM`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'Say "hi"', response_json_schema: null }),
    })
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(JSON.parse(await answer.text())).toContain('“Say "hi"”')
  })

  test('for the app’s own users the owner of the app pays', async () => {
    const before = await creditsOf(owner)
    await core(shopper.token).invoke_llm(at(), { prompt: 'Hello' })
    const [newest, ...rest] = await creditsOf(owner)
    expect(rest).toHaveLength(before.length)
    expect(newest).toMatchObject({ user_id: owner.id, app_id: shop.id })
  })

  const SCHEMA = {
    type: 'object',
    required: ['title', 'tags', 'count', 'mood', 'when', 'who', 'deep'],
    properties: {
      title: { type: 'string', minLength: 3, maxLength: 12 },
      tags: { type: 'array', minItems: 2, items: { $ref: '#/$defs/tag' } },
      count: { type: 'integer', minimum: 7, exclusiveMaximum: 12, multipleOf: 5 },
      ratio: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
      mood: { enum: ['good', 'bad'] },
      when: { type: 'string', format: 'date-time' },
      who: { anyOf: [{ type: 'string', format: 'email' }, { type: 'null' }] },
      deep: { allOf: [{ properties: { a: { type: 'boolean' } }, required: ['a'] }, { type: 'object' }] },
      maybe: { type: ['string', 'null'] },
      pair: { type: 'array', prefixItems: [{ const: 1 }, { type: 'number' }], items: false },
    },
    additionalProperties: false,
    $defs: { tag: { type: 'string', maxLength: 5 } },
  }

  test('answers a value that fits the schema, the same for the same words', async () => {
    const ask = (prompt: string) =>
      core().invoke_llm(at(), { prompt, response_json_schema: SCHEMA }) as Promise<Record<string, unknown>>
    const value = await ask('Describe the day')
    expect(value).toMatchObject({
      count: 10,
      when: '2026-01-01T00:00:00Z',
      who: 'someone@example.com',
      deep: { a: expect.any(Boolean) },
      pair: [1, expect.any(Number)],
    })
    expect(['good', 'bad']).toContain(value.mood)
    expect(await ask('Describe the day')).toEqual(value)
  })

  test('says so when no value can be found', async () => {
    const before = await creditsOf(owner)
    const asking = core().invoke_llm(at(), {
      prompt: 'x',
      response_json_schema: { type: 'string', pattern: '^[0-9]{5}$' },
    })
    await expect(asking).rejects.toMatchObject({ status: 503, code: 'model_unavailable' })
    expect(await creditsOf(owner)).toEqual(before)
  })

  test.each([
    [{ type: 'nonsense' }],
    [{ $ref: 'https://example.com/schema.json' }],
    [{ type: 'object', properties: { child: { $ref: '#' } } }],
    [{ allOf: [{ $ref: '#/$defs/a' }], $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }],
    [doubling(40)],
    [{ properties: { a: { $id: 'x', type: 'string' } } }],
    [{ $dynamicRef: '#x' }],
    [{ allOf: Array.from({ length: 101 }, () => ({ pattern: 'x' })) }],
    [{ type: 'string', pattern: '(' }],
    [{ properties: { a: { type: 'string', description: 'x'.repeat(60_000) } } }],
  ])('refuses a schema that cannot be used: %#', async (response_json_schema) => {
    const asking = core().invoke_llm(at(), { prompt: 'x', response_json_schema })
    await expect(asking).rejects.toMatchObject({
      status: 422,
      detail: [{ loc: ['body', 'response_json_schema'], type: 'value_error' }],
    })
  })

  test('a pattern that would keep others waiting does not', async () => {
    const used = cpuTime()
    await core()
      .invoke_llm(at(), {
        prompt: 'x',
        response_json_schema: { type: 'string', minLength: 40, maxLength: 5_000, pattern: '^([O.]+)+$' },
      })
      .catch(() => {})
    expect(used()).toBeLessThan(2_000)
  })

  test('costs nothing when the model is not there, and is refused without credits', async () => {
    const poor = await app.make.person('owner', undefined, { credit_limit: 1 })
    const own = await app.make.app(poor)
    const asking = app.as(poor).integrations.invoke_llm({ app_id: own.id }, { prompt: 'x' })
    await expect(asking).rejects.toMatchObject({ status: 402, code: 'credits_exhausted' })
    const image = app.as(poor).integrations.generate_image({ app_id: own.id }, { prompt: 'x' })
    await expect(image).rejects.toMatchObject({ status: 402, code: 'credits_exhausted' })
    const broken = core().invoke_llm(at(), { prompt: 'x [unavailable]' })
    await expect(broken).rejects.toMatchObject({ status: 503, code: 'model_unavailable' })
  })

  test('holds nothing any more once it failed: the last credits are there for the next one', async () => {
    const exact = await app.make.person('owner', undefined, { credit_limit: 2 })
    const { id: app_id } = await app.make.app(exact)
    const ask = (prompt: string) => app.as(exact).integrations.invoke_llm({ app_id }, { prompt })
    const failing = ask('x [unavailable]')
    await expect(failing).rejects.toMatchObject({ status: 503, code: 'model_unavailable' })
    expect(await ask('Hello')).toContain('“Hello”')
    await expect(ask('Again')).rejects.toMatchObject({ status: 402, code: 'credits_exhausted' })
  })

  test('is for those who may reach the app', async () => {
    const asking = core(stranger.token).invoke_llm(at(), { prompt: 'x' })
    await expect(asking).rejects.toMatchObject({ status: 404, code: 'app_not_found' })
    const open = await app.make.app(owner, { public_settings: 'public_without_login' })
    const nobody = app.anonymous.integrations.invoke_llm({ app_id: open.id }, { prompt: 'x' })
    await expect(nobody).rejects.toMatchObject({ status: 401 })
  })
})

describe('with a language model', () => {
  const model = useStarted(startModelServer)
  const served = useApp(() => ({
    ...{ database_url: app.databaseUrl, data_dir: folder, rate_limits: 'off' as const },
    ...model.settings,
  }))

  test('InvokeLLM asks it, with the text of the app’s own files and only the address of others', async () => {
    model.script(() => ({ say: ['Blue', '.'] }))
    const note = await uploadText('The sky is blue.', 'sky.txt')
    const foreign = 'http://127.0.0.1:9/internal'
    const picture = await uploadText('\0\u0001', 'x.png', 'image/png')
    const answer = await served
      .as(owner)
      .integrations.invoke_llm(at(), { prompt: 'Which colour?', file_urls: [note, foreign, picture] })
    expect(answer).toBe('Blue.')
    expect(model.calls.at(-1)?.asked).toBe(
      `Which colour?\n\nFile sky.txt:\nThe sky is blue.\n\nFile: ${foreign}\n\nFile: ${picture}`,
    )
  })

  test('InvokeLLM gives an object that fits, or a 503', async () => {
    const ask = () =>
      served.as(owner).integrations.invoke_llm(at(), {
        prompt: 'Which colour?',
        response_json_schema: {
          type: 'object',
          required: ['colour'],
          properties: { colour: { type: 'string' } },
        },
      })
    model.script(() => ({ say: ['{"colour": "blue"}'] }))
    expect(await ask()).toEqual({ colour: 'blue' })
    model.script(() => ({ say: ['{"color": "blue"}'] }))
    await expect(ask()).rejects.toMatchObject({ status: 503, code: 'model_unavailable' })
  })

  test('free text is read by the model', async () => {
    model.script(() => ({ say: ['{"city": "Paris"}'] }))
    const file_url = await uploadText('We met in Paris, in spring.', 'letter.txt')
    const extracting = () =>
      served.as(owner).integrations.extract_data(at(), {
        file_url,
        json_schema: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
      })
    expect(await extracting()).toEqual({ status: 'success', details: null, output: { city: 'Paris' } })
    expect(model.calls.at(-1)?.asked).toContain('We met in Paris')
    model.script(() => ({ status: 400 }))
    expect(await extracting()).toMatchObject({ status: 'error', output: null })
    const poor = await app.make.person('owner', undefined, { credit_limit: 1 })
    const own = await app.make.app(poor)
    const { file_url: url } = await served
      .as(poor)
      .integrations.upload_file({ app_id: own.id }, { file: new Blob(['free text']), file_name: 'a.txt' })
    const unpaid = served
      .as(poor)
      .integrations.extract_data({ app_id: own.id }, { file_url: url, json_schema: { type: 'object' } })
    await expect(unpaid).rejects.toMatchObject({ status: 402, code: 'credits_exhausted' })
  })
})

describe('SendEmail', () => {
  const mail = (to: string) => ({ to, subject: 'Your order', body: 'It is on its way.' })
  const outbox = async () => (await app.as(owner).mail.list()).items

  test('goes to those who use the app, as text', async () => {
    for (const to of [owner.email, viewer.email.toUpperCase(), shopper.email]) {
      expect(await core(shopper.token).send_email(at(), { ...mail(to), from_name: 'Shop' })).toEqual({
        status: 'success',
      })
      expect((await outbox())[0]).toMatchObject({ to, subject: 'Your order', text: 'It is on its way.' })
    }
    await core().send_email(at(), {
      ...mail(owner.email),
      body: '<style>p{}</style><p>Dear <b>Ada</b>,</p><ul><li>one</li></ul><a href="https://example.com/x">look</a> &amp; 1 &lt; 2',
    })
    expect((await outbox())[0]?.text).toBe('Dear Ada,\n- one\n\nlook (https://example.com/x) & 1 < 2')
  })

  test('goes nowhere else, unless who sends it can edit the app', async () => {
    const guest = await app.make.person('guest', { id: owner.workspace_id })
    const unverified = await app.make.appUser(shop, { verified_date: null })
    const suspended = await app.make.person(
      'editor',
      { id: owner.workspace_id },
      { access_state: 'suspended' },
    )
    const other = await app.make.app(owner)
    const elsewhere = await app.make.appUser(other)
    await app.make.collaborator(other, guest, 'editor')
    const people = [stranger, guest, unverified, suspended, elsewhere]
    for (const to of ['anybody@example.com', ...people.map(({ email }) => email)]) {
      for (const who of [shopper.token, viewer.token]) {
        await expect(core(who).send_email(at(), mail(to))).rejects.toMatchObject({
          status: 403,
          code: 'recipient_not_allowed',
        })
      }
    }
    expect(await core().send_email(at(), mail('anybody@example.com'))).toEqual({ status: 'success' })
    await app.make.collaborator(shop, guest, 'viewer')
    await core(shopper.token).send_email(at(), mail(guest.email))
    const { items } = await app.as(owner).audit.list({ action: 'integrations.send_email' })
    expect(items[0]).toMatchObject({
      app_id: shop.id,
      actor_email: shopper.email,
      detail: { to: guest.email },
    })
    await expect(core(stranger.token).send_email(at(), mail(owner.email))).rejects.toMatchObject({
      code: 'app_not_found',
    })
  })
})

describe('GenerateImage', () => {
  test('makes a PNG, the same for the same words', async () => {
    const make = async (prompt: string) => {
      const { url } = await core(shopper.token).generate_image(at(), { prompt })
      expect(url).toMatch(/\/image\.png$/)
      const answer = await fetch(url)
      expect(answer.headers.get('content-type')).toBe('image/png')
      return Buffer.from(await answer.arrayBuffer())
    }
    const [one, same, other] = [await make('A lighthouse'), await make('A lighthouse'), await make('A cat')]
    expect(Buffer.compare(one, same)).toBe(0)
    expect(Buffer.compare(one, other)).not.toBe(0)
    expect(one.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
    expect([one.readUInt32BE(16), one.readUInt32BE(20)]).toEqual([512, 512])
    const data = one.indexOf('IDAT')
    const pixels = inflateSync(one.subarray(data + 4, data + 4 + one.readUInt32BE(data - 4)))
    expect(pixels).toHaveLength(512 * (512 * 3 + 1))
    expect(await creditsOf(owner)).toContainEqual(expect.objectContaining({ kind: 'generation', amount: 5 }))
  })

  test('is for those who may reach the app', async () => {
    const making = core(stranger.token).generate_image(at(), { prompt: 'x' })
    await expect(making).rejects.toMatchObject({ status: 404, code: 'app_not_found' })
  })
})

/** A few lines that would be looked at 2^n times. */
function doubling(n: number) {
  const $defs = Object.fromEntries(
    Array.from({ length: n }, (_, i) => [
      `d${i}`,
      i + 1 === n ? {} : { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
    ]),
  )
  return { $ref: '#/$defs/d0', $defs }
}
