/**
 * Edits of single cells on their way to the server. Everything is kept by the id of its record, so that rows may come,
 * go and move while something is typed or sent; of one record, one edit is sent after the other.
 */
import { ApiError, ConnectionError } from '@atrium/sdk'
import type { Json } from '../../../entity-schema.ts'
import { isMissing, isSignedOut } from '../../../explain-error.ts'
import type { RecordsView } from '../../../paths.ts'
import type { EntityRecord } from '../../../queries.ts'
import { ChangedSince, saveUnlessChanged, type Values, versionOf } from './save-unless-changed.ts'

export interface CellEdit {
  /** The record as it was when editing began. */
  row: EntityRecord
  field: string
  value: Json
  /** As it was typed. */
  text: string
  /** It takes an earlier edit back. */
  isUndo?: boolean
  /** Made past the rules of the entity, and sent so. */
  pastRules?: RecordsView['past_rules']
}

/** What stands at a cell. `moved`: the row left the list while its cell was open; `gone`: the record is deleted. */
export type HeldEdit = { edit: CellEdit } & (
  | { at: 'saving' | 'waiting' | 'moved' | 'gone' }
  | { at: 'refused'; message: string }
  | { at: 'changed'; theirs: EntityRecord }
)

export interface EditWays {
  send(edit: CellEdit, values: Values, version: string | undefined): Promise<EntityRecord>
  read(edit: CellEdit): Promise<EntityRecord>
  explain(error: unknown, field: string): string
  onSaved(edit: CellEdit, answer: EntityRecord): void
}

export type EditQueue = ReturnType<typeof createEditQueue>

export function createEditQueue(ways: EditWays) {
  let held: ReadonlyMap<string, HeldEdit> = new Map()
  const listeners = new Set<() => void>()
  const lastOf = new Map<string, Promise<void>>()
  const underWay = new Set<CellEdit>()
  /** Versions that an edit of ours replaced, and by what: nobody else changed the record in between. */
  const replaced = new Map<string, string>()

  const hold = (edit: CellEdit, state: HeldEdit | null) => {
    const next = new Map(held)
    if (state) next.set(keyOf(edit), state)
    else next.delete(keyOf(edit))
    held = next
    for (const listener of listeners) listener()
  }
  /** A later edit of the same cell has taken its place. */
  const isOurs = (edit: CellEdit) => held.get(keyOf(edit))?.edit === edit

  const newestOf = (row: EntityRecord): EntityRecord => {
    let version = versionOf(row)
    for (let next = version; next !== undefined; next = replaced.get(`${row.id} ${next}`)) version = next
    return { ...row, updated_date: version }
  }

  async function settle(edit: CellEdit): Promise<void> {
    if (!isOurs(edit)) return
    underWay.add(edit)
    const values = { [edit.field]: edit.value }
    try {
      const saved = await saveUnlessChanged(newestOf(edit.row), values, {
        async send(sent, version) {
          const answer = await ways.send(edit, sent, version)
          const next = versionOf(answer)
          if (version !== undefined && next !== undefined) replaced.set(`${edit.row.id} ${version}`, next)
          return answer
        },
        read: () => ways.read(edit),
      })
      if (isOurs(edit)) hold(edit, null)
      ways.onSaved(edit, saved)
    } catch (error) {
      if (isOurs(edit)) hold(edit, after(error, edit))
    } finally {
      underWay.delete(edit)
    }
  }

  function after(error: unknown, edit: CellEdit): HeldEdit {
    if (error instanceof ConnectionError || isSignedOut(error)) return { edit, at: 'waiting' }
    if (error instanceof ChangedSince) return { edit, at: 'changed', theirs: error.theirs }
    if (error instanceof ApiError && error.code === 'record_not_found') return { edit, at: 'gone' }
    return { edit, at: 'refused', message: ways.explain(error, edit.field) }
  }

  function save(edit: CellEdit): void {
    const before = held.get(keyOf(edit))
    // What was never sent is still judged by what stood there before it.
    const isUnsent =
      before && (before.at === 'saving' || before.at === 'waiting') && !underWay.has(before.edit)
    const next = isUnsent ? { ...edit, row: before.edit.row } : edit
    hold(next, { edit: next, at: 'saving' })
    const last = lastOf.get(edit.row.id) ?? Promise.resolve()
    lastOf.set(
      edit.row.id,
      last.then(() => settle(next)),
    )
  }

  return {
    save,
    /** Marks a text that is no value of its field. */
    refuse: (edit: CellEdit, message: string) => hold(edit, { edit, at: 'refused', message }),
    /** Gives up what is held at a cell. */
    drop: (edit: Pick<CellEdit, 'row' | 'field'>) => hold(edit as CellEdit, null),
    /** Gives up all that is held of a record. */
    dropAll(id: string): void {
      for (const { edit } of held.values()) if (edit.row.id === id) hold(edit, null)
    },
    /** Its row left the list while the cell was open. */
    async leftOpen(edit: CellEdit): Promise<void> {
      hold(edit, { edit, at: 'moved' })
      const isGone = await ways.read(edit).then(() => false, isMissing)
      if (isGone && isOurs(edit)) hold(edit, { edit, at: 'gone' })
    },
    /** Sends what waits for the network. */
    sendWaiting(): void {
      for (const { at, edit } of held.values()) if (at === 'waiting') save(edit)
    },
    heldAt: (id: string, field: string) => held.get(`${id} ${field}`),
    all: () => held,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** When all that is on its way has its outcome. */
    settled: () => Promise.all(lastOf.values()),
  }
}

/** What is shown of a record: with what was typed and is not answered yet. */
export function withEdits(row: EntityRecord, held: ReadonlyMap<string, HeldEdit>): EntityRecord {
  const mine = [...held.values()].filter(
    ({ at, edit }) => edit.row.id === row.id && (at === 'saving' || at === 'waiting'),
  )
  return mine.length === 0
    ? row
    : { ...row, ...Object.fromEntries(mine.map(({ edit }) => [edit.field, edit.value])) }
}

/** What is held, by record and field. */
export function heldByRow(held: ReadonlyMap<string, HeldEdit>) {
  const rows = new Map<string, Map<string, HeldEdit>>()
  for (const one of held.values()) {
    const { row, field } = one.edit
    const ofRow = rows.get(row.id) ?? new Map<string, HeldEdit>()
    rows.set(row.id, ofRow.set(field, one))
  }
  return rows
}

const keyOf = ({ row, field }: CellEdit) => `${row.id} ${field}`
