import { invalid } from './errors.ts'
import type { Secrets } from './secrets.ts'

export interface Cursors {
  /** An opaque, signed position that is only good for the same list (operation, workspace, filters). */
  write(list: string, position: readonly Key[]): string
  /** The position, undefined without a cursor; one that is not ours for this list is refused with 422. */
  read(list: string, cursor: string | undefined): Key[] | undefined
}

type Key = string | number | null

export interface Page<Row> {
  items: Row[]
  next_cursor: string | null
  has_more: boolean
}

export function createCursors(secrets: Secrets): Cursors {
  return {
    write(list, position) {
      const text = Buffer.from(JSON.stringify(position)).toString('base64url')
      return `${text}.${secrets.sign(`cursor ${list}`, text)}`
    },
    read(list, cursor) {
      if (cursor === undefined) return undefined
      const dot = cursor.indexOf('.')
      const [text, mark] = [cursor.slice(0, dot), cursor.slice(dot + 1)]
      if (!secrets.verify(`cursor ${list}`, text, mark)) {
        throw invalid(
          ['query', 'cursor'],
          'cursor_invalid',
          'Send next_cursor of the page before, with the same filters',
        )
      }
      return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    },
  }
}

/** Turns `limit + 1` rows into a page. */
export function pageOf<Row>(rows: Row[], limit: number, cursorAfter: (row: Row) => string): Page<Row> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const has_more = rows.length > limit
  return { items, has_more, next_cursor: has_more && last ? cursorAfter(last) : null }
}
