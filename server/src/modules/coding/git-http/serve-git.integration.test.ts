/** Clones, fetches and pushes with the git of this machine, over HTTP. */
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { descendantsOf } from '../../../../test/descendants.ts'
import { startApp } from '../../../../test/start-app.ts'
import { useApp } from '../../../../test/use-app.ts'
import { useFolder } from '../../../../test/use-folder.ts'
import { useTeam } from '../../../../test/use-team.ts'
import { commandLine } from '../../../platform/database/living-process.ts'
import { rawRequest, sendRaw } from '../../../platform/http/test/raw-http.ts'
import { plainGit } from '../test/plain-git.ts'

const app = useApp({ rate_limits: 'off' })
const { owner, editor, viewer, guest, stranger } = useTeam(app)
const folder = useFolder()
const git = plainGit(folder)
let shop: { id: string }
let count = 0
/** `PACK`, version 2, no objects, and the hash of that. */
const EMPTY_PACK = Buffer.from('5041434b0000000200000000029d08823bd8a8eab510ad6ac75c823cfd3ed31e', 'hex')
const place = () => join(folder, `place-${++count}`)

beforeAll(async () => {
  shop = await app.make.app(owner)
  const at = { app_id: shop.id }
  await app.as(owner).repository.connect(at, { provider: 'local', full_name: 'acme/shop' })
  const work = await makeWork({ 'a.txt': 'one\n' })
  await git(work, 'push', url(owner.token), 'main')
})

function url(token: string | null, { workspace = owner.workspace_id, name = 'acme/shop.git' } = {}): string {
  const address = new URL(`${app.baseUrl}/git/${workspace}/${name}`)
  if (token !== null) Object.assign(address, { username: 'git', password: token })
  return address.href
}

async function makeWork(files: Record<string, string>): Promise<string> {
  const work = place()
  await git(folder, 'init', '--quiet', '--initial-branch=main', work)
  await commit(work, files)
  return work
}

async function commit(work: string, files: Record<string, string | Buffer>): Promise<string> {
  for (const [path, text] of Object.entries(files)) await writeFile(join(work, path), text)
  await git(work, 'add', '--all')
  await git(work, 'commit', '--quiet', '--message=Change')
  return git(work, 'rev-parse', 'HEAD')
}

async function clone(token: string): Promise<string> {
  const work = place()
  await git(folder, 'clone', '--quiet', url(token), work)
  return work
}

const ask = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(`${app.baseUrl}/git/${path}`, { headers, ...init })
const basic = (token: string) => ({ authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` })
const refs = (service = 'git-upload-pack') =>
  `${owner.workspace_id}/acme/shop.git/info/refs?service=${service}`
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code]

describe('who may', () => {
  test('nobody without a credential, which git is asked for', async () => {
    const answer = await ask(refs())
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=/)
    expect(await codeOf(answer)).toEqual([401, 'missing_credentials'])
    await expect(git(folder, 'ls-remote', url(null))).rejects.toThrow(
      /could not read Username|terminal prompts/,
    )
    await expect(git(folder, 'ls-remote', url('pat_wrong'))).rejects.toThrow(/Authentication failed/)
    await expect(git(folder, 'ls-remote', url('nonsense'))).rejects.toThrow(/Authentication failed/)
    expect(await codeOf(await ask(refs(), basic('pat_wrong')))).toEqual([401, 'invalid_credentials'])
  })

  test('a cookie is no credential here: a page must not push for somebody', async () => {
    const cookie = `atrium=${await app.make.session(owner)}`
    const own = { cookie, origin: app.baseUrl, 'sec-fetch-site': 'same-origin' }
    expect(await codeOf(await ask(refs(), own))).toEqual([401, 'missing_credentials'])
    const push = `${owner.workspace_id}/acme/shop.git/git-receive-pack`
    const form = { ...basic(owner.token), 'content-type': 'text/plain' }
    expect((await ask(push, form, { method: 'POST', body: '0000' })).status).toBe(415)
  })

  test('the basic scheme counts here alone', async () => {
    const answer = await fetch(`${app.baseUrl}/api/auth/me`, { headers: basic(owner.token) })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect(await codeOf(answer)).toEqual([401, 'invalid_credentials'])
    expect((await ask(refs(), { authorization: `Bearer ${owner.token}` })).status).toBe(200)
    expect((await ask(refs(), basic(owner.token))).status).toBe(200)
  })

  test('viewers and read-only tokens clone, and do not push', async () => {
    const readOnly = await app.make.token(editor, { permission: 'read_only' })
    for (const [token, code] of [
      [viewer.token, 'editor_required'],
      [readOnly, 'read_only_credential_route_not_allowed'],
    ] as const) {
      const work = await clone(token)
      await commit(work, { 'refused.txt': 'x' })
      await expect(git(work, 'push', 'origin', 'HEAD:refused')).rejects.toThrow('403')
      expect(await codeOf(await ask(refs('git-receive-pack'), basic(token)))).toEqual([403, code])
    }
    expect(await git(folder, 'ls-remote', '--heads', url(editor.token), 'refused')).toBe('')
  })

  test('guests reach it by an app that is connected to it, with their role there', async () => {
    const missing = async () =>
      expect(await codeOf(await ask(refs(), basic(guest.token)))).toEqual([404, 'repository_not_found'])
    await missing()
    const at = { app_id: shop.id, email: guest.email }
    await app.as(owner).collaborators.set(at, { role: 'viewer' })
    const work = await clone(guest.token)
    await commit(work, { 'guest.txt': 'x' })
    await expect(git(work, 'push', 'origin', 'HEAD:guest')).rejects.toThrow('403')
    await app.as(owner).collaborators.set(at, { role: 'editor' })
    await git(work, 'push', '--quiet', 'origin', 'HEAD:guest')
    await app.as(owner).collaborators.remove(at)
    await missing()
  })

  test('of several apps that are connected to it the highest role counts', async () => {
    const other = await app.make.app(owner)
    const local = { provider: 'local', full_name: 'acme/shop' } as const
    await app.as(owner).repository.connect({ app_id: other.id }, local)
    for (const [viewed, edited] of [[shop, other] as const, [other, shop] as const]) {
      const both = await app.make.person('guest', { id: owner.workspace_id })
      await app.make.collaborator(viewed, both, 'viewer')
      expect((await ask(refs('git-receive-pack'), basic(both.token))).status).toBe(403)
      await app.make.collaborator(edited, both, 'editor')
      expect((await ask(refs('git-receive-pack'), basic(both.token))).status).toBe(200)
    }
  })

  test('a token that is limited to other apps does not reach it', async () => {
    const other = await app.make.app(owner)
    const limited = await app.make.token(owner, { app_ids: [other.id] })
    expect((await ask(refs(), basic(limited))).status).toBe(404)
    const ours = await app.make.token(owner, { app_ids: [shop.id] })
    expect((await ask(refs('git-receive-pack'), basic(ours))).status).toBe(200)
  })

  test('another workspace reads as missing, and so does what is no repository', async () => {
    for (const path of [
      refs(),
      refs('git-receive-pack'),
      `${stranger.workspace_id}/acme/shop.git/info/refs?service=git-upload-pack`,
      'wsp_unknown/acme/shop.git/info/refs?service=git-upload-pack',
    ]) {
      expect(await codeOf(await ask(path, basic(stranger.token)))).toEqual([404, 'repository_not_found'])
    }
    const w = owner.workspace_id
    for (const path of [
      `${w}/acme/other.git/info/refs?service=git-upload-pack`,
      `${w}/acme/shop.git/info/refs`,
      `${w}/acme/shop.git/info/refs?service=git-upload-archive`,
      `${w}/acme/shop.git/HEAD`,
      `${w}/acme/shop.git/objects/info/packs`,
      `${w}/acme/../acme/shop.git/config`,
      `${w}/acme%2fshop.git/info/refs?service=git-upload-pack`,
      'x',
    ]) {
      expect(await codeOf(await ask(path, basic(owner.token))), path).toEqual([404, 'repository_not_found'])
    }
  })
})

test('without git on the machine says so', async () => {
  let fault: string | null = null
  const bare = await startApp({ rate_limits: 'off' }, { git: { fault: async () => fault } })
  const person = await bare.make.person('owner')
  const { id: app_id } = await bare.make.app(person)
  await bare.as(person).repository.connect({ app_id }, { provider: 'local', full_name: 'acme/shop' })
  fault = 'There is no git.'
  const path = `/git/${person.workspace_id}/acme/shop.git/info/refs?service=git-upload-pack`
  const answer = await fetch(bare.baseUrl + path, { headers: basic(person.token) })
  expect(await codeOf(answer)).toEqual([503, 'git_unavailable'])
})

test('a repository that has grown too large is read, and takes no pushes', async () => {
  const size = async () => 2 ** 31
  const full = await startApp({ rate_limits: 'off' }, { git: { repository: () => ({ size }) as never } })
  const person = await full.make.person('owner')
  const { id: app_id } = await full.make.app(person)
  await full.as(person).repository.connect({ app_id }, { provider: 'local', full_name: 'acme/shop' })
  const read = (service: string) =>
    fetch(`${full.baseUrl}/git/${person.workspace_id}/acme/shop.git/info/refs?service=${service}`, {
      headers: basic(person.token),
    })
  expect((await read('git-upload-pack')).status).toBe(200)
  expect(await codeOf(await read('git-receive-pack'))).toEqual([413, 'body_too_large'])
})

describe('git', () => {
  test('clones, pushes and fetches; the audit log says what moved', async () => {
    const [one, two] = [await clone(owner.token), await clone(editor.token)]
    const pushed = await commit(one, { 'b.txt': 'two\n' })
    await git(one, 'push', '--quiet', 'origin', 'HEAD:topic')
    await git(one, 'tag', '-a', '-m', 'First', 'v1')
    await git(one, 'push', '--quiet', 'origin', 'v1')
    await git(two, 'fetch', '--quiet', '--tags', 'origin', 'topic')
    expect(await git(two, 'rev-parse', 'FETCH_HEAD')).toBe(pushed)
    expect(await git(two, 'rev-parse', 'v1^{commit}')).toBe(pushed)
    const { items } = await app.as(owner).audit.list()
    expect(items.slice(0, 2)).toMatchObject([
      { action: 'git.push', target_id: 'acme/shop', detail: { refs: [{ ref: 'refs/tags/v1' }] } },
      { action: 'git.push', detail: { refs: [{ ref: 'refs/heads/topic', from: null, to: pushed }] } },
    ])
  })

  test('writes down a push whose client does not want to know what came of it', async () => {
    const head = await git(await clone(owner.token), 'rev-parse', 'HEAD')
    const none = '0'.repeat(40)
    const line = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`
    const push = (name: string, commands: string) =>
      ask(
        `${owner.workspace_id}/acme/shop.git/git-receive-pack`,
        { ...basic(owner.token), 'content-type': 'application/x-git-receive-pack-request' },
        { method: 'POST', body: Buffer.concat([Buffer.from(`${commands}0000`), EMPTY_PACK]) },
      ).then(async (answer) => [answer.status, (await answer.text()).includes(name)])
    const branch = (name: string) => line(`${none} ${head} refs/heads/${name}\0 agent=quiet`)
    expect(await push('silent', branch('silent'))).toEqual([200, false])
    const refused = Array.from({ length: 900 }, (_, at) => line(`${none} ${head} refs/hidden/${at}`)).join('')
    expect(await push('many', `${branch('many')}${refused}`)).toEqual([200, false])
    const { items } = await app.as(owner).audit.list()
    expect(items.slice(0, 2)).toMatchObject([
      { action: 'git.push', detail: { refs: [{ ref: 'refs/heads/many' }], truncated: true } },
      { action: 'git.push', detail: { refs: [{ ref: 'refs/heads/silent', from: null, to: head }] } },
    ])
  })

  test('serves one person four requests at once; the next waits, and those of others do not', async () => {
    const path = `${viewer.workspace_id}/acme/shop.git/git-upload-pack`
    const headers = {
      ...basic(viewer.token),
      'content-type': 'application/x-git-upload-pack-request',
      'git-protocol': 'version=2',
    }
    const isServed = () =>
      descendantsOf(process.pid).filter((pid) => commandLine(pid).includes('upload-pack --stateless-rpc'))
    const controls = Array.from({ length: 4 }, () => new AbortController())
    // Bodies that never end.
    const begun = () =>
      new ReadableStream({ start: (body) => body.enqueue(Buffer.from('0014command=ls-refs\n')) })
    const slow = controls.map(({ signal }) => {
      const request = { method: 'POST', body: begun(), duplex: 'half', signal } as const
      return ask(path, headers, request).catch(() => null)
    })
    await vi.waitFor(() => expect(isServed()).toHaveLength(4), 30_000)
    let isAnswered = false
    const next = git(folder, 'ls-remote', url(viewer.token), 'main').then((said) => {
      isAnswered = true
      return said
    })
    expect(await git(folder, 'ls-remote', url(editor.token), 'main')).toContain('refs/heads/main')
    expect(isAnswered).toBe(false)
    controls[0]?.abort()
    expect(await next).toContain('refs/heads/main')
    for (const control of controls) control.abort()
    await Promise.all(slow)
  })

  test('speaks every version of its protocol, and any case of the name', async () => {
    for (const version of ['0', '1', '2']) {
      const args = [
        '-c',
        `protocol.version=${version}`,
        'ls-remote',
        url(owner.token, { name: 'ACME/Shop' }),
        'HEAD',
      ]
      expect(await git(folder, ...args)).toMatch(/^[0-9a-f]{40}\s+HEAD$/)
    }
  })

  test('takes requests that are compressed, and none that are no such thing', async () => {
    const fetchPath = `${owner.workspace_id}/acme/shop.git/git-upload-pack`
    const headers = {
      ...basic(owner.token),
      'content-type': 'application/x-git-upload-pack-request',
      'git-protocol': 'version=2',
    }
    const request = '0014command=ls-refs\n00010009peel\n0000'
    const plain = await (await ask(fetchPath, headers, { method: 'POST', body: request })).text()
    const zipped = { ...headers, 'content-encoding': 'gzip' }
    const packed = await (await ask(fetchPath, zipped, { method: 'POST', body: gzipSync(request) })).text()
    expect(plain).toContain('refs/heads/main')
    expect(packed).toBe(plain)
    const bomb = gzipSync(`0014command=ls-refs\n0001${'001dref-prefix refs/heads/xx\n'.repeat(400_000)}0000`)
    const refused = await ask(fetchPath, zipped, { method: 'POST', body: bomb })
    expect(await codeOf(refused)).toEqual([413, 'body_too_large'])
  })

  test('moves branches and tags, and nothing else; the base branch stays', async () => {
    const work = await clone(owner.token)
    const head = await git(work, 'rev-parse', 'HEAD')
    for (const ref of [`refs/replace/${head}`, 'refs/pull/1/head', 'refs/fetched/x', 'refs/notes/commits']) {
      await expect(git(work, 'push', 'origin', `HEAD:${ref}`), ref).rejects.toThrow(/hidden ref|rejected/)
    }
    await expect(git(work, 'push', 'origin', ':main')).rejects.toThrow(/deletion of the current branch/)
    await git(work, 'push', '--quiet', 'origin', 'HEAD:brief')
    await git(work, 'push', '--quiet', 'origin', ':brief')
    const listed = await git(folder, 'ls-remote', url(owner.token))
    expect(listed).not.toMatch(/brief|replace|pull|fetched|notes/)
  })

  test('of two pushes at once one is first, and the other is refused', async () => {
    const works = await Promise.all([clone(owner.token), clone(editor.token)])
    await Promise.all(works.map((work, at) => commit(work, { 'same.txt': `${at}\n` })))
    const outcomes = await Promise.allSettled(
      works.map((work) => git(work, 'push', 'origin', 'HEAD:refs/heads/race')),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const winner = works[outcomes.findIndex(({ status }) => status === 'fulfilled')] ?? ''
    const [head] = (await git(folder, 'ls-remote', url(owner.token), 'refs/heads/race')).split('\t')
    expect(head).toBe(await git(winner, 'rev-parse', 'HEAD'))
  })

  test('pushes a large file, and none that is too large', async () => {
    const work = await clone(owner.token)
    await commit(work, { 'large.bin': randomBytes(3 * 2 ** 20) })
    await git(work, 'push', '--quiet', 'origin', 'HEAD:large')
    const path = `${owner.workspace_id}/acme/shop.git/git-receive-pack`
    const { authorization } = basic(owner.token)
    const length = `content-length: ${101 * 2 ** 20}`
    const head = rawRequest('POST', `/git/${path}`, [`authorization: ${authorization}`, length])
    const answer = await sendRaw(app.baseUrl, head)
    expect([answer?.status, answer?.json.code]).toEqual([413, 'body_too_large'])
  })
})

test('repositories that hold what git does not accept are not taken', async () => {
  const work = await makeWork({ 'a.txt': 'x' })
  const blob = await git(work, 'rev-parse', 'HEAD:a.txt')
  await writeFile(join(work, 'tree'), Buffer.concat([Buffer.from('100644 .git\0'), Buffer.from(blob, 'hex')]))
  const tree = await git(work, 'hash-object', '-t', 'tree', '-w', '--literally', 'tree')
  const bad = await git(work, 'commit-tree', '-m', 'Bad', tree)
  await expect(git(work, 'push', url(owner.token), `${bad}:refs/heads/bad`)).rejects.toThrow(
    /unpack|fsck|rejected/,
  )
  expect(await git(folder, 'ls-remote', url(owner.token), 'refs/heads/bad')).toBe('')
})
