/** What a browser that has never been here loads for the first page, as it was built: how much, and all at once. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'

const MOST_BYTES = 170_000
const MOST_REQUESTS = 12
const DIST = fileURLToPath(new URL('dist/', import.meta.url))
if (!existsSync(`${DIST}index.html`))
  throw new Error('The console is not built. Run: npm run build --workspace console')

interface Chunk {
  file: string
  name?: string
  imports?: string[]
}

const read = (file: string) => readFileSync(DIST + file, 'utf8')
const manifest: Record<string, Chunk> = JSON.parse(read('.vite/manifest.json'))
const html = read('index.html')
const addressesIn = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, path = '']) => path)

/** The file of a source and all that it imports, each before it can run. */
function filesOf(source: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`${source} is no entry of what was built`)
  if (found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const other of chunk.imports ?? []) filesOf(other, found)
  return found
}

/** Groups of files are no entries: they are known by the name that chunk-groups.ts gives them. */
function sourceOf(chunk: string): string {
  const [source] = Object.entries(manifest).find(([, { name }]) => name === chunk) ?? []
  if (source === undefined) throw new Error(`There is no chunk ${chunk}`)
  return source
}

/** The page names the entry itself, or the files that the entry would import and nothing else. */
function entryFiles(): Set<string> {
  const named = addressesIn(/<script type="module"[^>]* src="\/([^"]+)"/g)
  const sources = Object.keys(manifest).filter((source) => named.includes(manifest[source]?.file ?? ''))
  return sources.reduce((found, source) => filesOf(source, found), new Set<string>())
}

/** What the page asks for before any module has run: scripts, and answers of the API. */
function askedAtOnce(pathname: string): { scripts: string[]; reads: string[] } {
  const added: { href: string }[] = []
  const reads: string[] = []
  const page = {
    documentElement: { dataset: {} },
    createElement: () => ({}),
    head: { append: (link: { href: string }) => added.push(link) },
  }
  const fetch = async (path: string) => {
    reads.push(path)
  }
  const names = ['globalThis', 'fetch', 'document', 'location', 'localStorage']
  const values = [{}, fetch, page, { pathname, search: '' }, { getItem: () => null }]
  new Function(...names, read('start.js'))(...values)
  const named = addressesIn(
    /<(?:script type="module"|link rel="modulepreload")[^>]* (?:src|href)="\/([^"]+)"/g,
  )
  return { scripts: [...named, ...added.map(({ href }) => href.slice(1))], reads }
}

describe.each([
  {
    name: 'the home of a workspace',
    pathname: '/w/ws_1',
    chunk: 'frame',
    reads: ['auth/me', 'workspace/attention', 'workspace/overview', 'apps'],
  },
  {
    name: 'the page to sign in',
    pathname: '/sign-in',
    chunk: 'door',
    reads: [],
  },
])('$name', ({ pathname, chunk, reads }) => {
  const scripts = filesOf(sourceOf(chunk), entryFiles())

  test('asks for all its scripts and data at once, and for no other', () => {
    const asked = askedAtOnce(pathname)
    expect(asked.scripts.toSorted()).toEqual([...scripts].toSorted())
    expect(asked.reads.map((path) => path.replace(/^\/api\/|\?.*/g, ''))).toEqual(reads)
  })

  test(`has at most ${MOST_BYTES} bytes of script`, () => {
    const sizes = ['start.js', ...scripts].map((file) => gzipSync(read(file), { level: 9 }).length)
    const sum = sizes.reduce((all, size) => all + size, 0)
    console.info(`${pathname}: ${sum} bytes of script in ${sizes.length} files, compressed`)
    expect(sum).toBeLessThanOrEqual(MOST_BYTES)
  })

  test(`has at most ${MOST_REQUESTS} requests`, () => {
    const styles = addressesIn(/<link rel="stylesheet"[^>]* href="\/([^"]+)"/g)
    const icons = addressesIn(/<link rel="icon"[^>]* href="\/([^"]+)"/g)
    const files = ['index.html', 'start.js', ...scripts, ...styles, ...icons]
    expect(files.length + reads.length).toBeLessThanOrEqual(MOST_REQUESTS)
  })
})

test('no file stands between a page and the group it is in, which would be one more request in a row', () => {
  const scripts = readdirSync(`${DIST}assets`).filter((file) => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(200)
  expect(scripts.filter((file) => /^export\{[^}]*\}from"[^"]*";\s*$/.test(read(`assets/${file}`)))).toEqual(
    [],
  )
})
