/** Differences between two trees in memory. A moved file is recognised only when its content did not change. */
import { compareLines } from '../../../modules/source/compare-lines.ts'
import type { ChangedFile, DiffLimits, TreeDiff } from '../port.ts'
import type { Entry, Tree } from './memory-history.ts'

export function diffTrees(base: Tree, head: Tree, limits: DiffLimits): Pick<TreeDiff, 'files' | 'truncated'> {
  const gone = new Map([...base].filter(([path]) => !head.has(path)))
  const files: ChangedFile[] = []
  for (const [path, now] of head) {
    const before = base.get(path)
    if (before?.id === now.id) continue
    const [old_path = null] = before ? [] : ([...gone].find(([, { id }]) => id === now.id) ?? [])
    if (old_path === null) files.push(compare(path, before, now))
    else {
      gone.delete(old_path)
      files.push({ ...compare(path, now, now), old_path, status: 'renamed' })
    }
  }
  for (const [path, before] of gone) files.push(compare(path, before, undefined))
  files.sort((one, other) => (one.path < other.path ? -1 : 1))
  const shown = files.slice(0, limits.maxFiles)
  let left = limits.maxTotalBytes ?? Number.POSITIVE_INFINITY
  for (const file of shown) {
    const size = Buffer.byteLength(file.patch ?? '')
    if (limits.maxPatchBytes === 0 || size > Math.min(limits.maxPatchBytes, left)) file.patch = null
    else left -= size
  }
  return { files: shown, truncated: files.length > shown.length }
}

function compare(path: string, before: Entry | undefined, now: Entry | undefined): ChangedFile {
  const status = !before ? 'added' : now ? 'modified' : 'deleted'
  const is_binary = isBinary(before) || isBinary(now)
  const lines = is_binary ? { additions: 0, deletions: 0, patch: null } : compareEntries(before, now)
  return { path, old_path: null, status, is_binary, ...lines }
}

/** A file that becomes a link is shown as deleted and added. */
function compareEntries(before: Entry | undefined, now: Entry | undefined) {
  const [old, fresh] = [before?.bytes.toString() ?? '', now?.bytes.toString() ?? '']
  const isSameKind = !before || !now || (before.mode === 'link') === (now.mode === 'link')
  if (isSameKind) return compareLines(old, fresh, { steps: STEPS })
  const [left, right] = [compareLines(old, '', { steps: STEPS }), compareLines('', fresh, { steps: STEPS })]
  return {
    additions: right.additions,
    deletions: left.deletions,
    patch: `${left.patch}${right.patch}`,
  }
}

const STEPS = 1_000_000

/** Same rule as git: a zero byte near the start. */
export function isBinary(entry: Entry | undefined): boolean {
  return entry?.bytes.subarray(0, 8_000).includes(0) ?? false
}
