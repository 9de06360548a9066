/** The processes of browsers that a server started, also after it has ended: they write below the folder that it was given. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { commandLine, isAlive, parentOf } from '../server/src/platform/database/living-process.ts'

export interface BrowserProcesses {
  /** Looks which there are now; all that were ever seen are remembered. */
  look(): number[]
  /** Resolves when none is left, with how many there still are when that takes too long. */
  gone(withinMs: number): Promise<number>
}

/** `folder` is the `TMPDIR` of the server. */
export function watchBrowsers(folder: string): BrowserProcesses {
  const seen = new Set<number>()
  const living = () => [...seen].filter(isAlive)
  const look = () => {
    for (const pid of findBrowsers(folder)) seen.add(pid)
    return living()
  }
  return {
    look,
    async gone(withinMs) {
      const giveUpAt = performance.now() + withinMs
      for (;;) {
        // Those that are known cost little to look at; a look at all of them only confirms it.
        if (living().length === 0 && look().length === 0) return 0
        if (performance.now() > giveUpAt) return look().length
        await wait(2)
      }
    },
  }
}

function findBrowsers(folder: string): number[] {
  const all = readdirSync('/proc').map(Number).filter(Boolean)
  const roots = new Set(all.filter((pid) => isBrowser(pid, folder)))
  // Chromium writes over the environment of its helpers, so they are known by where they come from.
  return all.filter((pid) => roots.has(pid) || ancestorsOf(pid).some((above) => roots.has(above)))
}

function isBrowser(pid: number, folder: string): boolean {
  const command = commandLine(pid)
  return /chrom|bwrap/i.test(command) && (command.includes(folder) || environmentOf(pid).includes(folder))
}

function ancestorsOf(pid: number): number[] {
  const above = parentOf(pid)
  return above === null ? [] : [above, ...ancestorsOf(above)]
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    return '' // it has ended, or belongs to somebody else
  }
}
