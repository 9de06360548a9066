/** The security scan of 2,000 files, and again after one changed, while clients of other apps read and update records. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '@atrium/sdk'
import { processesIn } from '../server/src/platform/database/living-process.ts'
import { localSourceStorage } from '../server/src/ports/source-storage/local.ts'
import { type Contest, withContest } from './harness.ts'
import { processorMicros } from './processor-time.ts'

const FILES = 2_000
const FILE_CHARACTERS = 10_000
const CLIENTS = 16
const PACE_MS = 100
const IDLE_SECONDS = 15

export async function scans(): Promise<void> {
  await withContest([], async (contest) => {
    const client = createClient({ baseUrl: contest.atrium.address, token: contest.token })
    const { id: app_id } = await client.apps.create({ name: 'Scanned' })
    await client.scans.configure({ app_id }, { static_code_enabled: true, dependency_scan_enabled: true })
    const bytes = await writeFiles(contest, app_id)
    const others = await ordinary(contest, client)
    await delays(others, () => true, 3) // warms up
    const idle = await delays(others, () => true, IDLE_SECONDS)
    const first = await timed(contest, client, app_id, others)
    await client.source.write_file(
      { app_id, path: 'src/file-7.ts' },
      { content: 'export const changed = true\n' },
    )
    const again = await timed(contest, client, app_id, others)

    const megabytes = (bytes / 1_000_000).toFixed(1)
    console.log(
      `\nscans: ${FILES} files, ${megabytes} MB, next to ${CLIENTS} clients, each a request every ${PACE_MS} ms`,
    )
    console.log(
      `  first scan             ${first.seconds.toFixed(2)} s   processor ${first.processor.toFixed(2)} s   target 60 s`,
    )
    console.log(
      `  after one changed file ${again.seconds.toFixed(2)} s   ratio ${(again.seconds / first.seconds).toFixed(3)}   target 0.1`,
    )
    console.log(
      `  reads and updates: p99 ${at(idle, 0.99)} ms idle, ${at(first.delays, 0.99)} ms during the first scan`,
    )
    console.log(`  ratio of p99 ${(at(first.delays, 0.99) / at(idle, 0.99)).toFixed(2)}   target 2`)
    console.log(`  median ${at(idle, 0.5)} ms idle, ${at(first.delays, 0.5)} ms during the first scan`)
    console.log(`  ${first.summary}`)
  })
}

/** Code as people write it: that of this repository, each file a little different from all others. Stored as one change. */
async function writeFiles({ dataDir, database }: Contest, app_id: string): Promise<number> {
  const texts = sourcesBelow(fileURLToPath(new URL('../server/src', import.meta.url)))
  let next = 0
  const files = Array.from({ length: FILES }, (_, n) => {
    let content = `export const part${n} = ${n}\n`
    while (content.length < FILE_CHARACTERS) content += texts[next++ % texts.length]
    return { path: `src/file-${n}.ts`, content }
  })
  const forge = localSourceStorage({ folder: join(dataDir, 'source') })
  const rows: { path: string; blob_id: string; size: number }[] = []
  for (const { path, content } of files) {
    const blob_id = await forge.writeBlob(app_id, Buffer.from(content))
    rows.push({ path, blob_id, size: Buffer.byteLength(content) })
  }
  const author = { name: 'Bench', email: 'bench@example.com' }
  const commit = { parent: null, changes: rows, message: 'All files', author, at: new Date() }
  const commit_id = await forge.commit(app_id, commit)
  await forge.publish(app_id, commit_id)
  const bytes = rows.reduce((sum, { size }) => sum + size, 0)
  await database.query(
    `insert into app_sources (app_id, revision, commit_id, files, bytes, epoch, unswept_bytes, is_deleted)
     values ($1, 1, $2, $3, $4, 0, 0, false)`,
    [app_id, commit_id, FILES, bytes],
  )
  await database.query(
    `insert into app_source_files (app_id, path, folded, blob_id, size, revision, commit_id, updated_date)
     select $1, path, path, blob_id, size, 1, $2, now()
       from json_to_recordset($3) as given(path text, blob_id text, size integer)`,
    [app_id, commit_id, JSON.stringify(rows)],
  )
  return bytes
}

function sourcesBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return names
    .filter((name) => name.endsWith('.ts') && !name.includes('corpus'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((text) => text.length < FILE_CHARACTERS)
}

interface Timed {
  seconds: number
  /** Of everything that serves: the server, its scanner and PostgreSQL. */
  processor: number
  delays: number[]
  summary: string
}

async function timed(
  { atrium, dataDir }: Contest,
  client: Client,
  app_id: string,
  others: Ask[][],
): Promise<Timed> {
  const processes = () =>
    processorMicros([atrium.pid, ...childrenOf(atrium.pid), ...processesIn(join(dataDir, 'postgres'))])
  const before = processes()
  const begun = performance.now()
  await client.scans.run({ app_id })
  let isRunning = true
  let scanner = 0
  const settled = (async () => {
    for (;;) {
      const scan = await client.scans.read({ app_id })
      scanner = processes() - before
      if (scan.status !== 'pending' && scan.status !== 'scanning') {
        isRunning = false
        if (scan.status !== 'up_to_date') throw new Error(`the scan ended as ${scan.status}: ${scan.error}`)
        return { seconds: (performance.now() - begun) / 1_000, summary: scan.result?.analysis_summary ?? '' }
      }
      await wait(50)
    }
  })()
  const [{ seconds, summary }, all] = await Promise.all([settled, delays(others, () => isRunning, 300)])
  return { seconds, summary, processor: scanner / 1_000_000, delays: all }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
}

interface Ask {
  url: string
  init: { method: string; headers: Record<string, string>; body?: string }
}

/** An app for each client, of which they read and update one record in turn. */
async function ordinary({ atrium, token }: Contest, client: Client): Promise<Ask[][]> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return Promise.all(
    Array.from({ length: CLIENTS }, async (_, n) => {
      const { id: app_id } = await client.apps.create({ name: `Client ${n}` })
      await client.schemas.set({ app_id, name: 'Task' }, { properties: { title: { type: 'string' } } })
      const [made] = await client.records.bulk_create({ app_id, entity_name: 'Task' }, [{ title: 'Task' }])
      const url = `${atrium.address}/api/apps/${app_id}/entities/Task/${made?.id}`
      const body = JSON.stringify({ title: 'Changed' })
      return [
        { url, init: { method: 'GET', headers } },
        { url, init: { method: 'PUT', headers, body } },
      ]
    }),
  )
}

/** Milliseconds until each answer was whole, in order. */
async function delays(others: readonly Ask[][], goesOn: () => boolean, seconds: number): Promise<number[]> {
  const all: number[] = []
  const end = performance.now() + seconds * 1_000
  await Promise.all(
    others.map(async (asks, n) => {
      await wait((n * PACE_MS) / CLIENTS)
      for (let turn = 0; goesOn() && performance.now() < end; turn++) {
        const { url, init } = asks[turn % asks.length] as Ask
        const begun = performance.now()
        const answer = await fetch(url, init)
        await answer.arrayBuffer()
        if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
        all.push(performance.now() - begun)
        await wait(PACE_MS)
      }
    }),
  )
  return all.toSorted((a, b) => a - b)
}

function at(sorted: readonly number[], share: number): number {
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
}
