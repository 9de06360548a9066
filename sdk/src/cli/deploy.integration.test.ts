import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../server/test/app.ts'
import type { Person } from '../../../server/test/make.ts'
import { cli } from '../../test/run-cli.ts'

const root = mkdtempSync(join(tmpdir(), 'atrium-deploy-'))
let app: TestApp
let owner: Person
let appId: string

beforeAll(async () => {
  app = await createTestApp({ rate_limits: 'off' })
  owner = await app.make.person('owner')
  appId = (await app.make.app(owner)).id
})
afterAll(async () => {
  await app?.stop()
  rmSync(root, { recursive: true, force: true })
})

let made = 0
function folderWith(files: Record<string, string | Buffer>): string {
  const folder = join(root, String(++made))
  mkdirSync(folder)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}
const deploy = (line: string, around = {}) =>
  cli(`deploy ${line}`, { env: { ATRIUM_URL: app.baseUrl, ATRIUM_TOKEN: owner.token }, ...around })
const get = async (path: string) => fetch(`${app.baseUrl}/sites/${appId}/${path}`)

describe('a folder', () => {
  test('becomes a site, byte by byte, and its address is shown', async () => {
    const bytes = Buffer.from([0, 255, 10, 13])
    const folder = folderWith({
      'index.html': '<p>Hé</p>',
      'a/b/c.bin': bytes,
      'a/e\u0301.txt': 'accent',
      '.well-known/x.txt': 'known',
      '.env': 'secret',
      'a/.hidden/x': 'secret',
    })
    const done = await deploy(`${folder} --app ${appId} --message First`, { columns: 80 })
    expect(done.code).toBe(0)
    expect(done.stdout).toBe(`${app.baseUrl}/sites/${appId}/\n`)
    expect(done.stderr).toBe(
      `Read 4 files of ${folder}, 25 bytes.\nSending and compressing …\nRevision 1 is live.\n`,
    )
    expect(await (await get('')).text()).toBe('<p>Hé</p>')
    expect(Buffer.from(await (await get('a/b/c.bin')).arrayBuffer())).toEqual(bytes)
    expect(await (await get('a/%C3%A9.txt')).text()).toBe('accent')
    expect((await get('.env')).status).toBe(404)
    const { revision } = await app.as(owner).site.read({ app_id: appId })
    expect(revision).toMatchObject({ message: 'First', file_count: 4 })
  })

  test('that has not changed makes no revision; into a pipe goes JSON', async () => {
    const folder = folderWith({ 'index.html': 'same' })
    const env = { ATRIUM_URL: app.baseUrl, ATRIUM_TOKEN: owner.token, ATRIUM_APP: appId }
    const first = await deploy(folder, { env })
    const again = await deploy(folder, { env })
    expect(JSON.parse(first.stdout)).toMatchObject({ status: 'published', file_count: 1 })
    expect(JSON.parse(again.stdout)).toMatchObject({ status: 'unchanged', file_count: 1 })
    expect(again.stderr).toContain('Nothing has changed')
  })

  test('with a link in it is refused, also when the link leads to a file of the folder', async () => {
    for (const target of ['/etc/passwd', 'index.html', '..', 'nowhere']) {
      const folder = folderWith({ 'index.html': 'x', 'a/x': 'x' })
      symlinkSync(target, join(folder, 'a/link'))
      const { code, stdout, stderr } = await deploy(`${folder} --app ${appId}`)
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toBe('atrium: a/link is a link; put the file itself there, or remove it.\n')
    }
  })

  test.each([
    ['no index.html', { 'about.html': 'x' }, 'has no index.html'],
    ['node_modules', { 'index.html': 'x', 'node_modules/x/y.js': 'x' }, 'node_modules does not belong'],
    [
      'node_modules further down',
      { 'index.html': 'x', 'a/node_modules/y.js': 'x' },
      'a/node_modules does not',
    ],
    ['too much', { 'index.html': 'x', 'large.bin': Buffer.alloc(40 * 1024 * 1024) }, 'too large'],
    [
      'too much in several files',
      { 'index.html': 'x', 'a.bin': Buffer.alloc(20 * 1024 * 1024), 'b.bin': Buffer.alloc(20 * 1024 * 1024) },
      'too large',
    ],
    [
      'too many files',
      Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [n ? `f${n}` : 'index.html', ''])),
      'has 2001 files',
    ],
  ])('with %s is refused before anything is sent', { tags: 'slow' }, async (_, files, sentence) => {
    const folder = folderWith(files)
    const fetch = () => Promise.reject(new Error('something was sent'))
    const { code, stderr } = await deploy(`${folder} --app ${appId}`, { fetch })
    expect(code).toBe(2)
    expect(stderr).toContain(sentence)
  })

  test('that is not there, an app that is not named or not there', async () => {
    expect(await deploy(`${root}/nowhere --app ${appId}`)).toMatchObject({
      code: 2,
      stderr: `atrium: There is no folder ${root}/nowhere.\n`,
    })
    const folder = folderWith({ 'index.html': 'x' })
    expect(await deploy(folder)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--app is missing'),
    })
    const unknown = await deploy(`${folder} --app app_unknown`)
    expect([unknown.code, unknown.stdout]).toEqual([1, ''])
    expect(unknown.stderr).toContain('app_not_found')
  })
})
