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
import { words } from './words.ts'

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
      <Toolbar label={words.filterMembers}>
        <FilterField
          label={words.searchMembers}
          placeholder={words.nameOrEmail}
          value={view.search ?? ''}
          onChange={(search) => show({ search: search || undefined })}
          className="w-full sm:w-56 xl:w-72"
        />
        <MultiFilter
          label={words.role}
          placeholder={words.anyRole}
          options={ROLE_OPTIONS}
          value={view.role ?? ''}
          onChange={(role) => show({ role: role || undefined })}
          className="min-w-32 flex-1 sm:w-36 sm:flex-none xl:w-40"
        />
        <MultiFilter
          label={words.status}
          placeholder={words.anyStatus}
          options={STATUS_OPTIONS}
          value={view.status ?? ''}
          onChange={(status) => show({ status: status || undefined })}
          className="min-w-32 flex-1 sm:w-36 sm:flex-none xl:w-40"
        />
        <Button icon={SlidersHorizontal} onPress={() => setOpen(true)}>
          {words.moreFilters}
        </Button>
        {/* The headers sort too, where there is room for them. */}
        <Select
          label={words.sortBy}
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
    { id: USUAL, label: words.usualOrder },
    { id: 'member', label: words.nameAToZ },
    { id: '-member', label: words.nameZToA },
    { id: 'role', label: words.roleOwnerFirst },
    { id: '-role', label: words.roleGuestsFirst },
    { id: '-apps', label: words.mostApps },
    { id: 'apps', label: words.fewestApps },
    { id: '-agents', label: words.mostAgents },
    { id: 'agents', label: words.fewestAgents },
    ...(isAdmin
      ? [
          { id: '-credits', label: words.mostCreditsUsed },
          { id: 'credits', label: words.fewestCreditsUsed },
        ]
      : []),
    { id: '-last_active', label: words.activeMostRecently },
    { id: 'last_active', label: words.activeLongestAgo },
  ]
}
