import { shorten } from '../../../../platform/text/shorten.ts'
import type { PageChange } from './reported-ending.ts'

const MOST_LINES = 40
const LONGEST_LINE = 200

/** The lines of the two pages that the other does not have; null when there are none. */
export function changeOfPage(step_id: string, before: string, after: string): PageChange | null {
  const [was, is] = [linesOf(before), linesOf(after)]
  const change = { step_id, before: only(was, is), after: only(is, was) }
  return change.before === '' && change.after === '' ? null : change
}

/** Without what names elements within one snapshot only. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/\s*\[(?:ref|cursor)=[^\]]*\]/g, '').trim())
    .filter((line) => line !== '')
}

function only(lines: readonly string[], others: readonly string[]): string {
  const known = new Set(others)
  return [...new Set(lines)]
    .filter((line) => !known.has(line))
    .slice(0, MOST_LINES)
    .map((line) => shorten(line, LONGEST_LINE))
    .join('\n')
}
