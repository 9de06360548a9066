/** Removes folders, whatever programs that nobody vouches for left in them. */
import { randomBytes } from 'node:crypto'
import { chmod, lstat, rename, rm } from 'node:fs/promises'
import { listFolder, pathIn } from './folder-bytes.ts'

/** Nothing is an error that is not there; a file goes, too. Nobody else may be at work in it. */
export async function removeFolder(path: string | Buffer): Promise<void> {
  try {
    await rm(path, HARD)
  } catch {
    const root = Buffer.from(path)
    // What lies too deep is moved up, and looked at from there.
    await openAll(root, async (found) => {
      const place = pathIn(root, randomBytes(12).toString('hex'))
      await rename(found, place)
      return place
    })
    await rm(path, HARD)
  }
}

/** Gives the owner back the rights to all folders, but for those that lie too deep. */
export async function openFolders(path: string | Buffer): Promise<void> {
  await openAll(Buffer.from(path), async () => null)
}

/** Null: what lies too deep is left. */
async function openAll(root: Buffer, whenDeep: (found: Buffer) => Promise<Buffer | null>): Promise<void> {
  await openFolder(root)
  const folders = [root]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await listFolder(folder)) {
      if (!entry.isDirectory()) continue
      const found = pathIn(folder, entry.name)
      await openFolder(found)
      const place = found.length > LONGEST_PATH ? await whenDeep(found) : found
      if (place) folders.push(place)
    }
  }
}

const HARD = { recursive: true, force: true, maxRetries: 3 } as const
/** With room for a name: most systems take 4,096 bytes, some 1,024. */
const LONGEST_PATH = 700
const OWNER = 0o700

async function openFolder(path: Buffer): Promise<void> {
  const { mode } = await lstat(path)
  if ((mode & OWNER) !== OWNER) await chmod(path, (mode & 0o777) | OWNER)
}
