/** Control groups (cgroup v2) for the memory of functions, where this server may make some. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { isAlive } from '../../platform/database/living-process.ts'

export interface MemoryGroups {
  /** A group of its own for one process and those that it starts. */
  add(memoryBytes: number): Promise<MemoryGroup>
}

export interface MemoryGroup {
  /** A process that writes 0 into it joins the group. */
  readonly joinFile: string
  /** Removes the group; true when the kernel ended its processes because of their memory. */
  end(): Promise<boolean>
}

/** Null where the kernel has none, or this server may not make any. */
export async function findMemoryGroups(proc = '/proc/self'): Promise<MemoryGroups | null> {
  for (const parent of await possibleParents(proc)) {
    try {
      if (!(await hasMemory(join(parent, 'cgroup.subtree_control'))))
        await writeFile(join(parent, 'cgroup.subtree_control'), '+memory')
      await removeStale(parent)
      const groups = groupsBelow(parent)
      await tryOut(groups)
      return groups
    } catch {} // not ours to change
  }
  return null
}

/** Tried out and not guessed: who owns a folder of the kernel may still be refused. */
async function tryOut(groups: MemoryGroups): Promise<void> {
  const group = await groups.add(2 ** 30)
  try {
    await promisify(execFile)('/bin/sh', ['-c', 'echo 0 > "$1"', 'sh', group.joinFile], { env: {} })
  } finally {
    await group.end()
  }
}

/**
 * The group of this server, and the one above it where that is a service of systemd whose processes were put into a
 * group below it, or the top: the kernel gives the groups below one that has processes no memory of their own.
 */
async function possibleParents(proc: string): Promise<string[]> {
  const own = /^0::(.*)$/m.exec(await readText(join(proc, 'cgroup')))?.[1]
  const top = /^\S+ \S+ \S+ \/ (\S+) .* - cgroup2 /m.exec(await readText(join(proc, 'mountinfo')))?.[1]
  if (own === undefined || top === undefined) return []
  const above = dirname(own)
  const isOurs = own !== '/' && (above === '/' || /\.(service|scope)$/.test(above))
  const found = [own, ...(isOurs ? [above] : [])].map((path) => join(top, path))
  const withMemory = await Promise.all(found.map((path) => hasMemory(join(path, 'cgroup.controllers'))))
  return found.filter((_, at) => withMemory[at])
}

const PREFIX = 'atrium-fn-'

function groupsBelow(parent: string): MemoryGroups {
  let count = 0
  const ended = new Set<string>()
  return {
    async add(memoryBytes) {
      const folder = join(parent, `${PREFIX}${process.pid}-${count++}`)
      await mkdir(folder)
      try {
        await writeFile(join(folder, 'memory.max'), String(memoryBytes))
        const swap = join(folder, 'memory.swap.max')
        if (existsSync(swap)) await writeFile(swap, '0')
      } catch (error) {
        await rmdir(folder).catch(() => {})
        throw error
      }
      return {
        joinFile: join(folder, 'cgroup.procs'),
        async end() {
          const kills = /^oom_kill (\d+)$/m.exec(await readText(join(folder, 'memory.events')))?.[1]
          ended.add(folder)
          // The kernel may still be ending the last process: the next call tries again.
          for (const one of ended)
            await rmdir(one).then(
              () => ended.delete(one),
              () => {},
            )
          return Number(kills ?? 0) > 0
        },
      }
    },
  }
}

/** Those of servers that were killed. */
async function removeStale(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(/^atrium-fn-(\d+)-/.exec(name)?.[1])
    if (pid > 0 && !isAlive(pid)) await rmdir(join(parent, name)).catch(() => {})
  }
}

async function hasMemory(path: string): Promise<boolean> {
  return (await readText(path)).trim().split(' ').includes('memory')
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}
