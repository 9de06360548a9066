/** Repositories that are made to do harm, cloned; whatever they run or write elsewhere shows. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import type { WorkCopy } from '../port.ts'
import { useGit } from './git-program.ts'
import { ADA, CLONE, here, LIMITS, NEVER, NOON } from './git-scene.ts'
import { type Entry, makeRawRepository, type RawRepository } from './raw-repository.ts'

export function useHostileScene() {
  const { git, folder, place } = useGit()
  /** Everything that is run by mistake leaves a file here, and so does what is written through a link. */
  const canaries = join(folder, 'canaries')
  mkdirSync(canaries)
  afterAll(() => expect(readdirSync(canaries)).toEqual([]))

  /** A repository with these files on `main`, cloned. */
  async function take(
    make: (raw: RawRepository) => Entry[],
    limits: Partial<typeof CLONE> = {},
  ): Promise<WorkCopy> {
    const raw = makeRawRepository(place())
    raw.ref('refs/heads/main', raw.commit(raw.tree(...make(raw))))
    // Alone in its folder, so that what is written next to it shows.
    const around = place()
    try {
      return await git.clone(here(raw.folder), join(around, 'copy'), { ...CLONE, ...limits, ref: 'main' })
    } finally {
      expect(readdirSync(around).filter((name) => name !== 'copy')).toEqual([])
    }
  }

  return { take, canaries, touch: (name: string) => `touch ${join(canaries, name)}` }
}

/** All that is done with files: looked at, changed, committed, taken back. */
export async function workWith(work: WorkCopy): Promise<string> {
  await work.listFiles({ under: '', most: 100 })
  await work.search({ pattern: 'root', isRegex: false, under: '', most: 100, signal: NEVER })
  writeFileSync(join(work.tree, 'added.txt'), 'added\n')
  await work.changes(LIMITS)
  const start = await work.head()
  const commit = (await work.commitAll({ parent: start, message: 'Change', author: ADA, at: NOON })) ?? ''
  await work.diff(start, commit, LIMITS)
  await work.checkOut(start ?? '')
  await work.checkOut(commit)
  return commit
}

export const modulesFile = (url: string, path = 'sub', name = 'sub') =>
  `[submodule "${name}"]\n\tpath = ${path}\n\turl = ${url}\n`

export const oneFile =
  (name: string | Buffer, content = 'x') =>
  (raw: RawRepository): Entry[] => [['100644', name, raw.blob(content)]]
