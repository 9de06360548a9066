/** Backend functions of many apps: their cold starts, and the memory of their processes. */
import { readFile } from 'node:fs/promises'
import { deployed } from './functions-scene.ts'
import { withContest } from './harness.ts'

const APPS = 50

export async function functionsMany(): Promise<void> {
  await withContest([], async (contest) => {
    const cold: number[] = []
    for (const { url, headers } of await deployed(contest, APPS)) {
      const begun = performance.now()
      const response = await fetch(String(url), { headers: headers as Record<string, string> })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`answered ${response.status}`)
      cold.push(performance.now() - begun)
    }
    // The first call also finds out how this machine can hold functions.
    const [first = 0, ...others] = cold
    const sorted = others.toSorted((a, b) => a - b)
    const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)
    console.log(`\nfunctions: cold start of ${others.length} functions, one after the other, one app each`)
    console.log(
      `  median ${at(0.5)} ms   p95 ${at(0.95)} ms   target 400   the very first ${Math.round(first)} ms`,
    )

    const { shared, resident } = await memoryBelow(contest.atrium.pid)
    console.log(
      `  memory of their processes: ${shared} MB, shared pages once; ${resident} MB resident   target 1,500`,
    )
  })
}

/** In megabytes, of all Deno processes that descend from this one. */
async function memoryBelow(pid: number): Promise<{ shared: number; resident: number }> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  const sum = { shared: 0, resident: 0 }
  for (const child of children.split(' ').filter(Boolean).map(Number)) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8')
    if (command.includes('deno')) {
      const rollup = await readFile(`/proc/${child}/smaps_rollup`, 'utf8')
      sum.shared += Math.round(Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) / 1024)
      sum.resident += Math.round(Number(/^Rss:\s+(\d+)/m.exec(rollup)?.[1]) / 1024)
    }
    const below = await memoryBelow(child)
    sum.shared += below.shared
    sum.resident += below.resident
  }
  return sum
}
