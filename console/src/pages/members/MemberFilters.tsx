import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { NO_FILTERS } from '../../members-view.ts'
import type { MembersView } from '../../paths.ts'
import { canAdminister } from '../../permissions.ts'
import { FilterChips } from '../../table/FilterChips.tsx'
import { FilterField } from '../../table/FilterField.tsx'
import { MultiFilter } from '../../table/MultiFilter.tsx'
import { Toolbar } from '../../table/Toolbar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { filtersOn } from './filters-on.ts'
import { MoreFilters } from './MoreFilters.tsx'
import { ROLE_OPTIONS, STATUS_OPTIONS } from './member-words.ts'

interface MemberFiltersProps {
  view: MembersView
  /** Shows the list with this changed. */
  show: (change: MembersView) => void
}

const USUAL = 'usual'

export function MemberFilters({ view, show }: MemberFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const isAdmin = canAdminister(useWorkspace().user_role)
  const chips = filtersOn(view).map(({ id, label, without }) => ({
    id,
    label,
    onRemove: () => show(without),
  }))
  return (
    <div className="pt-5">
      <Toolbar label="Filter members">
        <FilterField
          label="Search members"
          placeholder="Name or email"
          value={view.search ?? ''}
          onChange={(search) => show({ search: search || undefined })}
          className="w-full sm:w-56 xl:w-72"
        />
        <MultiFilter
          label="Role"
          placeholder="Any role"
          options={ROLE_OPTIONS}
          value={view.role ?? ''}
          onChange={(role) => show({ role: role || undefined })}
          className="min-w-32 flex-1 sm:w-36 sm:flex-none xl:w-40"
        />
        <MultiFilter
          label="Status"
          placeholder="Any status"
          options={STATUS_OPTIONS}
          value={view.status ?? ''}
          onChange={(status) => show({ status: status || undefined })}
          className="min-w-32 flex-1 sm:w-36 sm:flex-none xl:w-40"
        />
        <Button icon={SlidersHorizontal} onPress={() => setOpen(true)}>
          More filters
        </Button>
        {/* The headers sort too, where there is room for them. */}
        <Select
          label="Sort by"
          isLabelHidden
          options={sortOptions(isAdmin)}
          value={view.sort ?? USUAL}
          onChange={(key) => show({ sort: key === USUAL || key === null ? undefined : String(key) })}
          className="min-w-32 flex-1 sm:w-44 sm:flex-none xl:hidden"
        />
      </Toolbar>
      <FilterChips chips={chips} onClear={() => show(NO_FILTERS)} />
      {isOpen && <MoreFilters view={view} show={show} onClose={() => setOpen(false)} />}
    </div>
  )
}

function sortOptions(isAdmin: boolean) {
  return [
    { id: USUAL, label: 'Usual order' },
    { id: 'member', label: 'Name, A to Z' },
    { id: '-member', label: 'Name, Z to A' },
    { id: 'role', label: 'Role, owner first' },
    { id: '-role', label: 'Role, guests first' },
    { id: '-apps', label: 'Most apps' },
    { id: 'apps', label: 'Fewest apps' },
    { id: '-agents', label: 'Most agents' },
    { id: 'agents', label: 'Fewest agents' },
    ...(isAdmin
      ? [
          { id: '-credits', label: 'Most credits used' },
          { id: 'credits', label: 'Fewest credits used' },
        ]
      : []),
    { id: '-last_active', label: 'Active most recently' },
    { id: 'last_active', label: 'Active longest ago' },
  ]
}
