import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { MOST_TERMS } from '../../members-view.ts'
import type { MembersView } from '../../paths.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'

interface MoreFiltersProps {
  view: MembersView
  show: (change: MembersView) => void
  onClose: () => void
}

const EITHER = 'either'
const LIMITS = [
  { id: EITHER, label: 'With or without a limit of their own' },
  { id: 'own', label: 'With a limit of their own' },
  { id: 'default', label: 'Without: on the default of the workspace' },
]

/** The filters that are needed less often, all at once. */
export function MoreFilters({ view, show, onClose }: MoreFiltersProps) {
  return (
    <FormDialog
      title="Filter members"
      submitLabel="Apply filters"
      onClose={onClose}
      onSubmit={(values) => {
        const given = (name: keyof MembersView) => textOf(values, name) || undefined
        show({
          any: given('any'),
          limit: textOf(values, 'limit') === EITHER ? undefined : given('limit'),
          apps_min: given('apps_min'),
          apps_max: given('apps_max'),
          agents_min: given('agents_min'),
          agents_max: given('agents_max'),
          active_from: given('active_from'),
          active_to: given('active_to'),
        })
        onClose()
      }}
    >
      <Select label="Credit limit" name="limit" options={LIMITS} defaultValue={view.limit ?? EITHER} />
      <div className="grid grid-cols-2 gap-3">
        <Count label="Apps, at least" name="apps_min" value={view.apps_min} />
        <Count label="Apps, at most" name="apps_max" value={view.apps_max} />
        <Count label="Agents, at least" name="agents_min" value={view.agents_min} />
        <Count label="Agents, at most" name="agents_max" value={view.agents_max} />
        <TextField
          label="Last active from"
          name="active_from"
          type="date"
          defaultValue={view.active_from ?? ''}
        />
        <TextField
          label="Last active until"
          name="active_to"
          type="date"
          defaultValue={view.active_to ?? ''}
        />
      </div>
      <p className="caption">
        Owned and shared count together. Active means used credits; days are in UTC, and who never did is left
        out.
      </p>
      <TextField
        label="Any of these"
        name="any"
        rows={3}
        defaultValue={view.any ?? ''}
        hint={`Names, emails or parts of them, one a line, up to ${MOST_TERMS}.`}
      />
    </FormDialog>
  )
}

function Count({ label, name, value }: { label: string; name: string; value: string | undefined }) {
  return (
    <NumberField
      label={label}
      name={name}
      minValue={0}
      step={1}
      {...(value !== undefined && { defaultValue: Number(value) })}
    />
  )
}
