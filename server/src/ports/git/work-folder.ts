/** How a work copy lies on disk: what git keeps, the files, and a note that is written when both are whole. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface WorkFolder {
  folder: string
  dir: string
  tree: string
  limits: WorkLimits
}

export interface WorkLimits {
  /** Of what git stores, packed. */
  maxBytes: number
  maxFiles: number
}

export function workFolder(folder: string, limits: WorkLimits): WorkFolder {
  return { folder, dir: join(folder, 'git'), tree: join(folder, 'tree'), limits }
}

const NOTE = 'work-copy.json'

export async function writeNote({ folder, limits }: WorkFolder): Promise<void> {
  await writeFile(join(folder, NOTE), JSON.stringify(limits))
}

/** Null when there is none that is whole. */
export async function readNote(folder: string): Promise<WorkFolder | null> {
  try {
    const { maxBytes, maxFiles } = JSON.parse(await readFile(join(folder, NOTE), 'utf8'))
    if (!Number.isFinite(maxBytes) || !Number.isFinite(maxFiles)) return null
    return workFolder(folder, { maxBytes, maxFiles })
  } catch {
    return null // a copy that was under way when the server ended
  }
}
