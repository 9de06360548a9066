/** Starts on a disk that has no room. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startEmbedded } from '../src/platform/database/embedded.ts'
import { createLog } from '../src/platform/log.ts'
import { readConfig } from '../src/settings/config.ts'
import { findPostmaster } from './node-process.ts'
import { canMount, fill, smallDisk } from './small-disk.ts'
import { spawnTestNode } from './test-nodes.ts'

const PAGE = 4096

async function expectSentence(DATA_DIR: string, words: RegExp): Promise<void> {
  const node = spawnTestNode({ settings: { DATA_DIR } })
  expect(await node.ended).toBe(1)
  const said = node.output()
  expect(said).toMatch(/^atrium: The disk is full \(.*\)\. Free space on it, then start again/m)
  expect(said).toMatch(words)
  expect(said).not.toMatch(/^\s+at /m)
  expect(findPostmaster(DATA_DIR)).toBeNull()
}

describe.skipIf(!canMount())('a start on a full disk says so', () => {
  test('before there is anything', async () => {
    const disk = smallDisk(1)
    fill(disk)
    await expectSentence(join(disk, 'data'), /ENOSPC/)
  })

  test('while the database is made', async () => {
    await expectSentence(join(smallDisk(16), 'data'), /No space left on device/)
  })

  test('when the database is there and PostgreSQL finds no room', async () => {
    const disk = smallDisk(256)
    const DATA_DIR = join(disk, 'data')
    readConfig({ DATA_DIR }) // makes its key
    const database = await startEmbedded({ dataDir: DATA_DIR, log: createLog('silent'), durable: 'off' })
    await database.stop()
    fill(disk, PAGE) // which our own lock takes
    await expectSentence(DATA_DIR, /could not write lock file "postmaster\.pid": No space left on device/)
  })
})
