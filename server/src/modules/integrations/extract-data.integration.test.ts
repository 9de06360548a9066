import { describe, expect, test } from 'vitest'
import { useApp } from '../../../test/use-app.ts'
import { useFolder } from '../../../test/use-folder.ts'
import { useMade } from '../../../test/use-started.ts'
import { useTeam } from '../../../test/use-team.ts'

const folder = useFolder()
const app = useApp({ data_dir: folder, rate_limits: 'off' })
const { owner } = useTeam(app)
const shop = useMade(() => app.make.app(owner))

const PRICES = {
  type: 'object',
  required: ['name', 'price'],
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    in_stock: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
  },
}
const upload = async (content: string | Buffer<ArrayBuffer>, name: string, type = '') =>
  (
    await app
      .as(owner)
      .integrations.upload_file({ app_id: shop.id }, { file: new Blob([content], { type }), file_name: name })
  ).file_url
const extract = async (content: string | Buffer<ArrayBuffer>, name: string, json_schema: object = PRICES) =>
  extractUrl(await upload(content, name), json_schema)
const extractUrl = (file_url: string, json_schema: object = PRICES) =>
  app
    .as(owner)
    .integrations.extract_data(
      { app_id: shop.id },
      { file_url, json_schema: json_schema as Record<string, unknown> },
    )
const done = (output: unknown) => ({ status: 'success', details: null, output })

describe('rows', () => {
  const ROWS = [
    { name: 'Tea, green', price: 2.5, in_stock: true, tags: ['hot', 'leaf'] },
    { name: 'Cake', price: 4 },
  ]

  test.each([
    ['prices.csv', 'name,price,in_stock,tags,other\n"Tea, green",2.5,yes,"hot, leaf",x\n\nCake,4,,,\n'],
    ['bom.csv', '\ufeffName,Price,In Stock,Tags\r\n"Tea, green",2.5,TRUE,hot;leaf\r\nCake,4,,\r\n'],
    ['german.csv', 'name;price;in_stock;tags\n"Tea, green";2.5;1;hot,leaf\nCake;4;;\n'],
    ['tabs.tsv', 'name\tprice\tin-stock\ttags\nTea, green\t2.5\ttrue\t["hot","leaf"]\nCake\t4\n'],
    ['rows.jsonl', `${ROWS.map((row) => JSON.stringify({ ...row, other: 1 })).join('\n')}\n`],
    ['rows.json', JSON.stringify(ROWS)],
  ])('of %s', async (name, content) => {
    expect(await extract(content, name)).toEqual(done(ROWS))
    expect(await extract(content, name, { type: 'array', items: PRICES })).toEqual(done(ROWS))
    const wrapped = { type: 'object', properties: { items: { type: 'array', items: PRICES } } }
    expect(await extract(content, name, wrapped)).toEqual(done({ items: ROWS }))
  })

  test('that do not fit are named', async () => {
    const { status, details, output } = await extract('name,price\nTea,cheap\n,3\nCake,4', 'x.csv')
    expect([status, output]).toEqual(['error', null])
    expect(details).toContain('row 1: value/price must be number')
    expect(details).toContain("row 2: value must have required property 'name'")
    expect(details).not.toContain('row 3')
  })

  test('are at most 10,000', { tags: 'slow' }, async () => {
    const many = `name,price\n${'Tea,1\n'.repeat(10_001)}`
    expect(await extract(many, 'x.csv')).toMatchObject({
      status: 'error',
      details: expect.stringContaining('10000'),
    })
    const lines = '{"name":"Tea","price":1}\n'.repeat(10_002)
    expect(await extract(lines, 'x.jsonl')).toMatchObject({ status: 'error' })
    const { output } = await extract(`name,price\n${'Tea,1\n'.repeat(10_000)}`, 'x.csv')
    expect(output).toHaveLength(10_000)
  })

  test('a list that must hold no value twice is looked at in one pass', { tags: 'slow' }, async () => {
    const rows = JSON.stringify([{ list: Array.from({ length: 200_000 }, (_, i) => ({ i })) }])
    const schema = { type: 'object', properties: { list: { type: 'array', uniqueItems: true } } }
    expect(await extract(rows, 'x.json', schema)).toMatchObject({ status: 'success' })
    const twice = await extract('{"list":[{"a":1},{"a":1}]}\n', 'x.jsonl', schema)
    expect(twice.details).toContain('duplicate')
  })

  test('cannot reach a prototype', async () => {
    const schema = { type: 'object', properties: { name: { type: 'string' } } }
    await extract('__proto__,name\nx,y\n', 'x.csv', schema)
    await extract('{"__proto__":{"polluted":1},"name":"x"}\n', 'x.jsonl', schema)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })
})

describe('a single value', () => {
  test('of JSON that fits is handed over as it is', async () => {
    const value = { name: 'Tea', price: 2, extra: { deep: [1] } }
    expect(await extract(JSON.stringify(value), 'x.json')).toEqual(done(value))
  })

  test('of lines with names needs no model', async () => {
    expect(await extract('Name: Tea\nPrice: 2.5\nhello\n', 'x.txt')).toEqual(
      done({ name: 'Tea', price: 2.5 }),
    )
  })
})

describe('what cannot be read', () => {
  test.each([
    ['broken.csv', 'name,price\n"Tea,1', 'CSV'],
    ['broken.json', '{"name":', 'not JSON'],
    ['deep.json', `${'['.repeat(100)}${']'.repeat(100)}`, 'not JSON'],
    ['broken.jsonl', '{"name":"a","price":1}\nnonsense', 'Line 2'],
    ['list.jsonl', '[1]', 'Line 1 is not an object'],
    ['binary.csv', Buffer.from([0xff, 0xfe, 0]) as Buffer<ArrayBuffer>, 'UTF-8'],
    ['photo.png', 'x', 'not supported'],
    ['essay.txt', 'Once upon a time.', 'language model'],
    ['large.csv', 'x'.repeat(5 * 1024 * 1024 + 1), '5 MiB'],
  ])('%s says why', { tags: 'slow' }, async (name, content, words) => {
    const answer = await extract(content, name)
    expect(answer).toMatchObject({ status: 'error', output: null })
    expect(answer.details).toContain(words)
  })

  test('no address but those of the app’s own files is looked at', async () => {
    const other = await app.make.app(owner)
    const foreign = await app
      .as(owner)
      .integrations.upload_file(
        { app_id: other.id },
        { file: new Blob(['name,price\nTea,1']), file_name: 'x.csv' },
      )
    const secret = await app
      .as(owner)
      .integrations.upload_private_file(
        { app_id: shop.id },
        { file: new Blob(['name,price\nTea,1']), file_name: 'x.csv' },
      )
    const bare = `${app.baseUrl}/files/${secret.file_uri.slice('private/'.length)}`
    for (const url of [
      'http://127.0.0.1:9/x.csv',
      'file:///etc/passwd',
      '/etc/passwd',
      foreign.file_url,
      bare,
      `${bare}?expires=99999999999&signature=x`,
      `${bare}?expires=99999999999`,
    ]) {
      expect(await extractUrl(url)).toMatchObject({
        status: 'error',
        details: expect.stringContaining('no such file'),
      })
    }
    const { signed_url } = await app
      .as(owner)
      .integrations.create_file_signed_url({ app_id: shop.id }, { file_uri: secret.file_uri })
    for (const url of [signed_url, secret.file_uri]) {
      expect(await extractUrl(url)).toEqual(done([{ name: 'Tea', price: 1 }]))
    }
    app.clock.move(301)
    expect(await extractUrl(signed_url)).toMatchObject({ status: 'error' })
  })

  test('a schema that cannot be used is a 422, a foreign app a 404', async () => {
    const url = await upload('name\nTea', 'x.csv')
    await expect(extractUrl(url, { type: 'nonsense' })).rejects.toMatchObject({ status: 422 })
    const stranger = await app.make.person('owner')
    const asking = app
      .as(stranger)
      .integrations.extract_data({ app_id: shop.id }, { file_url: url, json_schema: {} })
    await expect(asking).rejects.toMatchObject({ status: 404, code: 'app_not_found' })
  })
})
