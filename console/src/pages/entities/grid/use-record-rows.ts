import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queryClient } from '../../../api.ts'
import type { RecordsView } from '../../../paths.ts'
import { type EntityRecord, queries } from '../../../queries.ts'
import { BLOCK_SIZE, blocksKey, recordBlock } from '../../../records-queries.ts'
import { isNear, type RowWindow } from './grid-window.ts'
import { blocksOf, type RecordRows, rowsOf } from './record-rows.ts'

export interface RecordList {
  rows: RecordRows
  /** Undefined until the records are counted. */
  count: number | undefined
  error: Error | null
  /** Whether it is known what stands at the top. */
  isRead: boolean
  /** Reads what is around these rows; what a range of cells spans is read as well. */
  want(shown: RowWindow, range: RowWindow | null): void
  /** The rows from one place to another, read if need be. */
  between(rows: RowWindow): Promise<EntityRecord[]>
}

const SETTLED_MS = 120
const START: RowWindow = { first: 0, last: 1 }
const FIRST = [0]

/** A list of any length, of which the blocks around what is shown are read. */
export function useRecordRows(appId: string, entityName: string, view: RecordsView): RecordList {
  const key = JSON.stringify(blocksKey(appId, entityName, view))
  const [wanted, setWanted] = useState({ key, blocks: FIRST })
  // Another filter or order begins at the top.
  const blocks = wanted.key === key ? wanted.blocks : FIRST
  const results = useQueries({
    queries: blocks.map((block) => recordBlock(appId, entityName, view, block)),
  })
  const { data: count } = useQuery(queries.recordCount(appId, entityName, view))
  const found = new Map(
    blocks.flatMap((block, place) => {
      const data = results[place]?.data
      return data ? [[block, data] as const] : []
    }),
  )
  /** What was shown last, and of which list. */
  const seen = useRef({ key, window: START })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    rows: rowsOf(found, count, BLOCK_SIZE),
    count,
    error: results.find(({ error }) => error !== null)?.error ?? null,
    isRead: found.size > 0,
    want: (shown, range) => {
      clearTimeout(timer.current)
      const now = () => {
        seen.current = { key, window: shown }
        const windows = range ? [shown, range] : [shown]
        const next = [...new Set(windows.flatMap((window) => blocksOf(window, BLOCK_SIZE)))]
        // Most steps of a scroll stay within the blocks that are there: the page is not drawn again for them.
        setWanted((before) =>
          before.key === key && before.blocks.join() === next.join() ? before : { key, blocks: next },
        )
      }
      // Dragging the scroll bar passes thousands of rows; only those where it stops are wanted.
      const before = seen.current.key === key ? seen.current.window : START
      if (isNear(before, shown)) now()
      else timer.current = setTimeout(now, SETTLED_MS)
    },
    between: async (window) => {
      const read = await Promise.all(
        blocksOf(window, BLOCK_SIZE).map(
          async (block) =>
            [block, await queryClient.ensureQueryData(recordBlock(appId, entityName, view, block))] as const,
        ),
      )
      const rows = rowsOf(new Map(read), count, BLOCK_SIZE)
      const places = Array.from({ length: window.last - window.first }, (_, more) => window.first + more)
      return places.flatMap((place) => rows.at(place) ?? [])
    },
  }
}
