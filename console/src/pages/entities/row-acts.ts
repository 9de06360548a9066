import { useEffect, useRef, useState } from 'react'
import type { EntityRecord } from '../../queries.ts'
import type { Leave } from './CellEditor.tsx'
import type { Place } from './grid-place.ts'
import type { editOf } from './use-open-cell.ts'

/** What a row reports. */
export interface RowActs {
  onFocus(place: Place): void
  /** Pressed without Shift: what was a range is none any more. */
  onPress(): void
  /** Pressed with Shift, or dragged to. */
  onExtend(place: Place): void
  onEdit(place: Place): void
  onType(text: string): void
  onLeave(place: Place, change: ReturnType<typeof editOf> | null, leave: Leave): void
  onSelect(row: EntityRecord, isOn: boolean): void
  onMenu(row: EntityRecord, button: HTMLElement): void
  /** Opens the record that a field refers to. */
  onRelated(entity: string, id: string): void
}

/** The same object at every drawing, which does what was given last: rows are drawn again only when they change. */
export function useStableActs(acts: RowActs): RowActs {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  const [stable] = useState<RowActs>(() => ({
    onFocus: (...given) => latest.current.onFocus(...given),
    onPress: (...given) => latest.current.onPress(...given),
    onExtend: (...given) => latest.current.onExtend(...given),
    onEdit: (...given) => latest.current.onEdit(...given),
    onType: (...given) => latest.current.onType(...given),
    onLeave: (...given) => latest.current.onLeave(...given),
    onSelect: (...given) => latest.current.onSelect(...given),
    onMenu: (...given) => latest.current.onMenu(...given),
    onRelated: (...given) => latest.current.onRelated(...given),
  }))
  return stable
}
