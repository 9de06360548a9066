import type { QueryKey } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useRequest } from '../../act.ts'
import { client, queryClient, refresh } from '../../api.ts'
import { isObject, type Json, valueAt } from '../../entity-schema.ts'
import type { RecordsView } from '../../paths.ts'
import { type EntityRecord, rulesHeader } from '../../queries.ts'
import { explainCellRefusal } from './explain-refusal.ts'

/** What stands at a cell whose value was refused. */
export interface CellFault {
  message: string
  /** What was typed, to go on from. */
  text: string
}

export interface CellChange {
  id: string
  field: string
  value: Json
  /** As it was typed. */
  text: string
}

export interface RecordEdits {
  save(change: CellChange): void
  faultAt(id: string, field: string): CellFault | undefined
  setFault(id: string, field: string, fault: CellFault | null): void
}

interface RecordPage {
  items: EntityRecord[]
}

/** Changes of single cells: shown at once, taken back when they are refused. */
export function useRecordEdits(
  at: { app_id: string; entity_name: string },
  pageKey: QueryKey,
  pastRules: RecordsView['past_rules'],
): RecordEdits {
  const [faults, setFaults] = useState<Record<string, CellFault>>({})
  // What is on its way, so that the answer to one change does not undo another.
  const pending = useRef(new Map<string, Map<string, Json>>())
  const setRow = (id: string, change: (row: EntityRecord) => EntityRecord) =>
    queryClient.setQueryData<RecordPage>(pageKey, (page) =>
      page ? { ...page, items: page.items.map((row) => (row.id === id ? change(row) : row)) } : page,
    )
  const setFault: RecordEdits['setFault'] = (id, field, fault) =>
    setFaults(({ [keyOf(id, field)]: _, ...others }) =>
      fault ? { ...others, [keyOf(id, field)]: fault } : others,
    )

  const { mutate } = useRequest({
    failure: 'inline',
    run: ({ id, field, value }: CellChange) =>
      client.records.update(
        { ...at, entity_id: id },
        { [field]: value },
        { headers: rulesHeader(pastRules) },
      ),
    onMutate: async ({ id, field, value }) => {
      await queryClient.cancelQueries({ queryKey: pageKey })
      const before = valueAt(rowIn(pageKey, id), field)
      const fields = pending.current.get(id) ?? new Map<string, Json>()
      pending.current.set(id, fields.set(field, value))
      setFault(id, field, null)
      setRow(id, (row) => ({ ...row, [field]: value }))
      return { before }
    },
    onSuccess: (answer, { id, field, value }) => {
      const waiting = pending.current.get(id)
      if (waiting?.get(field) === value) waiting.delete(field)
      setRow(id, (row) => ({
        ...newestOf(row, answer),
        ...Object.fromEntries(waiting ?? []),
        id,
      }))
      if (pastRules) void refresh('audit')
    },
    onError: (error, { id, field, value, text }, context) => {
      const waiting = pending.current.get(id)
      if (waiting?.get(field) === value) {
        waiting.delete(field)
        setRow(id, (row) => ({ ...row, [field]: context?.before }))
      }
      setFault(id, field, { message: explainCellRefusal(error, field), text })
    },
  })

  return {
    save: (change) => {
      const before = rowIn(pageKey, change.id)?.[change.field]
      if (isSame(before, change.value)) setFault(change.id, change.field, null)
      else mutate(change)
    },
    faultAt: (id, field) => faults[keyOf(id, field)],
    setFault,
  }
}

function newestOf(row: EntityRecord, answer: EntityRecord): EntityRecord {
  // Whoever may write a record need not be able to read it: then only its id comes back.
  if (!('created_date' in answer)) return { ...row, ...answer }
  // Of two changes at once the first may be answered last.
  return String(row.updated_date) > String(answer.updated_date) ? row : answer
}

const keyOf = (id: string, field: string) => `${id} ${field}`

function rowIn(pageKey: QueryKey, id: string): EntityRecord | undefined {
  return queryClient.getQueryData<RecordPage>(pageKey)?.items.find((row) => row.id === id)
}

/** Nothing and null are the same to a record. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, place) => isSame(each, other[place]))
  if (isObject(one) && isObject(other)) {
    const names = Object.keys(one)
    return (
      names.length === Object.keys(other).length &&
      names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
    )
  }
  return (one ?? null) === (other ?? null)
}
