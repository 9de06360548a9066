import { oneLine } from '../../../../platform/text/one-line.ts'
import type { SessionRow } from '../../tables.ts'

const LONGEST_SUBJECT = 72
const TRAILER = /^[A-Za-z][A-Za-z0-9-]*: /

/** What the person wants the commit to say, or its title; by the last line the session is found again. */
export function commitMessageOf({
  id,
  title,
  commit_message,
}: Pick<SessionRow, 'id' | 'title' | 'commit_message'>): string {
  const text = commit_message?.trim() || oneLine(title, LONGEST_SUBJECT) || 'Change the code'
  const paragraphs = text.split(/\n\s*\n/)
  const lastLines = paragraphs.length > 1 ? (paragraphs.at(-1) ?? '').split('\n') : []
  const endsWithTrailers = lastLines.length > 0 && lastLines.every((line) => TRAILER.test(line))
  return `${text}${endsWithTrailers ? '\n' : '\n\n'}Coding-Session: ${id}\n`
}
