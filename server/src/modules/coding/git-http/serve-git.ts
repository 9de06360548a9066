import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { AnswerOf, InputOf, operations } from '@atrium/contract'
import { MAX_LOCAL_REPOSITORY_BYTES, MAX_PUSH_BYTES } from '@atrium/contract/repositories'
import { refuse } from '../../../platform/errors.ts'
import type { Sendable } from '../../../platform/module.ts'
import { tolerate } from '../../../platform/tolerate.ts'
import { type GitAnswer, GitFailed } from '../../../ports/git/port.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { Deps } from '../deps.ts'
import { requireGit } from '../repository/require-git.ts'
import { accessGit } from './access-git.ts'
import { readGitAddress } from './git-address.ts'
import { recordPush } from './pushed-refs.ts'
import { recordPushAudit } from './record-push-audit.ts'

type Input = InputOf<typeof operations.git.serve>
type Answer = Sendable<AnswerOf<typeof operations.git.serve>>

const FULL = 'This repository is as large as one may be here; begin another one.'
/** What a fetch says of the commits that it has. */
const MAX_FETCH_BYTES = 10 * 2 ** 20

/** G523 */
export async function serveGit(deps: Deps, caller: Caller, { request }: Input): Promise<Answer> {
  const address = readGitAddress(request)
  if (!address) throw refuse('repository_not_found')
  const repository = await accessGit(deps, caller, address)
  await requireGit(deps)
  const { git } = deps
  const headers = new Map(request.headers)
  const { service, isAdvertisement } = address
  // A form of another site cannot send this type, whatever a browser adds to it.
  const isGits = headers.get('content-type') === `application/x-git-${service}-request`
  if (!isAdvertisement && !isGits) return { status: 415, headers: [], body: null }
  if (
    service === 'receive-pack' &&
    (await git.repository(repository.folder).size()) > MAX_LOCAL_REPOSITORY_BYTES
  )
    throw refuse('body_too_large', { message: FULL })
  const push = service === 'receive-pack' && !isAdvertisement ? recordPush() : null
  const body = bodyOf(request, headers.get('content-encoding'))
  const free = await deps.gitSlots(caller.user?.id ?? caller.credential_id, request.signal)
  let done: Promise<void> | null = null
  const conclude = async () => {
    free()
    if (push) await recordPushAudit(deps, caller, { ...address, ...repository }, push.read())
  }
  const whenDone = () => {
    done ??= conclude()
    return done
  }
  const answer = await answered(
    git.serve(repository.folder, {
      service,
      isAdvertisement,
      protocol: headers.get('git-protocol') ?? null,
      body: push && body ? push.sent(body) : body,
      maxBytes: service === 'receive-pack' ? MAX_PUSH_BYTES : MAX_FETCH_BYTES,
      signal: request.signal,
    }),
  ).catch(async (error: unknown) => {
    // It may have moved branches before it was cut off.
    await whenDone()
    throw error
  })
  // Who has left reads no answer, not even its beginning.
  const onLeft = () => void tolerate(deps.log, 'a push was not written down', whenDone(), undefined)
  request.signal.addEventListener('abort', onLeft, { once: true })
  if (request.signal.aborted) onLeft()
  return {
    status: 200,
    headers: [
      ['content-type', answer.content_type],
      ['cache-control', 'no-cache, max-age=0, must-revalidate'],
    ],
    body: untilEnd(push ? push.answered(answer.body) : answer.body, whenDone),
  }
}

async function* untilEnd(
  body: AsyncIterable<Uint8Array>,
  whenDone: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } finally {
    await whenDone()
  }
}

function bodyOf({ body }: Input['request'], encoding: string | undefined): AsyncIterable<Uint8Array> | null {
  if (body === null || (encoding !== 'gzip' && encoding !== 'x-gzip')) return body
  // A failure of either end reaches the one who reads.
  return pipeline(Readable.from(body, { objectMode: false }), createGunzip(), () => {})
}

async function answered(answer: Promise<GitAnswer>): Promise<GitAnswer> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof GitFailed && error.fault === 'unavailable') throw refuse('git_unavailable')
    if (error instanceof GitFailed && error.fault === 'too_large') throw refuse('body_too_large')
    throw error
  }
}
