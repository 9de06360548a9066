import type { Json } from '../../../entity-schema.ts'
import type { TaskFields } from '../edit-definition.ts'

/** What the fields of every kind of step are given. */
export interface FieldsProps {
  task: TaskFields
  /** Where a step of this list can lead. */
  targets: readonly { id: string; label: string }[]
  appId: string
  set: (place: readonly string[], value: Json | undefined) => void
}
