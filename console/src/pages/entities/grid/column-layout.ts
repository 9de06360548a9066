/** Which columns a grid shows, in which order, how wide, and which of them stay in sight. */
import type { RecordColumn } from '../values/record-columns.ts'

export interface ColumnSetting {
  field: string
  /** In rem; its own when left out. */
  width?: number
  hidden?: boolean
  pinned?: boolean
}

/** In the order that is shown; empty is the order of the schema, with the first column in sight. */
export type ColumnLayout = readonly ColumnSetting[]

export interface PlacedColumn extends RecordColumn {
  isPinned: boolean
  /** In rem from the edge, where it stays while the others scroll. */
  left: number
}

export const NARROWEST = 4
export const WIDEST = 60
const STEP = 1

/** Every column with its setting. One that was declared since comes behind the one it is declared behind. */
export function settingsOf(columns: readonly RecordColumn[], layout: ColumnLayout): ColumnSetting[] {
  if (layout.length === 0)
    return columns.map(({ name }, place) => ({ field: name, ...(place === 0 ? { pinned: true } : {}) }))
  const names = new Set(columns.map(({ name }) => name))
  const settings: ColumnSetting[] = []
  for (const one of layout) if (names.delete(one.field)) settings.push(one)
  for (const [place, { name }] of columns.entries()) {
    if (!names.has(name)) continue
    const before = columns[place - 1]?.name
    settings.splice(settings.findIndex(({ field }) => field === before) + 1, 0, { field: name })
  }
  return settings
}

/** Those that are shown: the pinned ones first. */
export function placedColumns(
  columns: readonly RecordColumn[],
  layout: ColumnLayout,
  edge: number,
): PlacedColumn[] {
  const byName = new Map(columns.map((column) => [column.name, column]))
  const shown = settingsOf(columns, layout).filter(({ hidden }) => !hidden)
  const inOrder = [...shown.filter(({ pinned }) => pinned), ...shown.filter(({ pinned }) => !pinned)]
  let left = edge
  return inOrder.flatMap(({ field, width, pinned }) => {
    const column = byName.get(field)
    if (!column) return []
    const placed = { ...column, width: width ?? column.width, isPinned: pinned === true, left }
    left += placed.width
    return [placed]
  })
}

export type LayoutChange =
  | { does: 'hide' | 'show' | 'pin' | 'unpin' | 'widen' | 'narrow'; field: string }
  | { does: 'resize'; field: string; width: number }
  /** To the place of another, as they are shown. */
  | { does: 'move'; field: string; to: string }

export function changedLayout(
  columns: readonly RecordColumn[],
  layout: ColumnLayout,
  change: LayoutChange,
): ColumnLayout {
  const settings = settingsOf(columns, layout)
  const set = (more: (one: ColumnSetting) => ColumnSetting) =>
    settings.map((one) => (one.field === change.field ? more(one) : one))
  const widthOf = ({ field, width }: ColumnSetting) =>
    width ?? columns.find(({ name }) => name === field)?.width ?? NARROWEST
  switch (change.does) {
    case 'hide':
    case 'show':
      return set(({ hidden: _, ...one }) => (change.does === 'hide' ? { ...one, hidden: true } : one))
    case 'pin':
    case 'unpin':
      return set(({ pinned: _, ...one }) => (change.does === 'pin' ? { ...one, pinned: true } : one))
    case 'widen':
      return set((one) => ({ ...one, width: possible(widthOf(one) + STEP) }))
    case 'narrow':
      return set((one) => ({ ...one, width: possible(widthOf(one) - STEP) }))
    case 'resize':
      return set((one) => ({ ...one, width: possible(change.width) }))
    case 'move': {
      const from = settings.findIndex(({ field }) => field === change.field)
      const to = settings.findIndex(({ field }) => field === change.to)
      const moved = settings[from]
      if (!moved || to < 0) return layout
      const others = settings.filter((one) => one !== moved)
      // Between the pinned ones it is pinned, and elsewhere it is not: there is no other way to show it there.
      const { pinned: _, ...free } = moved
      others.splice(to, 0, settings[to]?.pinned ? { ...free, pinned: true } : free)
      return others
    }
  }
}

const possible = (width: number) => Math.min(WIDEST, Math.max(NARROWEST, Math.round(width * 16) / 16))

/** What was stored once, as far as it is a layout. */
export function layoutOf(stored: unknown): ColumnLayout {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((one): ColumnSetting[] => {
    if (typeof one !== 'object' || one === null || typeof one.field !== 'string') return []
    const { field, width, hidden, pinned } = one
    return [
      {
        field,
        ...(typeof width === 'number' && Number.isFinite(width) ? { width: possible(width) } : {}),
        ...(hidden === true ? { hidden } : {}),
        ...(pinned === true ? { pinned } : {}),
      },
    ]
  })
}
