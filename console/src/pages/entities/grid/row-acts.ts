import type { EntityRecord } from '../../../queries.ts'
import type { Leave } from './CellEditor.tsx'
import type { Place } from './grid-place.ts'
import type { editOf } from './use-open-cell.ts'

/** What a row reports. */
export interface RowActs {
  onType(text: string): void
  /** Editing ends; without a change when it was given up. */
  onLeave(place: Place, change: ReturnType<typeof editOf> | null, leave: Leave): void
  onSelect(row: EntityRecord, isOn: boolean): void
  onMenu(row: EntityRecord, button: HTMLElement): void
  /** Opens the record that a field refers to. */
  onRelated(entity: string, id: string): void
}
