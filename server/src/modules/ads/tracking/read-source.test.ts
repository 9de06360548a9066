import { expect, test } from 'vitest'
import { ObjectMissing, SourceUnavailable } from '../../../ports/source-storage/port.ts'
import type { AppSource } from '../deps.ts'
import { readSource, SOURCE_BOUNDS } from './read-source.ts'

const CALL = `gtag('event', 'conversion', { send_to: 'AW-1/abc' })`
const read: string[] = []

function sourceOf(files: Record<string, string | (() => Promise<Uint8Array>)>): AppSource {
  read.length = 0
  return {
    revision: async () => 1,
    async *files() {
      for (const [path, content] of Object.entries(files)) {
        const text = typeof content === 'string' ? content : ''
        yield {
          path,
          size: Buffer.byteLength(text),
          read: async () => {
            read.push(path)
            return typeof content === 'string' ? Buffer.from(content) : content()
          },
        }
      }
    },
  }
}
const calls = async (files: Record<string, string>, bounds = {}) => {
  const found = await readSource(sourceOf(files), 'app_1', { ...SOURCE_BOUNDS, ...bounds })
  return { ...found, calls: found.calls.map(({ file_path }) => file_path) }
}

test('what no browser runs is not read', async () => {
  const no = ['README.md', 'a.json', 'a.css', 'functions/pay/index.ts', 'src/a.test.tsx', 'src/a.spec.js']
  const nor = ['src/types.d.ts', 'node_modules/x/a.js', 'src/__tests__/a.js', 'test/a.js', 'tests/a.js']
  const files = Object.fromEntries([...no, ...nor].map((path) => [path, CALL]))
  expect(await calls(files)).toEqual({ loaders: [], configs: [], calls: [], pages: 0, is_partial: false })
  expect(read).toEqual([])
})

test('pages and scripts of every kind are, pages first', async () => {
  const paths = ['a.js', 'a.mjs', 'b.cjs', 'c.ts', 'd.jsx', 'e.tsx', 'src/functions/f.js', 'contest/g.js']
  const files = Object.fromEntries(paths.map((path) => [path, CALL]))
  const found = await calls({
    ...files,
    'x.html': `<script>${CALL}</script>`,
    'y.vue': `<script>${CALL}</script>`,
  })
  expect(found).toMatchObject({ calls: ['x.html', ...paths, 'y.vue'], pages: 10, is_partial: false })
})

test.each([
  ['files', { files: 2 }, ['z.html', 'a.js']],
  ['the bytes of a file', { file_bytes: 60 }, ['a.js']],
  ['the bytes of all', { bytes: 125 }, ['z.html', 'a.js']],
  ['time', { ms: -1 }, []],
])('a bound on %s is kept and reported', async (_, bounds, found) => {
  const files = {
    'a.js': CALL,
    'b.js': `${CALL} // and more than the others have`,
    'z.html': `<script>${CALL}</script>`,
  }
  expect(await calls(files, bounds)).toMatchObject({ calls: found, pages: 3, is_partial: true })
})

test('bytes that are no text do no harm', async () => {
  const source = sourceOf({
    'a.js': async () => Buffer.concat([Buffer.from([0xff, 0, 0xfe, 0x20]), Buffer.from(CALL)]),
  })
  expect((await readSource(source, 'app_1')).calls).toHaveLength(1)
})

test.each([
  ['cannot be reached', new SourceUnavailable('away')],
  ['was removed in the meantime', new ObjectMissing('abc')],
])('code that %s is refused, to be tried again', async (_, error) => {
  const source = sourceOf({ 'a.js': () => Promise.reject(error) })
  await expect(readSource(source, 'app_1')).rejects.toMatchObject({ code: 'source_unavailable', status: 503 })
})

test('another failure stays what it is', async () => {
  const source = sourceOf({ 'a.js': () => Promise.reject(new Error('odd')) })
  await expect(readSource(source, 'app_1')).rejects.toThrow('odd')
})
