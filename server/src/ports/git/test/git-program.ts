/** The git program of this machine, and repositories that it serves on loopback. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createGunzip } from 'node:zlib'
import { afterAll } from 'vitest'
import { collectedLog } from '../../../../test/collected-log.ts'
import { receiveHttp } from '../../../../test/receivers.ts'
import { createOutboundHttp } from '../../outbound-http/guarded.ts'
import { commandLineGit } from '../command-line.ts'
import type { Git } from '../port.ts'
import { type GitScene, gitScene, MB, NEVER } from './git-scene.ts'

export function useGit(allow: readonly string[] = ['127.0.0.0/8']): GitScene {
  const sockets = createOutboundHttp({ allow, caFile: null })
  afterAll(() => sockets.close())
  return gitScene(commandLineGit({ log: collectedLog(), sockets }))
}

/** Serves one repository to callers with the password. */
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
