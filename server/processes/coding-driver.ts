/** People who launch coding sessions, answer their questions, cancel some and go on with others, whatever the nodes do. */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from '@atrium/sdk'
import type { Git } from '../src/ports/git/port.ts'
import { filesOf, here, NEVER } from '../src/ports/git/test/git-scene.ts'
import { type Chance, chanceBy } from '../test/chance.ts'
import { clientOf, type NodeProcess } from './node-process.ts'
import { until } from './until.ts'

const AT_ONCE = 8
export const FILES = 4

export type CodingQuery = <Row>(text: string, values?: unknown[]) => Promise<Row[]>

export interface CodingDriver {
  /** The folder of the repository of each app. */
  readonly folders: ReadonlyMap<string, string>
  readonly launched: ReadonlySet<string>
  /** Launches no more; what is open is left. */
  stop(): Promise<void>
  /** Answers all questions that are open. */
  answer(): Promise<void>
  /** Cancels a session that a node is working at, if there is one. */
  cancel(): Promise<void>
  /** One last session, from its launch to its end. */
  finish(): Promise<void>
}

export async function startCodingDriver(options: {
  git: Git
  query: CodingQuery
  token: string
  /** Where the server keeps them. */
  repositories: string
  node: () => NodeProcess
  seed: number
}): Promise<CodingDriver> {
  const { git, query, token, node, seed } = options
  const client = () => clientOf(node(), token)
  const folders = new Map<string, string>()
  for (const name of ['shop', 'blog']) {
    const { id } = await client().apps.create({ name })
    await client().repository.connect({ app_id: id }, { provider: 'local', full_name: `acme/${name}` })
    const [row] = await query<{ id: string }>('select id from local_repositories where full_name = $1', [
      `acme/${name}`,
    ])
    const folder = join(options.repositories, `${row?.id}.git`)
    await fill(git, folder)
    folders.set(id, folder)
  }
  const apps = [...folders.keys()]
  const launched = new Set<string>()
  const stopping = new AbortController()
  let keys = 0

  async function launch(app_id: string, prompt: string): Promise<string> {
    const title = `Take notes ${++keys}`
    const idempotency_key = `launch-${keys}`
    // The same key until it is answered: there is one session however often it takes.
    const { id } = await persist(() =>
      client().coding.launch({ app_id }, { prompt, title }, { idempotency_key }),
    )
    launched.add(id)
    return id
  }

  async function work(chance: Chance): Promise<void> {
    while (!stopping.signal.aborted) {
      const [row] = await query<{ count: number }>(
        'select count(*)::int as count from coding_sessions where completed_at is null',
      )
      if ((row?.count ?? 0) >= AT_ONCE) {
        await wait(50)
        continue
      }
      const app_id = apps[keys % apps.length] ?? ''
      const fate = chance.below(100)
      const id = await launch(app_id, fate < 25 ? `[ask] ${PROMPT}` : PROMPT)
      if (fate > 80) {
        await wait(chance.below(3_000))
        await client()
          .coding.cancel({ app_id, session_id: id })
          .catch(() => {}) // it has ended, or the node has
      } else if (fate > 65) await goOn(client(), query, id)
      await answer()
    }
  }

  async function answer(): Promise<void> {
    const open = await query<{ id: string; app_id: string; input_request_id: string; kind: string }>(
      `select s.id, s.app_id, s.input_request_id, r.kind from coding_sessions s
         join coding_input_requests r on r.id = s.input_request_id where s.state = 'needs_input'`,
    )
    for (const { id, app_id, input_request_id, kind } of open)
      await client()
        .coding.message(
          { app_id, session_id: id },
          { input_request_id, text: 'Go on', ...(kind === 'approval' && { approve: true }) },
          { idempotency_key: input_request_id },
        )
        .catch(() => {}) // the node is being killed; it is asked again
  }

  async function cancel(): Promise<void> {
    const [row] = await query<{ id: string; app_id: string }>(
      `select id, app_id from coding_sessions where state = 'running' and worker is not null limit 1`,
    )
    if (!row) return
    await client()
      .coding.cancel({ app_id: row.app_id, session_id: row.id })
      .catch(() => {}) // it has ended, or the node has
  }

  const working = Promise.all([work(chanceBy(seed)), work(chanceBy(seed + 1))])
  return {
    ...{ folders, launched, answer, cancel },
    async stop() {
      stopping.abort()
      await working
    },
    async finish() {
      const id = await launch(apps[0] ?? '', PROMPT)
      await until('the end of the last session', () => hasEnded(query, id), 120_000)
    },
  }
}

const PROMPT = Array.from({ length: FILES }, (_, at) => `Add a file notes/${at}.txt with "Note ${at}".`).join(
  '\n',
)

/** Repeats it on whatever node there is, until it is answered. */
async function persist<T>(call: () => Promise<T>): Promise<T> {
  return until('an answer', call, 120_000)
}

async function hasEnded(query: CodingQuery, id: string): Promise<boolean> {
  const [row] = await query('select 1 from coding_sessions where id = $1 and completed_at is not null', [id])
  return row !== undefined
}

/** A second pass on the same branch. */
async function goOn(client: Client, query: CodingQuery, id: string): Promise<void> {
  const isOver = await until('the end of a session', () => hasEnded(query, id), 10_000).catch(() => false)
  const [row] = await query<{ app_id: string }>('select app_id from coding_sessions where id = $1', [id])
  if (!isOver || !row) return
  await client.coding
    .message(
      { app_id: row.app_id, session_id: id },
      { text: 'Add a file more.txt with "More".' },
      { idempotency_key: 'more' },
    )
    .catch(() => {}) // the node is being killed
}

async function fill(git: Git, folder: string): Promise<void> {
  const copy = await git.createWorkCopy(`${folder}.start`, filesOf({ 'README.md': '# Notes\n' }))
  const commit = await copy.head()
  if (commit === null) throw new Error('a work copy of files has a commit')
  await copy.push({ remote: here(folder), branch: 'main', commit, expected: null, signal: NEVER })
  await copy.remove()
}
