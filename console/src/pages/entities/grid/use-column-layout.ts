import { useState } from 'react'
import type { RecordColumn } from '../values/record-columns.ts'
import { type ColumnLayout, changedLayout, type LayoutChange, layoutOf } from './column-layout.ts'

export interface Columns {
  all: readonly RecordColumn[]
  layout: ColumnLayout
  change(change: LayoutChange): void
  /** Whether the layout is another than the one that counts without changes. */
  isChanged: boolean
  reset(): void
}

/** The layout of one person, in this browser. `saved` counts until it is changed, and again after a reset. */
export function useColumnLayout(key: string, all: readonly RecordColumn[], saved: ColumnLayout): Columns {
  const [kept, setKept] = useState(() => ({ key, layout: read(key) }))
  // Another view has a layout of its own.
  const mine = kept.key === key ? kept.layout : read(key)
  const layout = mine ?? saved
  const keep = (next: ColumnLayout | null) => {
    setKept({ key, layout: next })
    write(key, next)
  }
  return {
    all,
    layout,
    change: (change) => keep(changedLayout(all, layout, change)),
    isChanged: mine !== null && JSON.stringify(mine) !== JSON.stringify(saved),
    reset: () => keep(null),
  }
}

const PREFIX = 'atrium.columns '

function read(key: string): ColumnLayout | null {
  try {
    const text = localStorage.getItem(PREFIX + key)
    return text === null ? null : layoutOf(JSON.parse(text))
  } catch {
    // Storage switched off, or not written by us.
    return null
  }
}

function write(key: string, layout: ColumnLayout | null) {
  try {
    if (layout === null) localStorage.removeItem(PREFIX + key)
    else localStorage.setItem(PREFIX + key, JSON.stringify(layout))
  } catch {
    // Storage switched off or full: the layout then lasts as long as the page.
  }
}
