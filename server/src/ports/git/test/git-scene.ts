/** git of the server on folders of a test, and a server of repositories on loopback. */
import { writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { afterAll } from 'vitest'
import { collectedLog } from '../../../../test/collected-log.ts'
import { receiveHttp } from '../../../../test/receivers.ts'
import { useFolder } from '../../../../test/use-folder.ts'
import { createOutboundHttp } from '../../outbound-http/guarded.ts'
import { commandLineGit } from '../command-line.ts'
import type { Git, Remote, TreeFile, WorkCopy } from '../port.ts'

export const ADA = { name: 'Ada', email: 'ada@example.com' }
export const NEVER = new AbortController().signal
export const NOON = new Date('2026-11-17T12:00:00.000Z')
export const LIMITS = { maxFiles: 100, maxPatchBytes: 100_000 }
const MB = 1024 * 1024
export const CLONE = { maxBytes: 50 * MB, maxFiles: 1_000, signal: NEVER }

export async function* filesOf(files: Record<string, string>): AsyncGenerator<TreeFile> {
  for (const [path, text] of Object.entries(files)) yield { path, bytes: Buffer.from(text) }
}

export function here(folder: string): Remote {
  return { url: folder, credential: null }
}

export const byAda = (parent: string | null, message = 'Change it') => ({
  parent,
  message,
  author: ADA,
  at: NOON,
})

export async function changeFile(work: WorkCopy, path: string, text: string) {
  await writeFile(join(work.tree, path), text)
}

export async function commitFiles(work: WorkCopy, files: Record<string, string>): Promise<string> {
  for (const [path, text] of Object.entries(files)) await changeFile(work, path, text)
  const commit = await work.commitAll(byAda(await work.head()))
  if (commit === null) throw new Error('nothing changed')
  return commit
}

export type GitScene = ReturnType<typeof gitScene>

/** The git of this machine. */
export function useGit(allow: readonly string[] = ['127.0.0.0/8']): GitScene {
  const sockets = createOutboundHttp({ allow, caFile: null })
  afterAll(() => sockets.close())
  return gitScene(commandLineGit({ log: collectedLog(), sockets }))
}

export function gitScene(git: Git) {
  const folder = useFolder()
  let count = 0
  const place = () => join(folder, `place-${++count}`)

  /** A repository with one commit of the files on `main`. */
  async function makeRepository(files: Record<string, string>): Promise<{ folder: string; commit: string }> {
    const made = place()
    await git.createRepository(made, { branch: 'main' })
    const work = await git.createWorkCopy(place(), filesOf(files))
    const commit = await work.head()
    if (commit === null) throw new Error('a work copy of files has a commit')
    await work.push({ remote: here(made), branch: 'main', commit, expected: null, signal: NEVER })
    await work.remove()
    return { folder: made, commit }
  }

  return { git, folder, place, makeRepository }
}

/** Serves one repository, to those who bring the password. */
export async function serveRepository(git: Git, folder: string, password: string | null = null) {
  const wanted = password === null ? undefined : `Basic ${Buffer.from(`git:${password}`).toString('base64')}`
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers.authorization !== wanted) return void response.writeHead(401).end()
    const [, service] = /git-(upload-pack|receive-pack)$/.exec(request.url ?? '') ?? []
    const isGzipped = request.headers['content-encoding'] === 'gzip'
    const served = await git.serve(folder, {
      service: service === 'receive-pack' ? 'receive-pack' : 'upload-pack',
      isAdvertisement: request.method === 'GET',
      protocol: request.headers['git-protocol']?.toString() ?? null,
      body: request.method === 'GET' ? null : isGzipped ? request.pipe(createGunzip()) : request,
      maxBytes: 50 * MB,
      signal: NEVER,
    })
    response.writeHead(200, { 'content-type': served.content_type })
    for await (const chunk of served.body) response.write(chunk)
    response.end()
  }
  const receiver = await receiveHttp((request, response) => void answer(request, response))
  const credential = password === null ? null : { username: 'git', password }
  return { remote: { url: `http://127.0.0.1:${receiver.port}/a/b.git`, credential }, close: receiver.close }
}
