/** A repository of git in memory, as somebody else changes and reads it. */

import { historyIn } from '../../git/test/memory-git.ts'
import { addCommit, type Entry, entryOf, findCommit, treeOf } from '../../git/test/memory-history.ts'
import type { ChangedRepository } from '../conformance.ts'

const AUTHOR = { name: 'Ada', email: 'ada@example.com' }
/** 2026-01-01; each commit is a second younger. */
const START = Date.UTC(2026, 0, 1)
let count = 0

export function memoryRepository(folder: string): ChangedRepository {
  const resolve = (ref: string) => findCommit(historyIn(folder), ref)
  return {
    folder,
    resolve: async (ref) => resolve(ref),
    async commit(branch, files, from) {
      const history = historyIn(folder)
      const parent = resolve(`refs/heads/${branch}`) ?? (from ? resolve(from) : null)
      const tree = new Map<string, Entry>(treeOf(history, parent))
      for (const [path, content] of Object.entries(files))
        if (content === null) tree.delete(path)
        else tree.set(path, entryOf('file', content))
      const commit = addCommit(history, {
        ...{ tree, parents: parent === null ? [] : [parent], author: AUTHOR },
        ...{ message: `Change ${Object.keys(files).join(', ')}`, at: new Date(START + 1_000 * count++) },
      })
      history.refs.set(`refs/heads/${branch}`, commit)
      return commit
    },
    async read(ref, path) {
      const history = historyIn(folder)
      return treeOf(history, resolve(ref)).get(path)?.bytes.toString() ?? null
    },
    parents: async (ref) => [...(historyIn(folder).commits.get(resolve(ref) ?? '')?.parents ?? [])],
    moveBranch: async (branch, commit) => void historyIn(folder).refs.set(`refs/heads/${branch}`, commit),
    deleteBranch: async (branch) => void historyIn(folder).refs.delete(`refs/heads/${branch}`),
  }
}
