import type { ReactNode } from 'react'
import { TRIGGER_TYPES } from '../../paths.ts'
import { ChoiceFilter } from '../../table/ChoiceFilter.tsx'
import { Toolbar } from '../../table/Toolbar.tsx'
import { TRIGGERS } from './trigger-words.ts'
import { words } from './words.ts'

const TRIGGER_OPTIONS = TRIGGER_TYPES.map((id) => ({ id, label: TRIGGERS[id].label }))

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
      <ChoiceFilter
        label={words.status}
        every={words.everyStatus}
        options={statuses}
        value={view.status}
        onChange={(status) => onChange({ status })}
      />
      <ChoiceFilter
        label={words.trigger}
        every={words.allTriggers}
        options={TRIGGER_OPTIONS}
        value={view.trigger}
        onChange={(trigger) => onChange({ trigger })}
      />
    </Toolbar>
  )
}
