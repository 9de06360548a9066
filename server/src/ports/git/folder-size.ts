import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The bytes of the files directly in a folder: packs lie in one. */
export async function sizeOfFiles(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const sizes = await Promise.all(
    names.map(async (name) => (await lstat(join(folder, name)).catch(() => null))?.size ?? 0),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
