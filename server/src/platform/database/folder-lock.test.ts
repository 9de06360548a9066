import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './folder-lock.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-lock-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a lock has one holder, and is free again after its release', async () => {
  const lock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(`process ${process.pid}`)
  await lock.release()
  expect(await readdir(folder)).toEqual([])
  await (await lockFolder(folder)).release()
})

test.each([
  ['a process that has ended', JSON.stringify({ pid: 2 ** 22 + 1, started: null, key: 'x' })],
  [
    'an earlier process with the id of a living one',
    JSON.stringify({ pid: process.pid, started: 'x', key: 'x' }),
  ],
  ['a power cut', ''],
])('of many that find the lock of %s, one takes it over', async (_, stale) => {
  await writeFile(join(folder, 'atrium.lock'), stale)
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await readdir(folder)).toEqual(['atrium.lock'])
})

test('anyone who lost the lock does not remove that of the next one', async () => {
  const lost = await lockFolder(folder)
  await writeFile(join(folder, 'atrium.lock'), 'of the next one')
  expect(await lost.isHeld()).toBe(false)
  await lost.release()
  expect(await readFile(join(folder, 'atrium.lock'), 'utf8')).toBe('of the next one')
})

test('a process that was killed during a take-over is not in the way', async () => {
  const stale = JSON.stringify({ pid: 2 ** 22 + 1, started: null, key: 'x' })
  await writeFile(join(folder, 'atrium.lock'), stale)
  await writeFile(join(folder, 'atrium.lock.takeover'), stale)
  const lock = await lockFolder(folder)
  expect(await lock.isHeld()).toBe(true)
  expect(await readdir(folder)).toEqual(['atrium.lock'])
})
