/** Records as files, which can be read in again. */
import { afterAll, describe, expect, test } from 'vitest'
import { ADMIN, recordFiles, SCHEMA, type SetPath } from '../test/record-files.ts'

const { app, owner, viewer, app_id, entity, send, stored } = await recordFiles()
afterAll(() => app.stop())

async function exported(path: SetPath, query: string, person = owner) {
  const url = `${app.baseUrl}/api/apps/${path.app_id}/entities/${path.entity_name}/export?${query}`
  const answer = await fetch(url, { headers: { authorization: `Bearer ${person.token}` } })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

describe('exporting', () => {
  test('gives CSV with a header, in which formulas are harmless, and which can be imported again', async () => {
    const path = await entity()
    const rows = [
      { name: '=HYPERLINK("x")', size: -1, tags: ['a,b'], place: { zip: '1' }, ok: false },
      { name: "'@x", any: 'two\nlines' },
      { name: '-5', age: null, status: ' spaced ' },
      { name: '＝1+1', any: '\n=1+1', status: '＠x' },
      { name: 'a;=1+1', any: '"-x', tags: ['b;=1+1'] },
    ]
    await app.as(owner).records.bulk_create(path, rows as never)
    const { status, headers, text } = await exported(path, 'sort=-name')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/csv/)
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${path.entity_name}.csv"`)
    const [head = ''] = text.split('\r\n')
    expect(head).toBe(
      'id,name,size,age,ok,tags,place,any,status,price,secret,created_by,created_by_id,created_date,updated_date,is_sample',
    )
    expect(text).toContain(`,"'=HYPERLINK(""x"")",-1,,false,"[""a,b""]","{""zip"":""1""}",,new,`)
    expect(text).not.toMatch(/(^|,|\r\n)"?\n?[=+@＝＋－＠-](?!\d)/)
    expect(text).toContain(`,"'\n'=1+1",'＠x,`)
    expect(text).toContain(`,"a;'=1+1",`)
    expect(text).toContain(`,"[""b;\\u003d1+1""]",`)
    const again = await entity()
    expect(await send(again, text, { person: owner })).toMatchObject({ status: 'success', created: 5 })
    const withoutNulls = (all: object[]) => JSON.parse(JSON.stringify(all, (_, value) => value ?? undefined))
    expect(await stored(again)).toEqual(withoutNulls(await stored(path)))
  })

  test('gives JSON and JSON lines, filtered, sorted, with chosen fields', async () => {
    const path = await entity()
    await app
      .as(owner)
      .records.bulk_create(path, [{ name: 'a', size: 1 }, { name: 'b', size: 2 }, { name: 'c' }] as never)
    const json = await exported(path, 'format=json&sort=-size&fields=name')
    expect(JSON.parse(json.text).map(({ name }: { name: string }) => name)).toEqual(['b', 'a', 'c'])
    const lines = await exported(
      path,
      `format=jsonl&sort=size&q=${encodeURIComponent('{"size": {"$gt": 0}}')}`,
    )
    expect(lines.headers.get('content-type')).toMatch(/^application\/x-ndjson/)
    const [one, two, ...rest] = lines.text.split('\n')
    expect([JSON.parse(one ?? '').name, JSON.parse(two ?? '').name, rest]).toEqual(['a', 'b', ['']])
    expect((await exported(path, 'fields=size&sort=name')).text).toMatch(/^id,size\r\nrec_\w+,1\r\n/)
    const none = encodeURIComponent('{"name": "none"}')
    expect(JSON.parse((await exported(path, `format=json&q=${none}`)).text)).toEqual([])
  })

  test('holds only what the caller may read, and refuses to filter or sort by what they may not', async () => {
    const path = await entity()
    await app.as(owner).records.bulk_create(path, [{ name: 'a', secret: 'hush', never: 'n' }] as never)
    const { text } = await exported(path, 'format=csv', viewer)
    expect(text.split('\r\n')[0]).not.toMatch(/secret|never/)
    expect(text).not.toContain('hush')
    expect((await exported(path, 'format=json', viewer)).text).not.toContain('hush')
    expect((await exported(path, 'sort=secret', viewer)).status).toBe(422)
    expect((await exported(path, 'q={"secret":"hush"}', viewer)).status).toBe(422)
    expect((await exported(path, 'format=xls', viewer)).status).toBe(422)
    const closed = { ...SCHEMA, rls: { read: ADMIN } }
    await app.as(owner).schemas.set({ app_id, name: path.entity_name }, closed)
    expect((await exported(path, 'format=json', viewer)).text).toBe('[\n]\n')
    expect((await exported({ ...path, entity_name: 'None' }, '')).status).toBe(404)
    expect((await exported({ ...path, app_id: 'app_none' }, '')).status).toBe(404)
    const url = `${app.baseUrl}/api/apps/${app_id}/entities/${path.entity_name}/export`
    const headers = { authorization: `Bearer ${viewer.token}`, 'x-bypass-rls': 'true' }
    expect((await fetch(url, { headers })).status).toBe(403)
  })

  test('goes through every record once, batch by batch, also where many have the same key or none', {
    tags: 'slow',
  }, async () => {
    const path = await entity()
    for (let n = 0; n < 3; n++) {
      const rows = Array.from({ length: 500 }, (_, i) => ({ name: `n${i}`, ...(i % 3 && { size: i % 4 }) }))
      await app.as(owner).records.bulk_create(path, rows as never)
    }
    for (const sort of ['size', '-size', '-created_date']) {
      const { text } = await exported(path, `format=jsonl&sort=${sort}`)
      const ids = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id)
      expect([ids.length, new Set(ids).size]).toEqual([1_500, 1_500])
    }
  })

  test('ends when the reader leaves', { tags: 'slow' }, async () => {
    const path = await entity()
    const long = 'x'.repeat(20)
    for (let n = 0; n < 6; n++)
      await app
        .as(owner)
        .records.bulk_create(
          path,
          Array.from({ length: 500 }, () => ({ name: long, any: long.repeat(90) })) as never,
        )
    const url = `${app.baseUrl}/api/apps/${app_id}/entities/${path.entity_name}/export?format=jsonl`
    const leaving = new AbortController()
    const answer = await fetch(url, {
      headers: { authorization: `Bearer ${owner.token}` },
      signal: leaving.signal,
    })
    const reader = answer.body?.getReader()
    await reader?.read()
    leaving.abort()
    await expect(reader?.read()).rejects.toThrow()
    expect((await exported(path, 'format=jsonl')).text.split('\n')).toHaveLength(3_001)
  })
})
