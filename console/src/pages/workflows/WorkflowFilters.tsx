import type { ReactNode } from 'react'
import { TRIGGER_TYPES } from '../../paths.ts'
import { Toolbar } from '../../table/Toolbar.tsx'
import { Select } from '../../ui/Select.tsx'
import { TRIGGERS } from './trigger-words.ts'
import { words } from './words.ts'

const ALL = 'all'
const TRIGGER_OPTIONS = [
  { id: ALL, label: words.allTriggers },
  ...TRIGGER_TYPES.map((id) => ({ id, label: TRIGGERS[id].label })),
]

interface Filters<S> {
  status?: S | undefined
  trigger?: (typeof TRIGGER_TYPES)[number] | undefined
}

interface WorkflowFiltersProps<S> {
  label: string
  statuses: readonly { id: S; label: string }[]
  view: Filters<S>
  onChange: (changed: Filters<S>) => void
  /** Stands before the others. */
  children?: ReactNode
}

/** By status, and by what starts it: for workflows and for their runs. */
export function WorkflowFilters<S extends string>(props: WorkflowFiltersProps<S>) {
  const { label, statuses, view, onChange, children } = props
  return (
    <Toolbar label={label}>
      {children}
      <Select
        label={words.status}
        isLabelHidden
        options={[{ id: ALL, label: words.everyStatus }, ...statuses]}
        value={view.status ?? ALL}
        onChange={(key) => onChange({ status: statuses.find(({ id }) => id === key)?.id })}
        className="w-full sm:w-52"
      />
      <Select
        label={words.trigger}
        isLabelHidden
        options={TRIGGER_OPTIONS}
        value={view.trigger ?? ALL}
        onChange={(key) => onChange({ trigger: TRIGGER_TYPES.find((type) => type === key) })}
        className="w-full sm:w-56"
      />
    </Toolbar>
  )
}
