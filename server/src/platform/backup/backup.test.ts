import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { useFolder } from '../../../test/use-folder.ts'
import { isLeftOut } from './cluster-files.ts'
import { newStreamKey, streamKey } from './encrypt-stream.ts'
import { folderPlace, singleFolder } from './folder-place.ts'
import { logFiles, logFilesBefore, nextLogFile, offsetIn, startOf } from './log-files.ts'
import { NotInPlace } from './place.ts'
import { requireSafe } from './restore-backup.ts'
import { packTar, type TarFile, unpackTar } from './tar.ts'
import { isWithin } from './verify-backup.ts'
import { readVolumes, writeVolumes } from './volumes.ts'
import { openFound, walkFiles } from './walk-files.ts'

const PASSPHRASE = 'a passphrase for tests'
const ID = '2026-11-17T22-26-35Z-3f2a9c'
const MiB = 1024 * 1024

async function* of(...chunks: (Uint8Array | string)[]) {
  for (const chunk of chunks) yield Buffer.from(chunk)
}

describe('encrypted streams', () => {
  const key = newStreamKey(PASSPHRASE)
  const seal = (bytes: Buffer) => buffer(key.encrypt('data', of(bytes)))
  const open = (sealed: Buffer, name = 'data') => buffer(key.decrypt(name, of(sealed)))

  test.each([0, 1, MiB - 1, MiB, MiB + 1, 3 * MiB])('%i bytes come back', async (length) => {
    const bytes = randomBytes(length)
    const sealed = await seal(bytes)
    expect((await open(sealed)).equals(bytes)).toBe(true)
  })

  test('hide what they hold', async () => {
    const bytes = randomBytes(MiB + 1)
    expect((await seal(bytes)).includes(bytes.subarray(0, 64))).toBe(false)
  })

  test('do not open when anything was changed, cut off, moved or is called otherwise', async () => {
    const sealed = await seal(randomBytes(3 * MiB))
    const piece = MiB + 16
    const changed = Buffer.from(sealed)
    changed[500] = (changed[500] ?? 0) ^ 1
    const swapped = Buffer.concat([
      sealed.subarray(0, 16),
      sealed.subarray(16 + piece, 16 + 2 * piece),
      sealed.subarray(16, 16 + piece),
      sealed.subarray(16 + 2 * piece),
    ])
    const broken = [
      changed,
      swapped,
      sealed.subarray(0, 16 + piece),
      sealed.subarray(0, 16),
      sealed.subarray(1),
    ]
    for (const bytes of broken) await expect(open(bytes)).rejects.toThrow('does not open')
    await expect(open(sealed, 'contents')).rejects.toThrow('does not open')
    const other = streamKey('another passphrase', key.parameters)
    await expect(buffer(other.decrypt('data', of(sealed)))).rejects.toThrow('does not open')
  })

  test('are different each time', async () => {
    const bytes = Buffer.alloc(100)
    expect((await seal(bytes)).equals(await seal(bytes))).toBe(false)
  })
})

describe('a tar in volumes', () => {
  test('comes back, with long names, empty files and folders', async () => {
    const long = `uploads/${'a'.repeat(120)}/${'b'.repeat(120)}`
    async function* files(): AsyncGenerator<TarFile> {
      yield { path: 'postgres/base/', size: 0, bytes: of() }
      yield { path: 'postgres/empty', size: 0, bytes: of() }
      yield { path: long, size: 700, bytes: of(Buffer.alloc(700, 7)) }
      yield { path: 'source/ä', size: 512, bytes: of(Buffer.alloc(512, 8)) }
    }
    const stored = new Map<string, Buffer>()
    const volumes = await writeVolumes(
      packTar(files(), () => {}),
      async (name, bytes) => void stored.set(name, await buffer(bytes)),
      1_000,
    )
    expect(volumes.length).toBeGreaterThan(3)
    const read = (name: string) => of(stored.get(name) ?? '')
    const found: [string, number][] = []
    for await (const { path, bytes } of unpackTar(readVolumes(volumes, read))) {
      found.push([path, (await buffer(bytes)).length])
    }
    expect(found).toEqual([
      ['postgres/base/', 0],
      ['postgres/empty', 0],
      [long, 700],
      ['source/ä', 512],
    ])
    const name = volumes[1]?.name ?? ''
    for (const wrong of [Buffer.alloc(1_000), stored.get(name)?.subarray(1) ?? '', Buffer.alloc(2_000)]) {
      const damaged = readVolumes(volumes, (one) => (one === name ? of(wrong) : read(one)))
      await expect(buffer(damaged)).rejects.toThrow(`${name} is not what its manifest says`)
    }
  })

  test.each([
    '../etc/passwd',
    'postgres/../../x',
    '/etc/passwd',
    'postgres//x',
    'postgres/.',
    'secret.key',
    'postgres',
    'other/x',
    'uploads/a\0b',
    'uploads/a\\b',
  ])('%j is not a file of a backup', (path) => {
    expect(() => requireSafe(path)).toThrow('not written by Atrium')
  })
})

describe('a place in a folder', () => {
  const folder = useFolder()

  test('holds whole backups only, for nobody else to read', async () => {
    const root = join(folder, 'place')
    const place = folderPlace(root)
    expect(await place.list()).toEqual([])
    const draft = await place.begin(ID)
    await draft.write('data-00001', of('abc'))
    await draft.write('manifest.json', of('{}'))
    expect(await place.list()).toEqual([])
    await draft.complete()
    expect(await place.list()).toEqual([ID])
    const modes = await Promise.all(
      [root, join(root, ID), join(root, ID, 'data-00001')].map((path) => stat(path)),
    )
    expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o700, 0o600])
    expect((await buffer(place.read(ID, 'data-00001'))).toString()).toBe('abc')
    await expect(buffer(place.read(ID, 'data-00002'))).rejects.toThrow(NotInPlace)
    await expect(async () => buffer(place.read(`../${ID}`, 'data-00001'))).rejects.toThrow(NotInPlace)
    await place.remove(ID)
    expect(await readdir(root)).toEqual([])
  })

  test('removes what a killed backup left, when the next one begins', async () => {
    const root = join(folder, 'left')
    const left = await folderPlace(root).begin(ID)
    await left.write('data-00001', of('half'))
    await folderPlace(root).begin('2026-11-17T22-26-36Z-000000')
    expect(await readdir(root)).toEqual(['2026-11-17T22-26-36Z-000000.part'])
  })

  test('neither reads nor writes through symbolic links', async () => {
    const root = join(folder, 'links')
    await mkdir(join(root, ID), { recursive: true })
    await writeFile(join(root, 'outside'), 'kept')
    await symlink(join(root, 'outside'), join(root, ID, 'manifest.json'))
    await symlink(join(root, 'outside'), join(root, ID, 'data-00001'))
    await symlink(join(root, 'outside'), join(root, ID, 'verification.json.part'))
    const place = folderPlace(root)
    expect(await place.list()).toEqual([])
    await expect(buffer(place.read(ID, 'data-00001'))).rejects.toThrow('not a plain file')
    await place.write(ID, 'verification.json', of('new'))
    expect(await readFile(join(root, 'outside'), 'utf8')).toBe('kept')
  })

  test('a named folder must be new or empty', async () => {
    const used = join(folder, 'used')
    await mkdir(used)
    const draft = await singleFolder(used).begin(ID)
    await draft.write('manifest.json', of('{}'))
    await draft.complete()
    await expect(singleFolder(used).begin(ID)).rejects.toThrow('is there already')
    await symlink(used, join(folder, 'link'))
    await expect(singleFolder(join(folder, 'link')).begin(ID)).rejects.toThrow('is there already')
  })
})

describe('files that are copied', () => {
  const folder = useFolder()

  test('are plain ones, objects of git last', async () => {
    const root = join(folder, 'walk')
    await mkdir(join(root, 'a.git', 'objects', 'ab'), { recursive: true })
    await mkdir(join(root, 'a.git', 'refs'))
    await writeFile(join(root, 'a.git', 'HEAD'), 'ref')
    await writeFile(join(root, 'a.git', 'refs', 'main'), 'id')
    await writeFile(join(root, 'a.git', 'objects', 'ab', 'cd'), 'object')
    await symlink('/etc/passwd', join(root, 'a.git', 'link'))
    const found: string[] = []
    for await (const { path, size } of walkFiles(root)) if (size !== null) found.push(path)
    expect(found).toEqual(['a.git/HEAD', 'a.git/refs/main', 'a.git/objects/ab/cd'])
  })

  test('are left out where they cannot be read, and a failure where every file must be', async () => {
    const root = join(folder, 'unreadable')
    await mkdir(join(root, 'folder'), { recursive: true })
    const told: string[] = []
    const onUnreadable = (path: string, reason: string) => void told.push(`${path}: ${reason}`)
    // No folder can have this name, so reading it fails as on a damaged disk.
    const long = 'z'.repeat(300)
    expect(await Array.fromAsync(walkFiles(join(root, long), () => false, onUnreadable))).toEqual([])
    expect(told).toEqual([': ENAMETOOLONG'])
    await expect(walkFiles(join(root, long)).next()).rejects.toThrow('ENAMETOOLONG')
    expect(await openFound(root, long, 'x', onUnreadable)).toBeNull()
    expect(told.at(-1)).toBe(`${long}: ENAMETOOLONG`)
    // A folder can be opened and not read: its size is kept, and it is reported.
    const opened = await openFound(root, 'folder', 'x', onUnreadable)
    expect((await buffer(opened?.bytes ?? of())).length).toBe(opened?.size)
    expect(told.at(-1)).toBe('folder: EISDIR')
  })

  test('have the size that they had when they were opened', async () => {
    const path = join(folder, 'shrinks')
    await writeFile(path, Buffer.alloc(1_000, 1))
    await chmod(path, 0o600)
    const file = await openFound(folder, 'shrinks', 'x')
    await writeFile(path, Buffer.alloc(10, 1))
    expect((await buffer(file?.bytes ?? of())).length).toBe(1_000)
    expect(await openFound(folder, 'missing', 'x')).toBeNull()
  })

  test.each([
    ['postmaster.pid', true],
    ['pg_wal/000000010000000000000001', true],
    ['pg_wal/archive_status', false],
    ['pg_wal/archive_status/000000010000000000000001.done', true],
    ['pg_replslot/atrium_wal', true],
    ['pg_wal', false],
    ['base/5/pgsql_tmp/x', false],
    ['base/5/pgsql_tmp', true],
    ['base/5/t3_1234', true],
    ['base/5/1234', false],
    ['global/pg_control', true],
    ['PG_VERSION', false],
  ])('%s is left out of the database: %s', (path, expected) => {
    expect(isLeftOut(path)).toBe(expected)
  })
})

test('files of the log count on across their halves', () => {
  const size = 16 * MiB
  expect(nextLogFile('0000000100000000000000FF', size)).toBe('000000010000000100000000')
  expect([...logFiles('0000000100000000000000FE', '000000010000000100000001', size)]).toHaveLength(4)
  expect([...logFilesBefore('0000000100000000000000FE', '000000010000000100000001', size)]).toEqual([
    '0000000100000000000000FE',
    '0000000100000000000000FF',
    '000000010000000100000000',
  ])
  expect([...logFilesBefore('0000000100000000000000FE', '0000000100000000000000FE', size)]).toEqual([])
  expect(startOf('000000010000000100000002', size)).toBe('1/2000000')
  expect(offsetIn('1/2000028', size)).toBe(0x28)
})

test('rows that came or went around the moment of a backup are allowed for', () => {
  expect(isWithin(5, [5, 5])).toBe(true)
  expect(isWithin(4, [5, 5])).toBe(false)
  expect(isWithin(7, [5, 8])).toBe(true)
  expect(isWithin(1, [5, 8])).toBe(false)
  expect(isWithin(1, null)).toBe(true)
})
