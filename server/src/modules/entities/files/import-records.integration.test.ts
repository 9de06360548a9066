/** Records out of files. */
import { afterAll, describe, expect, test } from 'vitest'
import { recordFiles } from '../test/record-files.ts'
import { watchRecords } from '../test/watch-records.ts'

const { app, owner, viewer, entity, send, stored } = await recordFiles()
afterAll(() => app.stop())

describe('CSV', () => {
  test('is read by the types of the schema; an empty cell is no value, defaults are filled in', async () => {
    const path = await entity()
    const csv = [
      '\uFEFFname,size,age,ok,tags,place,any',
      'a,1.5,,true,"[""x"",""y""]","{""zip"":""1""}",7',
      '"b ""quoted""\nsecond, line",-2e3,4,0,,,',
      "'=1+1,,,FALSE,,,'+49",
    ].join('\r\n')
    const answer = await send(path, csv)
    expect(answer).toMatchObject({ http: 200, status: 'success', created: 3, failed: 0, errors: [] })
    expect(answer.details).toBe('3 records were created.')
    expect(answer.output?.map(({ name }) => name)).toEqual(['a', 'b "quoted"\nsecond, line', '=1+1'])
    const found = await stored(path)
    expect([...found.slice(1), found[0]]).toEqual([
      { name: 'a', size: 1.5, ok: true, tags: ['x', 'y'], place: { zip: '1' }, any: '7', status: 'new' },
      { name: 'b "quoted"\nsecond, line', size: -2000, age: 4, ok: false, status: 'new' },
      { name: '=1+1', ok: false, any: '+49', status: 'new' },
    ])
  })

  test.each([
    ['semicolons', 'name;size\na;1\n"b;c";2'],
    ['tabs', 'name\tsize\na\t1\nb;c\t2'],
    ['commas, next to semicolons in quotes', 'name,"size"\na,1\nb;c,2\n\n'],
  ])('may be separated by %s', async (_, csv) => {
    const path = await entity()
    expect(await send(path, csv)).toMatchObject({ status: 'success', created: 2 })
    expect(await stored(path)).toMatchObject([
      { name: 'a', size: 1 },
      { name: 'b;c', size: 2 },
    ])
  })

  test('tells every row that does not fit, by number and field, and stores the others', async () => {
    const path = await entity()
    const csv = ['name,size,ok,tags', 'a,1', 'b,much,maybe,', ',3,,', 'c,4,,[1', 'd,5,,,,,', 'e,6'].join('\n')
    const answer = await send(path, csv)
    expect(answer).toMatchObject({ status: 'partial', created: 2, failed: 4 })
    expect(answer.details).toBe('2 records were created, 4 rows were left out.')
    expect(answer.errors).toEqual([
      { row: 2, field: 'size', message: 'Input should be a valid number' },
      { row: 2, field: 'ok', message: 'Input should be a valid boolean' },
      { row: 3, field: 'name', message: 'Field required' },
      { row: 4, field: 'tags', message: 'Input should be a valid list' },
      { row: 5, field: null, message: 'There are 7 cells, and 4 in the header' },
    ])
    expect((await stored(path)).map(({ name }) => name)).toEqual(['a', 'e'])
  })

  test('columns that are unknown or there twice are reported and passed over, automatic ones just passed over', async () => {
    const path = await entity()
    const answer = await send(path, 'id,name,nope,name,__proto__,created_by\nx,a,1,b,{},me')
    expect(answer).toMatchObject({ status: 'success', created: 1, failed: 0 })
    expect(answer.errors.map(({ row, field }) => [row, field])).toEqual([
      [0, 'nope'],
      [0, 'name'],
      [0, '__proto__'],
    ])
    const id = expect.stringMatching(/^.{2,}$/) // not the one that was sent
    expect(answer.output).toMatchObject([{ id, name: 'a', created_by: viewer.email }])
  })

  test.each([
    ['is empty', '', 'the file has no rows'],
    ['has only a header', 'name,size\n', 'the file has no rows'],
    ['is not UTF-8', new Uint8Array([0x6e, 0x61, 0x6d, 0x65, 0x0a, 0xe9, 0x0a]), 'not be read to its end'],
    ['has a quote without an end', 'name\n"a', 'not be read to its end'],
  ])('that %s is an error that says so', async (_, csv, details) => {
    const answer = await send(await entity(), csv)
    expect(answer).toMatchObject({ http: 200, status: 'error', created: 0, output: null })
    expect(answer.details).toContain(details)
  })

  test('what came before a place that cannot be read is stored', async () => {
    const path = await entity()
    const answer = await send(path, `name\na\nb\n"${'x'.repeat(1_100_000)}`)
    expect(answer).toMatchObject({ status: 'partial', created: 2, errors: [{ row: 0 }] })
    expect((await stored(path)).length).toBe(2)
  })

  test('a text that cannot be stored is reported', async () => {
    const answer = await send(await entity(), 'name\na\0b\nc')
    expect(answer).toMatchObject({ status: 'partial', created: 1, errors: [{ row: 1, field: 'name' }] })
  })
})

describe('JSON', () => {
  const ROWS = [
    { name: 'a "],[{', tags: ['x'], place: { zip: '1', inner: [{}, []] } },
    { name: 'b\\', size: 'wrong' },
    { name: 'c', unknown: 1 },
  ]

  test.each([
    ['array', 'data.json', JSON.stringify(ROWS, null, 2)],
    ['array without a name that tells', 'data', ` \n${JSON.stringify(ROWS)}`],
    ['lines', 'data.jsonl', ROWS.map((row) => JSON.stringify(row)).join('\n')],
    ['lines with gaps', 'data.bin', `\n${ROWS.map((row) => JSON.stringify(row)).join('\r\n\r\n')}\n`],
  ])('as %s is read row by row', async (_, name, text) => {
    const path = await entity()
    const answer = await send(path, text, { name })
    expect(answer).toMatchObject({ status: 'partial', created: 2, failed: 1 })
    expect(answer.errors).toEqual([{ row: 2, field: 'size', message: 'Input should be a valid number' }])
    expect(await stored(path)).toMatchObject([ROWS[0], { name: 'c' }])
  })

  test('tells rows that are no objects or no JSON, and goes on', async () => {
    const path = await entity()
    const mixed = '[1, {"name": "a"}, null, {"name": }, [], {"name": "\\u0000"}, , {"name":"b"}]'
    const answer = await send(path, mixed, { name: 'x.json' })
    expect(answer).toMatchObject({ created: 2, failed: 6 })
    expect(answer.errors.map(({ row }) => row)).toEqual([1, 3, 4, 5, 6, 7])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    const evil = await send(path, '[{"name": "c", "place": {"__proto__": {"polluted": 1}}}]', {
      name: 'x.json',
    })
    expect(JSON.stringify(evil.output?.[0]?.place)).toBe('{"__proto__":{"polluted":1}}')
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test.each([
    ['an object', '{"name": "a"}'],
    ['an array without an end', '[{"name": "a"}'],
    ['something behind the array', '[] []'],
    ['nothing', ' '],
  ])('%s in place of an array is an error', async (_, text) => {
    const answer = await send(await entity(), text, { query: '?format=json' })
    expect(answer.errors).toMatchObject([{ row: 0, field: null }])
    expect(answer.status).toBe('error')
  })

  test('an empty array has no rows', async () => {
    expect(await send(await entity(), ' [ ] ', { name: 'x.json' })).toMatchObject({
      status: 'error',
      details: '0 records were created, the file has no rows.',
    })
  })
})

describe('importing', () => {
  test('follows the rules row by row, triggers what creating triggers, and is past the rules only for editors', async () => {
    const path = await entity()
    const started = await watchRecords(app, owner, path)
    const csv = 'name,price,secret\na,,s\nforbidden,,\nb,5,\n'
    const answer = await send(path, csv)
    expect(answer).toMatchObject({ status: 'partial', created: 1, failed: 2 })
    expect(answer.errors.map(({ row, field }) => [row, field])).toEqual([
      [2, null],
      [3, 'price'],
    ])
    expect(answer.output).toMatchObject([{ name: 'a' }])
    expect(answer.output?.[0]).not.toHaveProperty('secret')
    expect(await started()).toMatchObject([{ event: 'create', data: { name: 'a', secret: 's' } }])
    const bypass = { headers: { 'x-bypass-rls': 'true' } }
    expect(await send(path, csv, bypass)).toMatchObject({ http: 403, code: 'editor_required' })
    expect(await send(path, csv, { ...bypass, person: owner })).toMatchObject({
      status: 'success',
      created: 3,
    })
    const audit = await app.as(owner).audit.list({ limit: 3 })
    expect(audit.items.map(({ action }) => action)).toContain('records.import')
  })

  test('is refused for what is not there and without a file', async () => {
    const path = await entity()
    expect(await send({ ...path, app_id: 'app_none' }, 'name\na')).toMatchObject({ code: 'app_not_found' })
    expect(await send({ ...path, entity_name: 'None' }, 'name\na')).toMatchObject({
      code: 'entity_not_found',
    })
    expect(await send(path, 'name\na', { query: '?format=xml' })).toMatchObject({ code: 'validation_error' })
  })

  test('of many rows tells the first faults, answers the first records and counts all', async () => {
    const path = await entity()
    const lines = Array.from({ length: 3_000 }, (_, n) => (n % 2 ? `n${n},${n}` : `n${n},x`))
    const answer = await send(path, `name,size\n${lines.join('\n')}`)
    expect(answer).toMatchObject({ status: 'partial', created: 1_500, failed: 1_500 })
    expect([answer.output?.length, answer.errors.length]).toEqual([1_000, 100])
    expect(await app.as(owner).records.count(path)).toEqual({ count: 1_500 })
  })
})
