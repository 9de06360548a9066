import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useRequest } from '../../../act.ts'
import { client, queryClient, refresh } from '../../../api.ts'
import { useUnsavedWork } from '../../../form/unsaved-work.ts'
import { fill } from '../../../language/fill.ts'
import type { RecordsView } from '../../../paths.ts'
import { type EntityRecord, queries, rulesHeader } from '../../../queries.ts'
import { toast } from '../../../ui/toasts.tsx'
import { explainCellRefusal } from './explain-refusal.ts'
import { cancelRead, changeRow, newestOf } from './record-cache.ts'
import { countCells, type RowChange, undoOfChange } from './row-changes.ts'
import type { Values } from './save-unless-changed.ts'
import type { RecordEdits, Undoable } from './use-record-edits.ts'
import { words } from './words.ts'
import { type RowRefusal, writeRows } from './write-rows.ts'

/** What is being written, or was and left something to say. */
export interface RowJob {
  total: number
  done: number
  saved: number
  refused: readonly RowRefusal[]
  /** Not sent, as it was stopped. */
  unsent: number
  isRunning: boolean
}

export interface RowWrites {
  job: RowJob | null
  /** Writes the changes, unless others are being written. */
  write(changes: readonly RowChange[], how?: { isUndo: true }): void
  stop(): void
  dismiss(): void
}

interface Ways {
  at: { app_id: string; entity_name: string }
  list: QueryKey
  pastRules: RecordsView['past_rules']
  edits: RecordEdits
}

/** Changes of many records: each on its own, with how far it is, what was refused, and a way back. */
export function useRowWrites({ at, list, pastRules, edits }: Ways): RowWrites {
  const [job, setJob] = useState<RowJob | null>(null)
  const stopped = useRef<AbortController | null>(null)
  const { mutateAsync } = useRequest({
    failure: 'inline',
    networkMode: 'always',
    run: ({ id, values, version }: { id: string; values: Values; version: string | undefined }) =>
      client.records.update({ ...at, entity_id: id }, values, {
        headers: rulesHeader(pastRules),
        if_match: version,
      }),
    onMutate: ({ id }) => cancelRead(list, id),
  })
  useUnsavedWork(() => stopped.current !== null)
  useEffect(() => () => stopped.current?.abort(), [])

  const write = async (changes: readonly RowChange[], isUndo: boolean) => {
    const controller = new AbortController()
    stopped.current = controller
    const total = changes.length
    setJob({ total, done: 0, saved: 0, refused: [], unsent: 0, isRunning: true })
    const ways = {
      send: async (row: EntityRecord, values: Values, version: string | undefined) => {
        const answer = (await mutateAsync({ id: row.id, values, version })) as EntityRecord
        changeRow(list, row.id, (now) => newestOf(now, values, answer))
        return answer
      },
      read: ({ id }: EntityRecord) =>
        queryClient.fetchQuery(queries.record(at.app_id, at.entity_name, id, pastRules)),
      explain: explainCellRefusal,
    }
    const written = await writeRows(changes, ways, controller.signal, ({ saved, refused, unsent }) =>
      setJob({
        total,
        done: saved.length + refused.length + unsent.length,
        saved: saved.length,
        refused: [...refused],
        unsent: unsent.length,
        isRunning: true,
      }),
    )
    stopped.current = null
    const { saved, refused, unsent } = written
    const isAll = refused.length === 0 && unsent.length === 0
    setJob((now) => (isAll ? null : now && { ...now, isRunning: false }))
    if (pastRules) void refresh('audit')
    if (saved.length === 0) return
    const cells = countCells(saved.map(({ change }) => change))
    const what = fill(words.cellsInCount, {
      cells: countOf(cells, 'cell'),
      count: countOf(saved.length, 'record'),
    })
    if (isUndo) return toast.done(fill(words.whatPutBack, { what }))
    const back = saved.map(({ change, answer }) => undoOfChange(change, answer))
    const entry: Undoable = { kind: 'rows', changes: back, what }
    edits.record(entry)
    const onPress = () => {
      edits.remove(entry)
      begin(back, true)
    }
    toast.done(fill(words.whatChanged, { what }), { label: words.undo, onPress })
  }
  const begin = (changes: readonly RowChange[], isUndo: boolean) => {
    if (stopped.current) toast.done(words.waitUntilWhatIs)
    else if (changes.length === 0) toast.done(words.nothingWouldChange)
    else void write(changes, isUndo)
  }
  return {
    job,
    write: (changes, how) => begin(changes, how?.isUndo === true),
    stop: () => stopped.current?.abort(),
    dismiss: () => setJob(null),
  }
}

export const countOf = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
