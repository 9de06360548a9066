/** Remotes that are made to do harm: by their address, by what they answer, by what lies in their folder. */
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { descendantsOf } from '../../../test/descendants.ts'
import { receiveHttp } from '../../../test/receivers.ts'
import { commandLine } from '../../platform/database/living-process.ts'
import { serveRepository, useGit } from './test/git-program.ts'
import { ADA, CLONE, here, NEVER, NOON } from './test/git-scene.ts'
import { FILE, makeRawRepository } from './test/raw-repository.ts'

const { git, folder, place, makeRepository } = useGit()
const closed = useGit([])
const canaries = join(folder, 'canaries')
mkdirSync(canaries)
const touch = (name: string) => `touch ${join(canaries, name)}`
afterAll(() => expect(readdirSync(canaries)).toEqual([]))

async function serving(answer: RequestListener) {
  const receiver = await receiveHttp(answer)
  onTestFinished(() => receiver.close())
  return { receiver, remote: { url: `http://127.0.0.1:${receiver.port}/x.git`, credential: null } }
}

/** The words that the helper of our git was started with. */
function wordsOfHelper(): string {
  return (
    descendantsOf(process.pid)
      .map(commandLine)
      .find((words) => words.includes('remote-http')) ?? ''
  )
}

const packet = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`
const ID = '3'.repeat(40)
const TYPE = 'application/x-git-upload-pack-advertisement'
const advertise = (...refs: string[]) =>
  `${packet('# service=git-upload-pack\n')}0000${refs
    .map((ref, at) =>
      packet(at === 0 ? `${ID} ${ref}\0multi_ack symref=HEAD:refs/heads/main\n` : `${ID} ${ref}\n`),
    )
    .join('')}0000`

describe('an address', () => {
  test.each([
    `ext::sh -c '${touch('ext')}'`,
    'ext::sh',
    `file://${folder}`,
    'file:///etc',
    'ssh://-oProxyCommand=x/y',
    '-oProxyCommand=x:y',
    'git@host.example:x.git',
    'git://127.0.0.1/x',
    'ftp://127.0.0.1/x',
    '--upload-pack=x',
    'relative/folder',
    'http://name:word@127.0.0.1/x',
    'http://127.0.0.1/x?y',
    'http://127.0.0.1/x#y',
    'http://',
    '',
  ])('%j is none that git goes to', async (url) => {
    await expect(git.listRefs({ url, credential: null }, NEVER)).rejects.toMatchObject({ fault: 'not_found' })
    const copied = git.clone({ url, credential: null }, place(), { ...CLONE, ref: 'main' })
    await expect(copied).rejects.toMatchObject({ fault: 'not_found' })
  })

  test('inside the network is reached only where the operator opened it', async () => {
    const { receiver, remote } = await serving((_, response) => response.end())
    for (const url of [
      remote.url,
      'http://169.254.169.254/x.git',
      'https://[::1]/x.git',
      'https://10.0.0.1/x.git',
    ]) {
      await expect(closed.git.listRefs({ url, credential: null }, NEVER)).rejects.toMatchObject({
        fault: 'unreachable',
      })
    }
    expect(receiver.connections.made).toBe(0)
  })
})

describe('a server', () => {
  test.each([
    [301, 'not_found'],
    [302, 'not_found'],
    [307, 'not_found'],
    [401, 'access_denied'],
    [403, 'access_denied'],
    [404, 'not_found'],
    [429, 'unreachable'],
    [500, 'unreachable'],
  ])('with the status %i is left there: %s', async (status, fault) => {
    const inner = await serving((_, response) => response.end(advertise('refs/heads/main')))
    const { receiver, remote } = await serving((_, response) =>
      response
        .writeHead(status, { location: `${inner.remote.url}/info/refs`, 'www-authenticate': 'Basic' })
        .end('no'),
    )
    await expect(git.listRefs(remote, NEVER)).rejects.toMatchObject({ fault })
    expect(receiver.connections.made).toBe(1)
    expect(inner.receiver.connections.made).toBe(0)
  })

  test('is not reached by others of the machine through the address in the list of processes', async ({
    skip,
  }) => {
    skip(process.platform !== 'linux', 'lists of processes are read from /proc')
    const answers: number[] = []
    const seen: (string | undefined)[] = []
    const { remote } = await serving(async (request, response) => {
      seen.push(request.headers.authorization)
      const address = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(wordsOfHelper())?.[0]
      if (address) answers.push((await fetch(`${address}info/refs?service=git-upload-pack`)).status)
      response.writeHead(200, { 'content-type': TYPE }).end(advertise('refs/heads/main'))
    })
    const credential = { username: 'git', password: 'hush' }
    await git.listRefs({ ...remote, credential }, NEVER)
    expect(answers).toEqual([404])
    expect(seen).toEqual([`Basic ${Buffer.from('git:hush').toString('base64')}`])
  })

  test('that packs its answer without being asked is not read', async () => {
    const { remote } = await serving((request, response) => {
      expect(request.headers['accept-encoding']).toBeUndefined()
      response
        .writeHead(200, { 'content-type': TYPE, 'content-encoding': 'gzip' })
        .end(gzipSync(advertise('refs/heads/main')))
    })
    await expect(git.listRefs(remote, NEVER)).rejects.toMatchObject({ fault: 'unreachable' })
  })

  test('of the older protocol is not walked through', async () => {
    const asked: string[] = []
    const { remote } = await serving((request, response) => {
      asked.push(request.url ?? '')
      response.end(request.url?.includes('info/refs') ? `${ID}\trefs/heads/main\n` : 'ref: refs/heads/main')
    })
    await expect(git.clone(remote, place(), { ...CLONE, ref: 'main' })).rejects.toMatchObject({
      name: 'GitFailed',
    })
    expect(asked.filter((url) => !url.includes('info/refs'))).toEqual([])
  })

  test('that names odd branches is believed in those alone that git would take', async () => {
    const names = [
      'refs/heads/../../x',
      'refs/heads/-x',
      'refs/heads/a..b',
      'refs/heads/x.lock',
      'refs/other/x',
    ]
    const { remote } = await serving((_, response) =>
      response.writeHead(200, { 'content-type': TYPE }).end(advertise('refs/heads/main', ...names)),
    )
    const listed = await git.listRefs(remote, NEVER).catch((error) => error)
    // Newer ones refuse the whole list.
    if (!(listed instanceof Error)) expect([...listed.refs.keys()]).toEqual(['refs/heads/main'])
    else expect(listed).toMatchObject({ name: 'GitFailed' })
  })

  test('that never ends its list is cut', async () => {
    const line = packet(`${ID} refs/heads/${'x'.repeat(200)}\n`).repeat(300)
    const { remote } = await serving((_, response) => {
      response.writeHead(200, { 'content-type': TYPE })
      response.write(advertise('refs/heads/main').slice(0, -4))
      const more = () => {
        while (!response.destroyed && response.write(line));
      }
      response.on('drain', more)
      more()
    })
    await expect(git.clone(remote, place(), { ...CLONE, ref: 'main' })).rejects.toMatchObject({
      fault: 'too_large',
    })
  })

  test.each([
    ['nothing', ''],
    ['no pack', `${packet('NAK\n')}this is no pack`],
    [
      'a pack of nothing good',
      Buffer.concat([Buffer.from(`${packet('NAK\n')}PACK\0\0\0\x02\0\0\0\x01`), Buffer.alloc(64, 0xff)]),
    ],
    [
      'a pack that says it is larger than any',
      Buffer.concat([
        Buffer.from(`${packet('NAK\n')}PACK\0\0\0\x02`),
        Buffer.from('ffffffff', 'hex'),
        Buffer.alloc(32),
      ]),
    ],
    [
      'an object that says it is larger than any',
      Buffer.concat([
        Buffer.from(`${packet('NAK\n')}PACK\0\0\0\x02\0\0\0\x01`),
        Buffer.from('9fffffffffff7f', 'hex'),
        Buffer.alloc(32),
      ]),
    ],
  ])('that sends %s ends in a fault', async (_name, body) => {
    const { remote } = await serving((request, response) => {
      request.resume()
      if (request.method === 'POST')
        return void response
          .writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' })
          .end(body)
      response.writeHead(200, { 'content-type': TYPE }).end(advertise('refs/heads/main'))
    })
    const into = place()
    await expect(git.clone(remote, into, { ...CLONE, ref: 'main' })).rejects.toMatchObject({
      name: 'GitFailed',
    })
    expect(() => statSync(into)).toThrow()
  })

  test('that is silent is left when the caller leaves', async () => {
    const gone = new AbortController()
    const { remote } = await serving(() => gone.abort(new Error('enough')))
    await expect(git.listRefs(remote, gone.signal)).rejects.toThrow('enough')
  })

  test('gets the password, and no file here does', async () => {
    const { folder: source } = await makeRepository({ 'a.txt': 'a\n' })
    const served = await serveRepository(git, source, 'very-secret-word')
    onTestFinished(served.close)
    const into = place()
    await git.clone(served.remote, into, { ...CLONE, ref: 'main' })
    for (const name of readdirSync(into, { recursive: true, encoding: 'utf8' })) {
      if (!statSync(join(into, name)).isFile()) continue
      const text = readFileSync(join(into, name), 'latin1')
      expect(text.includes('very-secret-word') || text.includes('127.0.0.1'), name).toBe(false)
    }
  })
})

describe('a folder', () => {
  test('whose settings, hooks, grafts and borrowed objects would act: none does', async () => {
    const lender = makeRawRepository(place())
    const secret = lender.blob('secret')
    const raw = makeRawRepository(place())
    const [mine, other] = [raw.blob('mine\n'), raw.blob('replaced\n')]
    const commit = raw.commit(raw.tree([FILE, 'a.txt', mine]))
    raw.ref(`refs/replace/${mine}`, other)
    raw.ref('refs/heads/main', commit)
    raw.write('included', `[core]\n\tfsmonitor = "${touch('included')}"\n`)
    raw.write(
      'config',
      `[core]\n\tbare = true\n\tfsmonitor = "${touch('fsmonitor')}"\n\thooksPath = ${join(raw.folder, 'hooks')}\n[include]\n\tpath = included\n[uploadpack]\n\tpackObjectsHook = ${touch('pack')}\n[receive]\n\tautogc = true\n`,
    )
    raw.write('objects/info/alternates', `${join(lender.folder, 'objects')}\n`)
    raw.write('info/grafts', `${commit} ${secret}\n`)
    for (const hook of [
      'pre-receive',
      'update',
      'post-receive',
      'post-update',
      'reference-transaction',
      'proc-receive',
    ])
      raw.write(`hooks/${hook}`, `#!/bin/sh\n${touch(hook)}\n`, 0o755)
    const work = await git.clone(here(raw.folder), place(), { ...CLONE, ref: 'main' })
    expect(readFileSync(join(work.tree, 'a.txt'), 'utf8')).toBe('mine\n')
    expect(() => statSync(join(work.tree, '../git/objects/info/alternates'))).toThrow()
    const author = { message: 'x', author: ADA, at: NOON }
    const pushed = await work.commitAll({ ...author, parent: null })
    await work.push({
      remote: here(raw.folder),
      branch: 'topic',
      commit: pushed ?? '',
      expected: null,
      signal: NEVER,
    })
    expect((await git.listRefs(here(raw.folder), NEVER)).refs.get('refs/heads/topic')).toBe(pushed)
  })

  test('with refs that look like options, commits and each other: each name means one thing', async () => {
    const raw = makeRawRepository(place())
    const [branch, tag] = [
      raw.commit(raw.tree([FILE, 'a', raw.blob('branch')])),
      raw.commit(raw.tree([FILE, 'a', raw.blob('tag')])),
    ]
    const chain = Array.from({ length: 30 }).reduce<string>(
      (id, _, at) => raw.tag(id, at === 0 ? 'commit' : 'tag'),
      tag,
    )
    const refs: [string, string][] = [
      ['refs/heads/--upload-pack=x', branch],
      [`refs/heads/${tag}`, branch],
      ['refs/heads/main', branch],
      ['refs/heads/refs/heads/main', tag],
      ['refs/heads/same', branch],
      ['refs/tags/blob', raw.blob('x')],
      ['refs/tags/chain', chain],
      ['refs/tags/main', tag],
      ['refs/tags/same', tag],
    ]
    for (const [name, id] of refs) raw.ref(name, id)
    const made = git.repository(raw.folder)
    const cloned = async (ref: string) =>
      (await git.clone(here(raw.folder), place(), { ...CLONE, ref })).head()
    for (const resolve of [made.resolve, cloned]) {
      expect(await resolve('same')).toBe(branch)
      expect(await resolve('refs/tags/same')).toBe(tag)
      expect(await resolve('refs/heads/main')).toBe(branch)
      expect(await resolve('chain')).toBe(tag)
    }
    expect(await made.resolve(branch)).toBe(branch)
    expect(await made.resolve('blob')).toBeNull()
    await expect(cloned('blob')).rejects.toMatchObject({ fault: 'ref_not_found' })
    await expect(cloned('--upload-pack=x')).rejects.toMatchObject({ fault: 'ref_not_found' })
    const copy = place()
    await git.createRepository(copy, { branch: 'main' })
    await git.mirror(here(raw.folder), copy, CLONE)
    const copied = git.repository(copy)
    expect(await copied.resolve('same')).toBe(branch)
    expect(await copied.resolve('refs/tags/same')).toBe(tag)
    const names = (await copied.listBranches()).map(({ name }) => name)
    expect(names).toEqual([tag, 'main', 'refs/heads/main', 'same'])
  })

  test('that is pushed to beyond its bound takes nothing', async () => {
    const { folder: target } = await makeRepository({ 'a.txt': 'a\n' })
    const body = (async function* () {
      for (;;) yield Buffer.from(packet(`${'0'.repeat(40)} ${ID} refs/heads/x${'y'.repeat(100)}\n`))
    })()
    const request = {
      service: 'receive-pack',
      isAdvertisement: false,
      protocol: null,
      body,
      maxBytes: 100_000,
      signal: NEVER,
    } as const
    await expect(git.serve(target, request)).rejects.toMatchObject({ fault: 'too_large' })
    expect(await git.repository(target).listBranches()).toHaveLength(1)
  })
})
