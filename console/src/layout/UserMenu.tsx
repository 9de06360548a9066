import { ChevronsUpDown } from 'lucide-react'
import { lazy } from 'react'
import { Avatar } from '../ui/Avatar.tsx'
import { BareButton } from '../ui/PlainButton.tsx'
import { WithSheet } from '../ui/WithSheet.tsx'
import { useSignOut } from './use-sign-out.ts'
import { useMe } from './use-workspace.ts'
import { words } from './words.ts'

const load = () => import('./UserSheet.tsx')
const UserSheet = lazy(async () => ({ default: (await load()).UserSheet }))

export function UserMenu() {
  const { full_name, email } = useMe()
  const signOut = useSignOut()
  return (
    <WithSheet
      load={load}
      trigger={(props) => (
        <BareButton
          {...props}
          className="flex w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-start transition-look hovered:bg-active/60"
        >
          <span className="sr-only">{words.account}</span>
          <Avatar name={full_name || email} />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm leading-4.5 font-medium">{full_name || email}</span>
            <span className="block truncate text-xs text-ink-3">{email}</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-3" />
        </BareButton>
      )}
    >
      {(sheet) => <UserSheet {...sheet} onSignOut={signOut} />}
    </WithSheet>
  )
}
