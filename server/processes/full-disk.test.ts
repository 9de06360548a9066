/** Starts on a disk that has no room: a small one in memory, which only root can make. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startEmbedded } from '../src/platform/database/embedded.ts'
import { createLog } from '../src/platform/log.ts'
import { readConfig } from '../src/settings/config.ts'
import { findPostmaster } from './node-process.ts'
import { spawnTestNode } from './test-nodes.ts'

const PAGE = 4096

function mount(folder: string, mebibytes: number): boolean {
  try {
    const options = `size=${mebibytes}m,mode=0755`
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false // not root, or not allowed in this container
  }
}

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-mount-'))
  const isMounted = process.platform === 'linux' && mount(folder, 1)
  if (isMounted) execFileSync('umount', [folder])
  rmSync(folder, { recursive: true })
  return isMounted
}

function smallDisk(mebibytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-small-disk-'))
  if (!mount(folder, mebibytes)) throw new Error('the disk could not be made')
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true })
  })
  return folder
}

/** Takes all room but so many bytes. */
function fill(disk: string, leave = 0): void {
  const filler = join(disk, 'filler')
  const { bavail, bsize } = statfsSync(disk)
  const size = bavail * bsize
  writeFileSync(filler, Buffer.alloc(size))
  if (leave > 0) truncateSync(filler, size - leave)
}

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
