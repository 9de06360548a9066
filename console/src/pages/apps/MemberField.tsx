import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ComboBox, Input, ListBox, ListBoxItem, Text } from 'react-aria-components'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { queries } from '../../queries.ts'
import { classNames } from '../../ui/class-names.ts'
import { CONTROL, FieldError, Label } from '../../ui/Field.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { words } from './words.ts'

const PAUSE_MS = 300
const SHOWN = 8

/** The email of a member, with those who match suggested while typing. */
export function MemberField({ label, name, className }: { label: string; name: string; className?: string }) {
  const { id: workspaceId } = useWorkspace()
  const [search, setSearch] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { data, isFetching } = useQuery({
    ...queries.members(workspaceId, { search }),
    enabled: search.length > 1,
    placeholderData: keepPreviousData,
  })
  const suggestions = (search.length > 1 ? (data?.members ?? []) : [])
    .filter(({ status }) => status === 'joined')
    .slice(0, SHOWN)

  return (
    <ComboBox
      name={name}
      formValue="text"
      isRequired
      allowsCustomValue
      // Opens before there is something to suggest: the suggestions come later.
      allowsEmptyCollection
      items={suggestions}
      onInputChange={(text) => {
        clearTimeout(timer.current)
        timer.current = setTimeout(setSearch, PAUSE_MS, text.trim())
      }}
      className={classNames('block', className)}
    >
      <Label>{label}</Label>
      <Input type="email" className={classNames(CONTROL, 'h-9 px-3')} />
      <FieldError />
      <Popover className="w-(--trigger-width)">
        <ListBox
          className="max-h-72 overflow-auto p-1 outline-none"
          renderEmptyState={() => (
            <p className="px-2 py-1.5 text-sm text-ink-3">
              {isFetching ? words.searching : whyEmpty(search)}
            </p>
          )}
        >
          {({ email, full_name }: (typeof suggestions)[number]) => (
            <ListBoxItem
              id={email}
              textValue={email}
              className="rounded-md px-2 py-1.5 outline-none focused:bg-hover"
            >
              <Text slot="label" className="block truncate">
                {full_name || email}
              </Text>
              <Text slot="description" className="block truncate text-xs text-ink-3">
                {email}
              </Text>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}

function whyEmpty(search: string) {
  return search.length > 1 ? words.noMemberHasThis : words.typeANameOr
}
