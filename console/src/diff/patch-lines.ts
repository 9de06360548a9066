/** The lines of a unified patch, each with its number before and after. */
export interface PatchLine {
  /** `gap`: lines in between that did not change and are left out; `note`: what git says about the line before. */
  kind: 'same' | 'removed' | 'added' | 'gap' | 'note'
  text: string
  before: number | null
  after: number | null
}

const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/

export function patchLines(patch: string): PatchLine[] {
  const lines: PatchLine[] = []
  let before = 0
  let after = 0
  let isInside = false
  for (const line of patch.replace(/\n$/, '').split('\n')) {
    const hunk = HUNK.exec(line)
    if (hunk) {
      before = Number(hunk[1])
      after = Number(hunk[2])
      isInside = true
      lines.push({ kind: 'gap', text: hunk[3] ?? '', before: null, after: null })
    } else if (!isInside) {
      // What stands above the first change names the file, which is known.
    } else if (line.startsWith('+')) {
      lines.push({ kind: 'added', text: line.slice(1), before: null, after: after++ })
    } else if (line.startsWith('-')) {
      lines.push({ kind: 'removed', text: line.slice(1), before: before++, after: null })
    } else if (line.startsWith('\\')) {
      lines.push({ kind: 'note', text: line.slice(2), before: null, after: null })
    } else {
      lines.push({ kind: 'same', text: line.slice(1), before: before++, after: after++ })
    }
  }
  // The first one stands for lines above only if there are some.
  const [first, second] = lines
  const isAtStart = first?.kind === 'gap' && first.text === '' && (second?.before ?? second?.after ?? 0) <= 1
  return isAtStart ? lines.slice(1) : lines
}
