import { ChevronsUpDown, LogOut, UserRound } from 'lucide-react'
import { Button } from 'react-aria-components'
import { accountPaths } from '../account-paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { useSignOut } from './use-sign-out.ts'
import { useMe, useWorkspace } from './use-workspace.ts'

export function UserMenu() {
  const { full_name, email } = useMe()
  const { id } = useWorkspace()
  const signOut = useSignOut()

  return (
    <Menu
      label="Your account"
      placement="top start"
      className="w-56"
      trigger={
        <Button className="flex w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-left transition-look hovered:bg-active/60">
          <span className="sr-only">Account:</span>
          <Avatar name={full_name || email} />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm leading-4.5 font-medium">{full_name || email}</span>
            <span className="block truncate text-xs text-ink-3">{email}</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-3" />
        </Button>
      }
    >
      <MenuItem icon={UserRound} href={accountPaths.inWorkspace(id)}>
        Your account
      </MenuItem>
      <MenuItem icon={LogOut} onAction={signOut}>
        Sign out
      </MenuItem>
    </Menu>
  )
}
