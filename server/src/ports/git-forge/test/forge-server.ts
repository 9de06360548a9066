/** The part of a stand-in for a forge that does not depend on its protocol: git over HTTP, faults, what was asked. */
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { receiveHttp } from '../../../../test/receivers.ts'
import { type BareRepository, createBareRepository } from './bare-repository.ts'
import type { StandInPull } from './forge-pulls.ts'
import { passToGit } from './git-http-backend.ts'

/** What one call of the API gets instead of an answer; `none` lets one pass. */
export type ForgeFaultOnDemand =
  | 'none'
  | { status: number; body?: unknown; headers?: Record<string, string> }
  /** Never answers. */
  | 'hang'
  /** Breaks the connection before anything is done. */
  | 'cut'
  /** Does what was asked, and breaks the connection instead of saying so. */
  | 'lose answer'
  | 'garbage'
  | 'huge'

export interface ForgeCall {
  method: string
  /** With the query. */
  path: string
  headers: IncomingMessage['headers']
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  body: any
}

export interface StandInRepository extends BareRepository {
  full_name: string
  default_branch: string
  can_push: boolean
  pulls: StandInPull[]
}

/** One answer of a protocol. */
export interface ForgeAnswer {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

export interface Protocol {
  /** The beginning of the paths of its API. */
  apiPath: string
  /** The header that carries the token. */
  authorization(token: string): string
  gitUser: string
  unauthorized: ForgeAnswer
  answer(call: ForgeCall, server: ForgeState): Promise<ForgeAnswer>
}

export interface ForgeState {
  url: string
  /** By name in lower case. */
  repositories: Map<string, StandInRepository>
  nextId(): number
}

export type ForgeStandIn = Awaited<ReturnType<typeof startForge>>

export async function startForge(protocol: Protocol) {
  const token = `token-of-${Math.random().toString(36).slice(2)}-for-tests`
  const root = await mkdtemp(join(tmpdir(), 'atrium-forge-'))
  const calls: ForgeCall[] = []
  const faults: ForgeFaultOnDemand[] = []
  /** What a call gets, by what it asks; the faults in line go first. */
  const chosen = { faultOf: null as ((call: ForgeCall) => ForgeFaultOnDemand) | null }
  let ids = 1000
  const state: ForgeState = { url: '', repositories: new Map(), nextId: () => ++ids }

  const receiver = await receiveHttp(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://stand-in')
    if (!pathname.startsWith(protocol.apiPath)) return serveGit(request, response)
    const call = await readCall(request)
    calls.push(call)
    const fault = faults.shift() ?? chosen.faultOf?.(call) ?? 'none'
    if (fault !== 'none' && fault !== 'lose answer') return fail(response, fault)
    const isKnown = request.headers.authorization === protocol.authorization(token)
    const path = call.path.slice(protocol.apiPath.length)
    const answer = isKnown ? await protocol.answer({ ...call, path }, state) : protocol.unauthorized
    if (fault === 'lose answer') response.socket?.resetAndDestroy()
    else send(response, answer)
  })
  state.url = `http://127.0.0.1:${receiver.port}`

  function serveGit(request: IncomingMessage, response: ServerResponse): Promise<void> | void {
    const expected = Buffer.from(`${protocol.gitUser}:${token}`).toString('base64')
    if (request.headers.authorization !== `Basic ${expected}`) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="forge"' }).end()
      return
    }
    const [, name = '', rest = ''] = /^\/([^?]+?)\.git(\/[^?]*)/.exec(request.url ?? '') ?? []
    const repository = state.repositories.get(decodeURIComponent(name).toLowerCase())
    if (!repository) return void response.writeHead(404).end('no such repository')
    return passToGit(request, response, { folder: repository.folder, path: rest })
  }

  return Object.assign(chosen, {
    ...{ url: state.url, token, calls, faults },
    repository(fullName: string): StandInRepository {
      const found = state.repositories.get(fullName.toLowerCase())
      if (!found) throw new Error(`The stand-in has no ${fullName}.`)
      return found
    },
    /** With one commit, unless `files` is null. */
    async createRepository(
      full_name: string,
      options: { files?: Record<string, string> | null; branch?: string; can_push?: boolean } = {},
    ): Promise<StandInRepository> {
      const { files = { 'README.md': '# A repository\n' }, branch = 'main', can_push = true } = options
      const bare = await createBareRepository(join(root, `${state.nextId()}.git`), branch)
      if (files) await bare.commit(branch, files)
      const repository = { ...bare, full_name, default_branch: branch, can_push, pulls: [] }
      state.repositories.set(full_name.toLowerCase(), repository)
      return repository
    },
    async close(): Promise<void> {
      await receiver.close()
      await rm(root, { recursive: true, force: true })
    },
  })
}

async function readCall(request: IncomingMessage): Promise<ForgeCall> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  const { method = '', url = '', headers } = request
  return { method, path: url, headers, body: text === '' ? null : JSON.parse(text) }
}

function send(response: ServerResponse, { status, body, headers }: ForgeAnswer): void {
  const isText = typeof body === 'string'
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'
  response.writeHead(status, { 'content-type': type, ...headers })
  response.end(body === undefined ? '' : isText ? body : JSON.stringify(body))
}

function fail(response: ServerResponse, fault: Exclude<ForgeFaultOnDemand, 'none' | 'lose answer'>): void {
  if (fault === 'hang') return
  if (fault === 'cut') response.socket?.resetAndDestroy()
  else if (fault === 'garbage') send(response, { status: 200, body: '<html>Welcome' })
  else if (fault === 'huge') send(response, { status: 200, body: [`${'x'.repeat(9 * 1024 * 1024)}`] })
  else send(response, fault)
}

/** A page of a list and, as all three do it, a header that names the next. */
export function pageOf<T>(
  all: readonly T[],
  call: ForgeCall,
  url: string,
  names: { size: string; most: number },
): { items: T[]; page: number; size: number; headers: Record<string, string> } {
  const at = new URL(call.path, url)
  const page = Number(at.searchParams.get('page') ?? 1)
  const size = Math.min(Number(at.searchParams.get(names.size) ?? 30), names.most)
  at.searchParams.set('page', String(page + 1))
  const hasMore = all.length > page * size
  return {
    items: all.slice((page - 1) * size, page * size),
    page,
    size,
    headers: hasMore ? { link: `<${at.href}>; rel="next"` } : {},
  }
}
