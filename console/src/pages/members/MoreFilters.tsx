import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { fill } from '../../language/fill.ts'
import { MOST_TERMS } from '../../members-view.ts'
import type { MembersView } from '../../paths.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { words } from './words.ts'

interface MoreFiltersProps {
  view: MembersView
  show: (change: MembersView) => void
  onClose: () => void
}

const EITHER = 'either'
const LIMITS = [
  { id: EITHER, label: words.withOrWithoutA },
  { id: 'own', label: words.withALimitOf },
  { id: 'default', label: words.withoutOnTheDefault },
]

/** The filters that are needed less often, all at once. */
export function MoreFilters({ view, show, onClose }: MoreFiltersProps) {
  return (
    <FormDialog
      title={words.filterMembers}
      submitLabel={words.applyFilters}
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
      <Select label={words.creditLimit} name="limit" options={LIMITS} defaultValue={view.limit ?? EITHER} />
      <div className="grid grid-cols-2 gap-3">
        <Count label={words.appsAtLeast} name="apps_min" value={view.apps_min} />
        <Count label={words.appsAtMost} name="apps_max" value={view.apps_max} />
        <Count label={words.agentsAtLeast} name="agents_min" value={view.agents_min} />
        <Count label={words.agentsAtMost} name="agents_max" value={view.agents_max} />
        <TextField
          label={words.lastActiveFrom}
          name="active_from"
          type="date"
          defaultValue={view.active_from ?? ''}
        />
        <TextField
          label={words.lastActiveUntil}
          name="active_to"
          type="date"
          defaultValue={view.active_to ?? ''}
        />
      </div>
      <p className="caption">{words.ownedAndSharedCount}</p>
      <TextField
        label={words.anyOfThese}
        name="any"
        rows={3}
        defaultValue={view.any ?? ''}
        hint={fill(words.namesEmailsOrParts, { mostTerms: MOST_TERMS })}
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
