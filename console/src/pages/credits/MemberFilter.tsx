import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ComboBox, Input, ListBox, ListBoxItem, Text } from 'react-aria-components'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { queries } from '../../queries.ts'
import { classNames } from '../../ui/class-names.ts'
import { CONTROL } from '../../ui/Field.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { nameOf } from '../members/member-words.ts'
import { words } from './words.ts'

const PAUSE_MS = 300
const SHOWN = 8
const LEAST = 2

/** Finds a member by name or email; choosing one filters by them. */
export function MemberFilter({ onChoose }: { onChoose: (userId: string) => void }) {
  const { id: workspaceId } = useWorkspace()
  const [text, setText] = useState('')
  const [search, setSearch] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { data, isFetching } = useQuery({
    ...queries.members(workspaceId, { search, status: 'joined' }),
    enabled: search.length >= LEAST,
    placeholderData: keepPreviousData,
  })
  const found = search.length >= LEAST ? (data?.members ?? []).slice(0, SHOWN) : []

  return (
    <ComboBox
      aria-label={words.member}
      // Opens before there is something to suggest, since that comes later; once chosen there is nothing to open for.
      allowsEmptyCollection={text !== ''}
      items={found}
      inputValue={text}
      onInputChange={(next) => {
        setText(next)
        clearTimeout(timer.current)
        timer.current = setTimeout(setSearch, PAUSE_MS, next.trim())
      }}
      onSelectionChange={(userId) => {
        if (userId === null) return
        clearTimeout(timer.current)
        setText('')
        setSearch('')
        onChoose(String(userId))
      }}
      selectedKey={null}
      className="w-full sm:w-56"
    >
      <Input
        placeholder={words.anyMember}
        className={classNames(CONTROL, 'h-9 px-3 placeholder:text-ink-2')}
      />
      <Popover className="w-(--trigger-width)">
        <ListBox
          className="max-h-72 overflow-auto p-1 outline-none"
          renderEmptyState={() => (
            <p className="px-2 py-1.5 text-sm text-ink-3">
              {isFetching ? words.searching : whyEmpty(search)}
            </p>
          )}
        >
          {(member: (typeof found)[number]) => (
            <ListBoxItem
              id={member.user_id}
              textValue={nameOf(member)}
              className="rounded-md px-2 py-1.5 outline-none focused:bg-hover"
            >
              <Text slot="label" className="block truncate">
                {nameOf(member)}
              </Text>
              <Text slot="description" className="block truncate text-xs text-ink-3">
                {member.email}
              </Text>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}

function whyEmpty(search: string) {
  return search.length >= LEAST ? words.noMemberHasThis : words.typeANameOr
}
