/** Reads what `git diff-tree` writes. Nothing of it is trusted: names may hold anything but a zero byte. */
import type { ChangedFile, DiffLimits } from './port.ts'

/** A pair of files that differ, with how many sections of a patch belong to it. */
export interface Pair {
  file: ChangedFile
  sections: number
}

/** The output of `--raw --numstat -z`: all pairs, then the numbers of each in the same order. */
export function parsePairs(output: Buffer): Pair[] {
  const words = splitZero(output)
  const pairs: Pair[] = []
  let at = 0
  for (; words[at]?.startsWith(':'); ) {
    const [oldMode = '', newMode = '', , , status = ''] = (words[at++] ?? '').slice(1).split(' ')
    const first = words[at++] ?? ''
    const isRename = status.startsWith('R') || status.startsWith('C')
    const path = isRename ? (words[at++] ?? '') : first
    const isTypeChange = status.startsWith('T') && oldMode.slice(0, 3) !== newMode.slice(0, 3)
    pairs.push({
      file: {
        path,
        old_path: isRename ? first : null,
        status: isRename ? 'renamed' : (STATUSES[status.charAt(0)] ?? 'modified'),
        additions: 0,
        deletions: 0,
        is_binary: false,
        patch: null,
      },
      // A file that becomes a link goes, and comes.
      sections: isTypeChange ? 2 : 1,
    })
  }
  for (const { file } of pairs) {
    const [added = '', deleted = '', name = ''] = (words[at++] ?? '').split('\t')
    if (name === '') at += 2
    file.is_binary = added === '-'
    file.additions = Number(added) || 0
    file.deletions = Number(deleted) || 0
  }
  return pairs
}

const STATUSES: Record<string, ChangedFile['status']> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  T: 'modified',
}

/** As text; bytes that are none become replacement characters. */
export function splitZero(output: Buffer): string[] {
  const words = output.toString().split('\0')
  words.pop()
  return words
}

/** The sections of a patch as they come, one for each `diff --git`; each is held up to a bound, and so are all together. */
export function createSectionReader(
  { maxPatchBytes, maxTotalBytes = Number.POSITIVE_INFINITY }: Omit<DiffLimits, 'maxFiles'>,
  onSection: (patch: string | null) => boolean,
) {
  let left = maxTotalBytes
  let lines: Buffer[] = []
  let size = 0
  let isOpen = false
  let isInHunk = false
  /** The beginning of the line was left out. */
  let isMidLine = false
  let rest: Buffer = Buffer.alloc(0)

  const most = () => Math.min(maxPatchBytes, left)

  function endSection(): boolean {
    if (!isOpen) return true
    const patch = size > most() ? null : Buffer.concat(lines).toString()
    if (patch !== null) left -= size
    lines = []
    size = 0
    isInHunk = false
    return onSection(patch)
  }

  function takeLine(line: Buffer): boolean {
    const isRest = isMidLine
    isMidLine = false
    if (isRest) return true
    // Lines of files have a mark before them: only a heading begins so.
    if (line.subarray(0, START.length).equals(START)) {
      const goesOn = endSection()
      isOpen = true
      return goesOn
    }
    isInHunk ||= line.subarray(0, 3).equals(HUNK)
    if (!isInHunk || size > most()) return true
    size += line.length
    if (size <= most()) lines.push(line)
    return true
  }

  return {
    take(chunk: Buffer): boolean {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        const line = rest.subarray(0, end + 1)
        rest = rest.subarray(end + 1)
        if (!takeLine(line)) return false
      }
      // A line that is longer than a whole patch may be cut: its patch is left out anyway.
      if (rest.length > maxPatchBytes && isInHunk) {
        size += rest.length
        rest = Buffer.alloc(0)
        isMidLine = true
      }
      return true
    },
    end(): void {
      if (rest.length > 0) takeLine(rest)
      endSection()
    },
  }
}

const START = Buffer.from('diff --git ')
const HUNK = Buffer.from('@@ ')
