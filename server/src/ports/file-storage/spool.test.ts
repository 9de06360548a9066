import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inChunks, sample } from './conformance.ts'
import { createSpool } from './spool.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-spool-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('what a killed process left behind goes after a day, and nothing else', async () => {
  const incoming = join(folder, 'incoming')
  mkdirSync(incoming)
  const dayAgo = Date.now() / 1000 - 25 * 3600
  for (const name of ['old', 'new']) writeFileSync(join(incoming, name), 'x')
  utimesSync(join(incoming, 'old'), dayAgo, dayAgo)
  await createSpool(incoming)(inChunks(sample(10)))
  expect(readdirSync(incoming)).toContain('new')
  expect(readdirSync(incoming)).not.toContain('old')
})

test('a folder that cannot be made is a failure of the storage, and is tried again with the next file', async () => {
  const blocked = join(folder, 'blocked')
  writeFileSync(blocked, '')
  const spool = createSpool(join(blocked, 'incoming'))
  await expect(spool(inChunks(sample(10)))).rejects.toMatchObject({ name: 'StorageUnavailable' })
  rmSync(blocked)
  expect(await spool(inChunks(sample(10)))).toMatchObject({ size: 10 })
})
