/** Repositories and working copies in folders of a test, by any git. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { useFolder } from '../../../../test/use-folder.ts'
import type { Git, Remote, TreeFile, WorkCopy } from '../port.ts'

export const ADA = { name: 'Ada', email: 'ada@example.com' }
export const NEVER = new AbortController().signal
export const NOON = new Date('2026-11-17T12:00:00.000Z')
export const LIMITS = { maxFiles: 100, maxPatchBytes: 100_000 }
export const MB = 1024 * 1024
export const CLONE = { maxBytes: 50 * MB, maxFiles: 1_000, signal: NEVER }

export async function* filesOf(files: Record<string, string>): AsyncGenerator<TreeFile> {
  for (const [path, text] of Object.entries(files)) yield { path, bytes: Buffer.from(text) }
}

export function here(folder: string): Remote {
  return { url: folder, credential: null }
}

export const byAda = (parent: string | null, message = 'Change it') => ({
  parent,
  message,
  author: ADA,
  at: NOON,
})

export async function changeFile(work: WorkCopy, path: string, text: string) {
  await writeFile(join(work.tree, path), text)
}

export async function commitFiles(work: WorkCopy, files: Record<string, string>): Promise<string> {
  for (const [path, text] of Object.entries(files)) await changeFile(work, path, text)
  const commit = await work.commitAll(byAda(await work.head()))
  if (commit === null) throw new Error('nothing changed')
  return commit
}

export type GitScene = ReturnType<typeof gitScene>

export function gitScene(git: Git) {
  const folder = useFolder()
  let count = 0
  const place = () => join(folder, `place-${++count}`)

  /** A repository with one commit of the files on `main`. */
  async function makeRepository(files: Record<string, string>): Promise<{ folder: string; commit: string }> {
    const made = place()
    await git.createRepository(made, { branch: 'main' })
    const work = await git.createWorkCopy(place(), filesOf(files))
    const commit = await work.head()
    if (commit === null) throw new Error('a work copy of files has a commit')
    await work.push({ remote: here(made), branch: 'main', commit, expected: null, signal: NEVER })
    await work.remove()
    return { folder: made, commit }
  }

  return { git, folder, place, makeRepository }
}
