/** Clones, fetches and pushes with the git of this machine, over HTTP. */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { descendantsOf } from '../../../../test/descendants.ts'
import { commandLine } from '../../../platform/database/living-process.ts'
import { rawRequest, sendRaw } from '../../../platform/http/test/raw-http.ts'
import type { Git } from '../../../ports/git/port.ts'
import { useGit } from '../../../ports/git/test/git-program.ts'
import { basic, codeOf, useGitHttp } from '../test/git-http-scene.ts'
import { plainGit } from '../test/plain-git.ts'

const ofMachine = useGit()
const { folder, place } = ofMachine
/** Where the repository lies that was served last. */
let bare = ''
const serve: Git['serve'] = (served, request) => {
  bare = served
  return ofMachine.git.serve(served, request)
}
const { app, team, shop, ask } = useGitHttp({ ...ofMachine.git, serve })
const { owner, editor, viewer, guest } = team
const git = plainGit(folder)
/** `PACK`, version 2, no objects, and the hash of that. */
const EMPTY_PACK = Buffer.from('5041434b0000000200000000029d08823bd8a8eab510ad6ac75c823cfd3ed31e', 'hex')

beforeAll(async () => {
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

describe('git', () => {
  test('asks for a credential, and reports a wrong one', async () => {
    await expect(git(folder, 'ls-remote', url(null))).rejects.toThrow(
      /could not read Username|terminal prompts/,
    )
    await expect(git(folder, 'ls-remote', url('pat_wrong'))).rejects.toThrow(/Authentication failed/)
    await expect(git(folder, 'ls-remote', url('nonsense'))).rejects.toThrow(/Authentication failed/)
  })

  test('clones for viewers and read-only tokens, and does not push for them', async () => {
    const readOnly = await app.make.token(editor, { permission: 'read_only' })
    for (const token of [viewer.token, readOnly]) {
      const work = await clone(token)
      await commit(work, { 'refused.txt': 'x' })
      await expect(git(work, 'push', 'origin', 'HEAD:refused')).rejects.toThrow('403')
    }
    expect(await git(folder, 'ls-remote', '--heads', url(editor.token), 'refused')).toBe('')
  })

  test('pushes for a guest with the role of an editor', async () => {
    const at = { app_id: shop.id, email: guest.email }
    await app.as(owner).collaborators.set(at, { role: 'editor' })
    const work = await clone(guest.token)
    await commit(work, { 'guest.txt': 'x' })
    await git(work, 'push', '--quiet', 'origin', 'HEAD:guest')
    await app.as(owner).collaborators.remove(at)
  })

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

  test('refuses names that are too long, too deep or misleading, and leaves no folder of them', async () => {
    const work = await clone(owner.token)
    const refsThere = () => readdir(join(bare, 'refs'), { recursive: true })
    const before = await refsThere()
    for (const [name, reason] of [
      [`${'a/'.repeat(2_000)}b`, 'at most 240 bytes'],
      [`${'a/'.repeat(20)}b`, 'at most 20 parts'],
      ['HEAD', 'reserved by git'],
      ['-f', 'does not begin with a hyphen'],
    ] as const) {
      const pushed = git(work, 'push', 'origin', 'HEAD:refs/heads/good', `HEAD:refs/heads/${name}`)
      await expect(pushed, name).rejects.toThrow(reason)
    }
    // Taken by git itself, which refuses it and leaves its folders.
    const below = git(work, 'push', 'origin', 'HEAD:refs/heads/main/b/c')
    await expect(below).rejects.toThrow(/rejected/)
    expect(await refsThere()).toEqual(before)
    const { items } = await app.as(owner).audit.list()
    expect(JSON.stringify(items)).not.toContain('refs/heads/good')
  })

  test('deletes a ref from before the rule for names', async () => {
    const [work, name] = [await clone(owner.token), `${'a/'.repeat(30)}b`]
    const path = join(bare, 'refs/heads', name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, await git(work, 'rev-parse', 'HEAD'))
    await git(work, 'push', '--quiet', 'origin', `:refs/heads/${name}`)
    expect(await readdir(join(bare, 'refs/heads'))).not.toContain('a')
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
