/** Shows what an act does before it is answered, and takes back just that when it is refused. */
import type { QueryKey } from '@tanstack/react-query'
import { queryClient } from './api.ts'

export interface AtOnce<Input> {
  /** How the keys of the queries begin that show it. */
  within: QueryKey
  /** What such a query has then. Data in which the thing is not found stays the same. */
  change: (data: unknown, input: Input) => unknown
}

/** Returns how to take it back. */
export async function showAtOnce<Input>(
  { within, change }: AtOnce<Input>,
  input: Input,
): Promise<() => void> {
  const queryKey = within
  // A read that is under way would bring back what was.
  await queryClient.cancelQueries({ queryKey })
  const shown = queryClient.getQueriesData({ queryKey }).flatMap(([key, before]) => {
    const after = change(before, input)
    return after === before ? [] : [{ key, before, after: queryClient.setQueryData(key, after) }]
  })
  return () => {
    for (const { key, before, after } of shown) {
      // What was read or changed since is newer; the next read settles it.
      if (queryClient.getQueryData(key) === after) queryClient.setQueryData(key, before)
    }
  }
}

type Row = Readonly<Record<string, unknown>>

const isRow = (data: unknown): data is Row => typeof data === 'object' && data !== null

/** In a list, a page of one, or as the thing itself: with these fields changed. */
export function withFields(data: unknown, id: string, fields: Row): unknown {
  if (Array.isArray(data)) return mapped(data, (row) => withFields(row, id, fields))
  if (!isRow(data)) return data
  if (data.id === id) return { ...data, ...fields }
  return inItems(data, (items) => mapped(items, (row) => withFields(row, id, fields)))
}

/** In a list or a page of one: without those. */
export function withoutRows(data: unknown, isGone: (row: Row) => boolean): unknown {
  if (Array.isArray(data)) {
    const left = data.filter((row) => !(isRow(row) && isGone(row)))
    return left.length === data.length ? data : left
  }
  return isRow(data) ? inItems(data, (items) => withoutRows(items, isGone) as unknown[]) : data
}

function inItems(data: Row, change: (items: readonly unknown[]) => readonly unknown[]): Row {
  if (!Array.isArray(data.items)) return data
  const items = change(data.items)
  return items === data.items ? data : { ...data, items }
}

function mapped(rows: readonly unknown[], change: (row: unknown) => unknown): readonly unknown[] {
  const next = rows.map(change)
  return next.some((row, at) => row !== rows[at]) ? next : rows
}
