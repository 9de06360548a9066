/** Where git fetches from and pushes to: a server through the gateway, or a folder of ours. */
import { isAbsolute, join } from 'node:path'
import type { OutboundSockets } from '../outbound-http/port.ts'
import { isBranchName } from './branch-name.ts'
import type { Setting } from './environment.ts'
import { openGateway } from './gateway.ts'
import { GitFailed, type Remote, type RemoteRefs } from './port.ts'
import { isCommitId } from './ref-names.ts'
import { exists } from './repository.ts'
import { type GitCall, type GitResult, runGit } from './run-git.ts'

export interface RemoteCall extends GitCall {
  signal: AbortSignal
  /** Of all that the remote sends. */
  maxBytes: number
}

/** Runs git with the remote under the name `origin`. */
export type RunRemote = (remote: Remote, call: RemoteCall) => Promise<GitResult>

export function createRunRemote(sockets: OutboundSockets): RunRemote {
  async function overHttp(remote: Remote, call: RemoteCall): Promise<GitResult> {
    const gateway = await openGateway(remote, {
      sockets,
      maxBytes: call.maxBytes + PROTOCOL_BYTES,
      signal: call.signal,
    })
    try {
      return await runGit(withOrigin(call, 'http', gateway.settings))
    } catch (error) {
      throw error instanceof GitFailed && error.fault !== 'timed_out' ? (gateway.failure() ?? error) : error
    } finally {
      await gateway.close()
    }
  }

  async function overFolder({ url }: Remote, call: RemoteCall): Promise<GitResult> {
    if (!(await exists(join(url, 'HEAD')))) throw new GitFailed('not_found', 'There is no repository there.')
    return runGit(
      withOrigin(call, 'file', [
        ['remote.origin.url', url],
        ['remote.origin.uploadpack', `${OTHER_GIT} upload-pack`],
        ['remote.origin.receivepack', `${OTHER_GIT} receive-pack`],
      ]),
    )
  }

  return (remote, call) => {
    if (isAbsolute(remote.url)) return overFolder(remote, call)
    requireAddress(remote.url)
    return overHttp(remote, call)
  }
}

/** Refs and progress come on top of what is copied. */
const PROTOCOL_BYTES = 16 * 1024 * 1024
const REMOTE_MS = 15 * 60_000

/** git starts it without the settings that it has itself. */
const OTHER_GIT =
  'git -c safe.directory=* -c core.hooksPath=/dev/null -c core.fsmonitor=false -c gc.auto=0 -c pack.threads=1'

function withOrigin(call: RemoteCall, protocol: 'http' | 'file', settings: readonly Setting[]): GitCall {
  return {
    timeoutMs: REMOTE_MS,
    ...call,
    env: { ...call.env, GIT_ALLOW_PROTOCOL: protocol },
    settings: [...(call.settings ?? []), ...settings],
  }
}

/** A web address, without a name, a password or a query. */
function requireAddress(text: string): void {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  const isPlain = url && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (!isPlain) throw new GitFailed('not_found', 'git reaches http and https addresses only.')
}

export async function listRefs(run: RunRemote, remote: Remote, signal: AbortSignal): Promise<RemoteRefs> {
  const { output } = await run(remote, {
    dir: null,
    args: ['ls-remote', '--quiet', '--symref', 'origin', 'HEAD', 'refs/heads/*', 'refs/tags/*'],
    env: { GIT_LITERAL_PATHSPECS: '0' },
    maxOutput: LISTED_BYTES,
    maxBytes: LISTED_BYTES,
    signal,
  })
  return readRefs(output.toString())
}

const LISTED_BYTES = 32 * 1024 * 1024

/** What a server says: only names that git would take. */
export function readRefs(text: string): RemoteRefs {
  const refs = new Map<string, string>()
  let head: string | null = null
  for (const line of text.split('\n')) {
    const [value = '', name = ''] = line.split('\t')
    const [, named] = /^ref: refs\/heads\/(.+)$/.exec(value) ?? []
    if (name === 'HEAD' && named && isBranchName(named)) head = named
    const [, short] = /^refs\/(?:heads|tags)\/(.+?)(?:\^\{\})?$/.exec(name) ?? []
    if (!short || !isBranchName(short) || !isCommitId(value)) continue
    // The commit of a tag with a message comes after the tag itself.
    refs.set(name.replace(/\^\{\}$/, ''), value)
  }
  return { head: head !== null && refs.has(`refs/heads/${head}`) ? head : null, refs }
}
