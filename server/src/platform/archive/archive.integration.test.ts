import { Readable, Writable } from 'node:stream'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exportText, secrets } from '../../../test/bring.ts'
import { emptyDatabase } from '../../../test/migrated-database.ts'
import { useStarted } from '../../../test/use-started.ts'
import { insertNew } from '../database/insert-new.ts'
import { createLog } from '../log.ts'
import { type Collection, collection, inDependencyOrder } from './collection.ts'
import { byKey, exportArchive } from './export-archive.ts'
import { importArchive } from './import-archive.ts'
import { named, requireKnown } from './require-known.ts'
import { ArchiveTime, readTime } from './times.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const log = createLog('silent')
const HEADER = { format: 'atrium-archive', version: 1 }

const shelves = collection({
  name: 'shelves',
  after: [],
  row: Type.Object({ id: Type.String({ minLength: 1 }), label: Type.String() }),
  key: ({ id }) => [id],
  async import(tx, rows) {
    const columns = { id: 'text', label: 'text' }
    const given = rows.map(({ row }) => row)
    return (await insertNew(tx, 'shelves', columns, given, ['id'])).length
  },
  export: (db) =>
    byKey<{ id: string; label: string }>(async (after, limit) => {
      const { rows } = await sql<{ id: string; label: string }>`
        select id, label from shelves where id > ${after?.id ?? ''} order by id limit ${limit}`.execute(db)
      return rows
    }),
})

const books = collection({
  name: 'books',
  after: ['shelves'],
  row: Type.Object({
    id: Type.String(),
    shelf_id: Type.String(),
    pages: Type.Integer({ minimum: 1 }),
    tags: Type.Optional(Type.Array(Type.String())),
    lent_at: Type.Optional(ArchiveTime),
  }),
  key: ({ id }) => [id],
  async import(tx, rows, context) {
    await requireKnown(tx, rows, context, { table: 'shelves', noun: 'shelf', of: named('shelf_id') })
    const columns = { id: 'text', shelf_id: 'text', pages: 'integer', tags: 'text[]', lent_at: 'timestamptz' }
    if (rows.some(({ row }) => row.pages === 666)) throw new Error('Assert')
    const complete = rows.map(({ row }) => ({
      ...row,
      tags: row.tags ?? [],
      lent_at: row.lent_at ? readTime(row.lent_at, context.now) : null,
    }))
    return (await insertNew(tx, 'books', columns, complete, ['id'])).length
  },
  export: (db) =>
    byKey<{ id: string }>(async (after, limit) => {
      const { rows } = await sql<{ id: string }>`
        select id, shelf_id, pages, tags, lent_at from books
        where id > ${after?.id ?? ''} order by id limit ${limit}`.execute(db)
      return rows
    }),
})

// On purpose in the wrong order: the archive sorts them.
const collections = [books, shelves]

const library = {
  books: [
    { id: 'b1', shelf_id: 's1', pages: 300, lent_at: 'now-3d' },
    { id: 'b2', shelf_id: 's2', pages: 12, tags: ['a', 'ü', 'line\u2028separator'] },
  ],
  shelves: [
    { id: 's1', label: 'Poetry' },
    { id: 's2', label: '物語' },
  ],
  ...HEADER,
}

const shelf = { id: 's1', label: 'Poetry' }
const ok = book({})

const database = useStarted(emptyDatabase)

beforeAll(() =>
  database.pool.query(`
    create table shelves (id text primary key, label text not null check (label <> 'forbidden'));
    create table books (id text primary key, shelf_id text not null references shelves, pages integer not null,
      tags text[] not null, lent_at timestamptz)`),
)

beforeEach(() => database.pool.query('truncate shelves, books'))

describe('an archive in one document', () => {
  test('comes in whatever the order of its lists', async () => {
    expect(await bring(JSON.stringify(library))).toEqual({ shelves: 2, books: 2 })
    const { rows } = await database.pool.query('select lent_at, tags from books order by id')
    expect(rows[0].lent_at).toEqual(new Date('2026-11-12T12:00:00Z'))
    expect(rows[1].tags).toEqual(['a', 'ü', 'line\u2028separator'])
  })

  test('changes nothing the second time', async () => {
    await bring(JSON.stringify(library))
    await database.pool.query(`update shelves set label = 'Prose' where id = 's1'`)
    expect(await bring(JSON.stringify(library, null, 2))).toEqual({ shelves: 0, books: 0 })
    expect(await contents('shelves')).toEqual([
      { id: 's1', label: 'Prose' },
      { id: 's2', label: '物語' },
    ])
  })

  test.each<[string, string, object]>([
    [
      'a wrong type',
      'books[1].pages: Input should be a valid integer',
      { books: [ok, book({ pages: 'x' })] },
    ],
    [
      'a value out of bounds',
      'books[0].pages: Input should be greater than',
      { books: [book({ pages: 0 })] },
    ],
    ['a missing field', 'shelves[0].label: Field required', { shelves: [{ id: 's9' }] }],
    ['a row that is no object', 'shelves[0]: Input should be a valid dictionary', { shelves: [7] }],
    [
      'a list inside a row',
      'books[0].tags[1]: Input should be a valid string',
      { books: [book({ tags: ['a', 1] })] },
    ],
    [
      'a bad time',
      'books[0].lent_at: Input should be an ISO 8601 time',
      { books: [book({ lent_at: 'now-3' })] },
    ],
    ['a mistyped key', 'books[0]: Unknown key "page"; did you mean "pages"?', { books: [book({ page: 1 })] }],
    ['a mistyped collection', 'Unknown collection "shelfs"; did you mean "shelves"?', { shelfs: [] }],
    ['an unknown collection', 'Unknown collection "cats"; known: shelves, books', { cats: [] }],
    ['no list', 'shelves: Input should be a valid list', { shelves: {} }],
    [
      'a repeated id',
      'shelves[1]: This row was in the archive before, as shelves[0]',
      { shelves: [shelf, shelf] },
    ],
    [
      'a reference to nothing',
      'books[0].shelf_id: There is no shelf "s9"',
      { books: [book({ shelf_id: 's9' })] },
    ],
    [
      'text that cannot be kept',
      'shelves[0].label: Text may not contain the NUL',
      { shelves: [{ id: 'a', label: '\0' }] },
    ],
    [
      'half a character',
      'shelves[0].label: Text may not contain',
      { shelves: [{ id: 'a', label: '\ud800' }] },
    ],
    [
      'a rule of the database',
      'shelves[0] to [0]: The database refused',
      { shelves: [{ id: 'a', label: 'forbidden' }] },
    ],
    [
      'a value that the collection cannot read',
      'books[1]: This row cannot be read: Assert',
      { books: [ok, book({ id: 'b9', pages: 666 })] },
    ],
    ['another format', "format: Input should be 'atrium-archive'", { format: 'zip' }],
    ['a newer version', 'version: Input should be 1; a newer Atrium', { version: 2 }],
    ['no format', 'format: Field required', { format: undefined }],
  ])('is refused whole for %s', async (_, message, change) => {
    const archive = { ...HEADER, shelves: [{ id: 's1', label: 'Poetry' }], ...change }
    await expect(bring(JSON.stringify(archive))).rejects.toThrow(message)
    expect(await contents('shelves')).toEqual([])
  })

  test.each([
    ['', 'The archive is empty'],
    [' \n\n', 'The archive is empty'],
    ['{"format":', 'The archive is not JSON'],
    ['[]', 'should be a JSON object'],
    [Buffer.from([0x7b, 0xff, 0x7d]), 'not UTF-8'],
  ])('is refused when it is %j', async (content, message) => {
    await expect(bring(content)).rejects.toThrow(message)
  })

  test('a file that is not there is refused by its name', async () => {
    const source = '/nowhere/archive.json'
    await expect(bringFrom(source)).rejects.toThrow(source)
  })
})

describe('an archive of one row a line', () => {
  const line = (name: string, row: unknown) => JSON.stringify({ collection: name, row })
  const lines = [
    ...library.shelves.map((row) => line('shelves', row)),
    ...library.books.map((row) => line('books', row)),
  ]

  test('comes in with or without a first line that says the format', async () => {
    expect(await bring(lines.join('\n'))).toEqual({ shelves: 2, books: 2 })
    expect(await bring(`\ufeff${JSON.stringify(HEADER)}\r\n\n${lines.join('\r\n')}\n`)).toEqual({
      shelves: 0,
      books: 0,
    })
    expect(await contents('books')).toHaveLength(2)
  })

  test('is read in pieces, wherever they are cut', async () => {
    const bytes = Buffer.from(lines.join('\n'))
    const source = Readable.from(Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)))
    expect(await bringFrom(source)).toEqual({ shelves: 2, books: 2 })
  })

  test('names the line and the row', async () => {
    const bad = [...lines, line('books', book({ id: 'b3', pages: -1 }))]
    await expect(bring(bad.join('\n'))).rejects.toThrow('line 5: books[2].pages: Input should be greater')
    expect(await contents('shelves')).toEqual([])
  })

  test.each([
    [[...lines, line('shelves', shelf)], 'line 5: All rows of "shelves" must come before those of "books"'],
    [[...lines, line('bokks', {})], 'line 5: Unknown collection "bokks"; did you mean "books"?'],
    [[...lines, '{"collection": "books"'], 'line 5: This line is not JSON'],
    [[...lines, '{"collection": "books"}'], 'line 5: Each line is an object like'],
    [[lines[0], '{"collection": "books", "row": {}, "x": 1}'], 'line 2: Unknown key "x"'],
    [['{"format": "atrium-archive", "version": 9}', ...lines], 'version: Input should be 1'],
  ])('is refused whole (case %#)', async (given, message) => {
    await expect(bring(given.join('\n'))).rejects.toThrow(message)
    expect(await contents('shelves')).toEqual([])
  })

  test('finds a repeated id across batches', async () => {
    const many = Array.from({ length: 2_500 }, (_, n) => line('shelves', { id: `s${n % 2_400}`, label: '' }))
    await expect(bring(many.join('\n'))).rejects.toThrow(
      'line 2401: shelves[2400]: This row was in the archive before, as shelves[0]',
    )
  })
})

describe('export', () => {
  test.each(['document', 'lines'] as const)('as %s brings back the same', async (form) => {
    const shelvesOf2500 = Array.from({ length: 2_500 }, (_, n) => ({ id: `s${n}`, label: `Shelf ${n}` }))
    await bring(JSON.stringify({ ...library, shelves: shelvesOf2500 }))
    const first = await take(form)
    await database.pool.query('truncate shelves, books')
    expect(await bring(first)).toEqual({ shelves: 2_500, books: 2 })
    expect(await take(form)).toBe(first)
  })

  test('of nothing is an archive too', async () => {
    expect(JSON.parse(await take('document'))).toEqual(HEADER)
    expect(await bring(await take('lines'))).toEqual({})
  })

  test('stops reading while nobody takes what was written', { tags: 'slow' }, async () => {
    const label = 'x'.repeat(10_000)
    await bring(
      JSON.stringify({
        ...HEADER,
        shelves: Array.from({ length: 3_000 }, (_, n) => ({ id: `s${n}`, label })),
      }),
    )
    let reads = 0
    const counting: Collection = {
      ...shelves,
      async *export(db, scope) {
        for await (const row of shelves.export(db, scope)) {
          reads += 1
          yield row
        }
      },
    }
    let release = () => {}
    const taken: number[] = []
    const sink = new Writable({
      highWaterMark: 1,
      write(chunk, _encoding, done) {
        taken.push(chunk.length)
        if (taken.length === 1) release = done
        else done()
      },
    })
    const scope = { workspace_ids: null }
    const finished = exportArchive({ db: database.db, collections: [counting], scope, form: 'lines', sink })
    await expect.poll(() => taken.length).toBe(1)
    await database.pool.query('select 1')
    expect(reads).toBeLessThan(1_000)
    release()
    expect(await finished).toEqual({ shelves: 3_000 })
    expect(taken.length).toBeGreaterThan(100)
  })

  test('fails when the sink does, and leaves the connection usable', async () => {
    await bring(JSON.stringify(library))
    const sink = new Writable({ write: (_chunk, _encoding, done) => done(new Error('disk full')) })
    const scope = { workspace_ids: null }
    await expect(exportArchive({ db: database.db, collections, scope, form: 'lines', sink })).rejects.toThrow(
      'disk full',
    )
    expect(await contents('shelves')).toHaveLength(2)
  })
})

test('collections that need each other, or what is not there, are refused at once', () => {
  const one = (name: string, after: string[]): Collection => ({ ...shelves, name, after })
  expect(() => inDependencyOrder([one('a', ['b']), one('b', ['a'])])).toThrow('need each other: a → b')
  expect(() => inDependencyOrder([one('a', ['c'])])).toThrow('needs c')
  expect(() => inDependencyOrder([one('a', []), one('a', [])])).toThrow('same name')
})

function book(change: object) {
  return { id: `b${JSON.stringify(change).length}`, shelf_id: 's1', pages: 1, ...change }
}

function bring(content: string | Buffer): Promise<Record<string, number>> {
  return bringFrom(Readable.from([Buffer.from(content)]))
}

function bringFrom(source: string | Readable): Promise<Record<string, number>> {
  return importArchive({ db: database.db, collections, source, now: NOW, log, secrets })
}

function take(form: 'document' | 'lines'): Promise<string> {
  return exportText({ db: database.db, collections }, null, form)
}

async function contents(table: 'shelves' | 'books') {
  return (await database.pool.query(`select * from ${table} order by id`)).rows
}
