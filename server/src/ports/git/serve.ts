/** Both ends of a clone, fetch or push over HTTP: git does the work, and says what goes back. */
import { once } from 'node:events'
import { Readable, type Writable } from 'node:stream'
import { removeFoldersOf } from './empty-ref-folders.ts'
import { judgePush } from './judge-push.ts'
import { type GitAnswer, GitFailed, type GitRequest } from './port.ts'
import { endProcess } from './processes.ts'
import { endOf, startGit } from './run-git.ts'

const SERVE_MS = 15 * 60_000

export async function serve(dir: string, request: GitRequest): Promise<GitAnswer> {
  const { service, isAdvertisement } = request
  const body = bounded(request)
  if (service !== 'receive-pack' || isAdvertisement) return serveByGit(dir, { ...request, body })
  const push = await judgePush(dir, body)
  if (push.refusal === null) return serveByGit(dir, { ...request, body: push.body }, push.refs)
  // A client reads no answer before it has sent everything.
  for await (const _ of push.body);
  return { content_type: contentTypeOf(request), body: Readable.from([push.refusal]) }
}

async function serveByGit(
  dir: string,
  request: GitRequest & { body: AsyncIterable<Uint8Array> },
  pushedRefs: readonly string[] = [],
): Promise<GitAnswer> {
  const { service, isAdvertisement, maxBytes, signal } = request
  signal.throwIfAborted()
  // Pushes have one protocol alone.
  const protocol =
    service === 'upload-pack' && PROTOCOL.test(request.protocol ?? '') ? request.protocol : null
  const child = startGit({
    dir,
    args: [service, '--stateless-rpc', ...(isAdvertisement ? ['--http-backend-info-refs'] : []), '.'],
    env: protocol === null ? {} : { GIT_PROTOCOL: protocol },
    settings: [
      ['receive.maxInputSize', String(maxBytes)],
      ['receive.advertisePushOptions', 'false'],
      ['receive.denyDeleteCurrent', 'refuse'], // G524
      ['transfer.hideRefs', 'refs/'],
      ['transfer.hideRefs', '!refs/heads/'],
      ['transfer.hideRefs', '!refs/tags/'],
    ],
  })
  let failure: unknown = null
  const stop = (why: unknown) => {
    failure ??= why
    endProcess(child)
  }
  const onAbort = () => stop(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(() => stop(new GitFailed('timed_out', 'git took too long.')), SERVE_MS)
  const ended = endOf(child, { dir }).finally(async () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    await removeFoldersOf(dir, pushedRefs)
  })
  ended.catch(stop)
  const fed = feed(child.stdin, request.body).catch(stop)

  async function* answer(): AsyncGenerator<Uint8Array> {
    try {
      if (isAdvertisement && protocol !== 'version=2') yield heading(service)
      for await (const chunk of child.stdout) yield chunk
      await Promise.all([ended, fed])
      if (failure !== null) throw failure
    } finally {
      endProcess(child)
      await ended.catch(() => {})
    }
  }

  // A refusal of the request itself is known before git says anything.
  await Promise.race([once(child.stdout, 'readable'), ended])
  if (failure !== null) {
    await ended.catch(() => {})
    throw failure
  }
  return { content_type: contentTypeOf(request), body: answer() }
}

function contentTypeOf({ service, isAdvertisement }: GitRequest): string {
  return `application/x-git-${service}-${isAdvertisement ? 'advertisement' : 'result'}`
}

const PROTOCOL = /^version=[012]$/

async function* bounded({ body, maxBytes }: GitRequest): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new GitFailed('too_large', 'That is more than can be pushed at once.')
    yield chunk
  }
}

async function feed(stdin: Writable, body: AsyncIterable<Uint8Array>): Promise<void> {
  stdin.on('error', () => {}) // git ends by itself, and says why
  for await (const chunk of body) {
    // What git does not read any more is read for it: the sender gets its answer after that.
    if (!stdin.destroyed && !stdin.write(chunk)) await roomIn(stdin)
  }
  stdin.end()
}

function roomIn(stdin: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stdin.off('drain', done).off('close', done)
      resolve()
    }
    stdin.on('drain', done).on('close', done)
  })
}

/** So that a client knows that it speaks to git; the second version of the protocol has none. */
function heading(service: GitRequest['service']): Buffer {
  const line = `# service=git-${service}\n`
  return Buffer.from(`${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`)
}
