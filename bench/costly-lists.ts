/** 32 well-behaved clients of other apps, alone and next to 16 strangers who ask one app the costliest lists they can. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createClient } from '@atrium/sdk'
import type { StrangersReport, StrangersStart } from './costly-lists-strangers.ts'
import { type Contest, withContest } from './harness.ts'

const CLIENTS = 32
const STRANGERS = 16
const SECONDS = 15
const PACE_MS = 100
/** Fifty times the cost of a simple pattern, over 5,000 records of 1,500 characters; and the costliest that is let in. */
const PATTERNS = ['(a|b)*a(a|b){17}c', '[ab]{98}c']
/** Records of almost 1 MiB. */
const LARGE = 420

export async function costlyLists(): Promise<void> {
  await withContest([], async (contest) => {
    const target = await attacked(contest)
    const others = await ordinary(contest)
    await delays(others, 3) // warms up
    const alone = await delays(others, SECONDS)
    const lists = [
      ...PATTERNS.map(
        (pattern) => `Long?q=${encodeURIComponent(JSON.stringify({ text: { $regex: pattern } }))}`,
      ),
      'Large',
    ]
    const urls = lists.map((list) => `${contest.atrium.address}/api/apps/${target}/entities/${list}`)
    const strangers = fork(fileURLToPath(new URL('costly-lists-strangers.ts', import.meta.url)))
    strangers.send({ count: STRANGERS, urls } satisfies StrangersStart)
    await wait(3_000)
    const underAttack = await delays(others, SECONDS)
    strangers.send('end')
    const [answers] = (await once(strangers, 'message')) as [StrangersReport]
    const statuses = answers.map(([status, count]) => `${count} of ${status}`).join(', ')
    console.log(`\ncostly lists: ${CLIENTS} clients of other apps, each a request every ${PACE_MS} ms`)
    console.log(`  alone                 median ${at(alone, 0.5)} ms   p99 ${at(alone, 0.99)} ms`)
    console.log(
      `  next to ${STRANGERS} strangers    median ${at(underAttack, 0.5)} ms   p99 ${at(underAttack, 0.99)} ms`,
    )
    console.log(`  ratio of p99 ${(at(underAttack, 0.99) / at(alone, 0.99)).toFixed(2)}   target 2`)
    console.log(`  the strangers got ${statuses}; most memory of the server ${peakMegabytes(contest)} MB`)
  })
}

/** An app that is open to everybody, with much to look through. */
async function attacked({ atrium, token, database }: Contest): Promise<string> {
  const client = createClient({ baseUrl: atrium.address, token })
  const { id } = await client.apps.create({ name: 'Open' })
  await client.apps.update({ app_id: id }, { public_settings: 'public_without_login' })
  await client.schemas.set({ app_id: id, name: 'Long' }, { properties: { text: { type: 'string' } } })
  await database.query(
    `insert into records (app_id, entity_name, id, data, created_by, created_by_id, created_date, updated_date)
     select $1, 'Long', 'rec_' || n,
            jsonb_build_object('text', (select string_agg(case when random() < 0.5 then 'a' else 'b' end, '')
                                          from generate_series(1, 1500 + 0 * n))),
            '', '', now(), now()
       from generate_series(1, 5000) n`,
    [id],
  )
  await client.schemas.set({ app_id: id, name: 'Large' }, { properties: { text: { type: 'string' } } })
  await database.query(
    `insert into records (app_id, entity_name, id, data, created_by, created_by_id, created_date, updated_date)
     select $1, 'Large', 'rec_' || n, jsonb_build_object('text', repeat('x', 1048000)), '', '', now(), now()
       from generate_series(1, $2::int) n`,
    [id, LARGE],
  )
  return id
}

interface Ask {
  url: string
  headers: Record<string, string>
}

/** An app for each client, of which they read one record and a short list in turn. */
async function ordinary({ atrium, token }: Contest): Promise<Ask[][]> {
  const client = createClient({ baseUrl: atrium.address, token })
  const headers = { authorization: `Bearer ${token}` }
  return Promise.all(
    Array.from({ length: CLIENTS }, async (_, n) => {
      const { id: app_id } = await client.apps.create({ name: `Client ${n}` })
      await client.schemas.set({ app_id, name: 'Task' }, { properties: { title: { type: 'string' } } })
      const at = { app_id, entity_name: 'Task' }
      const [made] = await client.records.bulk_create(
        at,
        Array.from({ length: 20 }, (_, i) => ({ title: `Task ${i}` })),
      )
      const url = `${atrium.address}/api/apps/${app_id}/entities/Task`
      return [
        { url: `${url}/${made?.id}`, headers },
        { url: `${url}?limit=20`, headers },
      ]
    }),
  )
}

/** Milliseconds until each answer was whole, in order. */
async function delays(others: readonly Ask[][], seconds: number): Promise<number[]> {
  const all: number[] = []
  const end = performance.now() + seconds * 1_000
  await Promise.all(
    others.map(async (asks, n) => {
      await wait((n * PACE_MS) / CLIENTS)
      for (let turn = 0; performance.now() < end; turn++) {
        const { url, headers } = asks[turn % asks.length] as Ask
        const begun = performance.now()
        const answer = await fetch(url, { headers })
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

function peakMegabytes({ atrium }: Contest): number {
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${atrium.pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1_024)
}
