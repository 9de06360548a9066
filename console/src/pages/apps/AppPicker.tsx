import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckboxGroup, Label } from 'react-aria-components'
import { FormFailure } from '../../form/FormFailure.tsx'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { queries } from '../../queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { KINDS } from './app-words.ts'
import { words } from './words.ts'

interface AppPickerProps {
  label: string
  chosen: string[]
  onChange: (appIds: string[]) => void
  /** Apps that are no choice because they are already there. */
  without?: readonly string[]
}

const NONE: readonly string[] = []

/** A list of apps to tick, narrowed by name. */
export function AppPicker({ label, chosen, onChange, without = NONE }: AppPickerProps) {
  const { id: workspaceId } = useWorkspace()
  const [search, setSearch] = useState('')
  const query = useInfiniteQuery(queries.appChoices(workspaceId))
  const needle = search.trim().toLowerCase()
  const apps = (query.data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(({ id = '', name = '' }) => !without.includes(id) && name.toLowerCase().includes(needle))

  if (query.error) return <FormFailure error={query.error} />
  return (
    <CheckboxGroup value={chosen} onChange={onChange}>
      <Label className="mb-1.5 block text-sm font-medium">{label}</Label>
      <SearchField
        label={fill(words.searchLabel, { label: label.toLowerCase() })}
        placeholder={words.searchByName}
        value={search}
        onChange={setSearch}
      />
      <div className="mt-2 h-56 overflow-y-auto rounded-md border border-line bg-surface p-1">
        {apps.map(({ id = '', name = '', kind = 'app' }) => {
          const { icon: Icon } = KINDS[kind]
          return (
            <Checkbox key={id} value={id} className="rounded-md px-2 py-1.5 hover:bg-hover">
              <span className="flex items-center gap-2">
                <Icon aria-hidden className="size-4 shrink-0 text-ink-3" />
                <span className="truncate">{name}</span>
              </span>
            </Checkbox>
          )
        })}
        {apps.length === 0 && (
          <p role="status" className="px-2 py-1.5 text-ink-3">
            {query.isPending ? words.loadingApps : needle ? words.noAppHasThis : words.thereIsNoOther}
          </p>
        )}
        {query.hasNextPage && (
          <Button
            size="sm"
            look="quiet"
            isPending={query.isFetchingNextPage}
            onPress={() => void query.fetchNextPage()}
          >
            {words.loadMore}
          </Button>
        )}
      </div>
      <p className="mt-1.5 text-xs text-ink-3">
        {chosen.length === 0 ? words.noneChosen : fill(words.countChosen, { count: chosen.length })}
      </p>
    </CheckboxGroup>
  )
}
