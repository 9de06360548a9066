/** Several nodes on one database. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app.ts'
import { askSite, createSiteScene, PAGE } from '../test/site-scene.ts'

const scene = await createSiteScene()
const { app, owner, at, publish } = scene
let other: TestApp

beforeAll(async () => {
  other = await createTestApp({ database_url: app.databaseUrl })
})
afterAll(async () => {
  await other?.stop()
  await scene.stop()
})

const elsewhere = async (path = '') =>
  (await askSite(other.baseUrl, `/sites/${at.app_id}/${path}`, { headers: PAGE })).text

test('all nodes serve a new revision at once, whichever stored it, and the old one not any more', async () => {
  await publish({ 'index.html': 'first' })
  expect(await elsewhere()).toBe('first')
  const old = await app.as(owner).site.read(at)
  await publish({ 'index.html': 'second' })
  // Well before the 5 s for which a node remembers by itself.
  await expect.poll(() => elsewhere(), { timeout: 3_000 }).toBe('second')
  await app.as(owner).site.activate({ ...at, revision_id: old.revision?.id ?? '' })
  await expect.poll(() => elsewhere(), { timeout: 3_000 }).toBe('first')
  await app.as(owner).site.unpublish(at)
  await expect.poll(() => elsewhere(), { timeout: 3_000 }).toBe('Not found\n')
})

test('nobody gets files of two revisions while it is switched', async () => {
  const texts = Array.from({ length: 8 }, (_, n) => `revision ${n}`)
  const seen: string[] = []
  let isPublishing = true
  const look = async () => {
    while (isPublishing) seen.push(await elsewhere(), await elsewhere('same.txt'))
  }
  const looking = look()
  for (const text of texts) await publish({ 'index.html': text, 'same.txt': text })
  isPublishing = false
  await looking
  // They never go back, and nothing is missing in between.
  const numbers = seen
    .filter((text) => text !== 'Not found\n')
    .map((text) => Number(text.replace('revision ', '')))
  expect(numbers.length).toBeGreaterThan(0)
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  const missingAt = seen.lastIndexOf('Not found\n')
  expect(seen.slice(0, missingAt + 1).every((text) => text === 'Not found\n')).toBe(true)
})
