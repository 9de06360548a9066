import { LogOut, UserRound } from 'lucide-react'
import { accountPaths } from '../account-paths.ts'
import { MenuItem, MenuSheet } from '../ui/Menu.tsx'
import type { SheetProps } from '../ui/WithSheet.tsx'
import { useWorkspace } from './use-workspace.ts'
import { words } from './words.ts'

export function UserSheet({ onSignOut, ...sheet }: SheetProps & { onSignOut: () => void }) {
  const { id } = useWorkspace()
  return (
    <MenuSheet {...sheet} label={words.yourAccount} placement="top start" className="w-56">
      <MenuItem icon={UserRound} href={accountPaths.inWorkspace(id)}>
        {words.yourAccount}
      </MenuItem>
      <MenuItem icon={LogOut} onAction={onSignOut}>
        {words.signOut}
      </MenuItem>
    </MenuSheet>
  )
}
