/** What holds for repositories in a folder: git itself can read them, and what is not needed any more goes. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { localSourceStorage } from './local.ts'
import { encodeObject } from './object-form.ts'
import { ObjectMissing, type SourceStorage, SourceUnavailable } from './port.ts'

const ALL = { commits: 1_000, bytes: 1e9 }
let folder: string
let path: string
let storage: SourceStorage
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-source-'))
  path = join(folder, 'app_1.git')
  storage = localSourceStorage({ folder, sweepAfterMs: -1_000 })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function put(parent: string | null, files: Record<string, string | null>) {
  const changes = await Promise.all(
    Object.entries(files).map(async ([path, text]) => ({
      path,
      blob_id: text === null ? null : await storage.writeBlob('app_1', Buffer.from(text)),
    })),
  )
  const author = { name: 'Ada', email: 'ada@example.com' }
  return storage.commit('app_1', { parent, changes, message: 'change', author, at: new Date() })
}

/** A history of so many versions of one file next to one that stays. */
async function versions(count: number): Promise<string[]> {
  const commits = [await put(null, { 'keep/me': 'stays', 'a/b': 'version 0' })]
  for (let i = 1; i < count; i++) commits.push(await put(commits.at(-1) ?? null, { 'a/b': `version ${i}` }))
  return commits
}

function objectFiles(): string[] {
  return readdirSync(join(path, 'objects'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
}

function storeRaw(type: string, body: Buffer): string {
  const { id, bytes } = encodeObject(type as 'blob', body)
  mkdirSync(join(path, 'objects', id.slice(0, 2)), { recursive: true })
  writeFileSync(join(path, 'objects', id.slice(0, 2), id.slice(2)), deflateSync(bytes))
  return id
}

const hasGit = (() => {
  try {
    execFileSync('git', ['--version'])
    return true
  } catch {
    return false
  }
})()
const git = (...args: string[]) =>
  execFileSync('git', ['--git-dir', path, '-c', 'safe.directory=*', ...args], { encoding: 'utf8' })

describe.skipIf(!hasGit)('git itself', () => {
  test('finds nothing wrong, and reads history and files', async () => {
    const commits = await versions(3)
    const last = await put(commits[2] ?? null, { 'z.txt': 'z', 'a-b': 'x', 'ä/ö': 'y', 'keep/me': null })
    await storage.publish('app_1', last)
    expect(git('fsck', '--strict', '--full')).not.toMatch(/error|warning|missing/)
    expect(git('log', '--format=%H').trim().split('\n')).toEqual([last, ...commits.toReversed()])
    expect(
      git('-c', 'core.quotepath=off', 'ls-tree', '-r', '--name-only', 'main').trim().split('\n'),
    ).toEqual(['a-b', 'a/b', 'z.txt', 'ä/ö'])
    expect(git('show', 'main:a/b')).toBe('version 2')
  })

  test('finds nothing wrong after the history was cut', async () => {
    const commits = await versions(10)
    const newest = commits[9] ?? ''
    await storage.publish('app_1', newest)
    await (await storage.survey('app_1', newest, { commits: 3, bytes: 1e9 })).sweep(newest)
    expect(git('fsck', '--strict', '--full')).not.toMatch(/error|warning|missing/)
    expect(git('log', '--format=%H').trim().split('\n')).toEqual(commits.slice(7).toReversed())
  })
})

describe('a sweep', () => {
  test('leaves so many commits, all their files, and no other object', async () => {
    const commits = await versions(10)
    const newest = commits[9] ?? ''
    await storage.writeBlob('app_1', Buffer.from('never committed'))
    const swept = await (await storage.survey('app_1', newest, { commits: 4, bytes: 1e9 })).sweep(newest)
    // Of six commits: themselves, two folders and a file each; and the one that was never committed.
    expect(swept).toEqual({ objects: 25, bytes: expect.any(Number) })
    const kept = await Array.fromAsync(storage.history('app_1', newest))
    expect(kept.map(({ id }) => id)).toEqual(commits.slice(6).toReversed())
    expect(kept.at(-1)?.parent).toBeNull()
    for (const [i, commit] of commits.entries()) {
      const found = storage.findBlob('app_1', commit, 'a/b')
      if (i < 6) await expect(found).rejects.toBeInstanceOf(ObjectMissing)
      else {
        const bytes = await storage.readBlob('app_1', (await found) ?? '')
        expect(Buffer.from(bytes).toString()).toBe(`version ${i}`)
        expect(await storage.findBlob('app_1', commit, 'keep/me')).not.toBeNull()
      }
    }
    // Again, further down, on a history that was cut before.
    await (await storage.survey('app_1', newest, ALL)).sweep(newest)
    await (await storage.survey('app_1', newest, { commits: 1, bytes: 1e9 })).sweep(newest)
    expect(await Array.fromAsync(storage.history('app_1', newest))).toHaveLength(1)
    expect(objectFiles()).toHaveLength(6)
  })

  test('keeps the newest whole, however little room there is for the past', async () => {
    const [, , newest = ''] = await versions(3)
    await (await storage.survey('app_1', newest, { commits: 1_000, bytes: 1 })).sweep(newest)
    expect(await Array.fromAsync(storage.history('app_1', newest))).toHaveLength(1)
    expect(await storage.findBlob('app_1', newest, 'keep/me')).not.toBeNull()
  })

  test('spares what was committed after the survey', async () => {
    const [, newest = ''] = await versions(2)
    const survey = await storage.survey('app_1', newest, ALL)
    const later = await put(await put(newest, { x: '1' }), { y: '2' })
    await survey.sweep(later)
    expect(await Array.fromAsync(storage.history('app_1', later))).toHaveLength(4)
    for (const name of ['x', 'y', 'a/b']) expect(await storage.findBlob('app_1', later, name)).not.toBeNull()
  })

  test('spares what is young, or was asked for again, and takes what a killed process left', async () => {
    storage = localSourceStorage({ folder, sweepAfterMs: 60_000 })
    const [newest = ''] = await versions(1)
    const old = new Date(Date.now() - 3_600_000)
    const blobs = await Promise.all(
      ['old', 'again', 'new'].map((t) => storage.writeBlob('app_1', Buffer.from(t))),
    )
    for (const id of blobs.slice(0, 2))
      utimesSync(join(path, 'objects', id.slice(0, 2), id.slice(2)), old, old)
    await storage.writeBlob('app_1', Buffer.from('again'))
    mkdirSync(join(path, 'objects', '00'), { recursive: true })
    const draft = join(path, 'objects', '00', 'tmp_left')
    writeFileSync(draft, 'half')
    utimesSync(draft, old, old)
    const swept = await (await storage.survey('app_1', newest, ALL)).sweep(newest)
    expect(swept.objects).toBe(2)
    expect(objectFiles()).not.toContain('tmp_left')
    const [gone = '', ...left] = blobs
    await expect(storage.readBlob('app_1', gone)).rejects.toBeInstanceOf(ObjectMissing)
    for (const id of left) await storage.readBlob('app_1', id)
  })
})

describe('what was not written here', () => {
  test('is no way out: symbolic links and other repositories are not files', async () => {
    const link = storeRaw('blob', Buffer.from('/etc/passwd'))
    const entries = [
      ['120000', 'link', link],
      ['160000', 'module', '1'.repeat(40)],
      ['100755', 'tool', link],
    ].map(([mode, name, id]) =>
      Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id ?? '', 'hex')]),
    )
    const tree = storeRaw('tree', Buffer.concat(entries))
    const who = 'A <a@example.com> 1700000000 +0000'
    const commit = storeRaw('commit', Buffer.from(`tree ${tree}\nauthor ${who}\ncommitter ${who}\n\nx\n`))
    for (const at of ['link', 'link/x', 'module', 'module/x']) {
      expect(await storage.findBlob('app_1', commit, at)).toBeNull()
    }
    expect(await storage.findBlob('app_1', commit, 'tool')).toBe(link)
    await expect(put(commit, { 'link/x': 'through' })).rejects.toMatchObject({ name: 'PathBlocked' })
    await (await storage.survey('app_1', commit, ALL)).sweep(commit)
  })

  test('is refused when it is broken, or much larger than it looks', async () => {
    const id = storeRaw('blob', Buffer.alloc(40 * 1024 * 1024))
    await expect(storage.readBlob('app_1', id)).rejects.toBeInstanceOf(SourceUnavailable)
    writeFileSync(join(path, 'objects', id.slice(0, 2), id.slice(2)), 'not compressed')
    await expect(storage.readBlob('app_1', id)).rejects.toBeInstanceOf(SourceUnavailable)
    const tree = storeRaw('tree', Buffer.from('100644 a'))
    await expect(storage.readBlob('app_1', tree)).rejects.toBeInstanceOf(ObjectMissing)
    await expect(storage.readBlob('app_1', '../../../../etc/passwd')).rejects.toBeInstanceOf(ObjectMissing)
  })
})
