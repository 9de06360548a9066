import { Logo } from '../ui/Logo.tsx'
import { AppNav } from './AppNav.tsx'
import { SearchButton } from './Finder.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { UserMenu } from './UserMenu.tsx'
import { useCurrentApp } from './use-here.ts'
import { WorkspaceNav } from './WorkspaceNav.tsx'
import { WorkspaceSwitcher } from './WorkspaceSwitcher.tsx'
import { words } from './words.ts'

interface SidebarProps {
  onSearch: () => void
  onNavigate?: () => void
}

/** The pages of the workspace, or of the app that is open. */
export function Sidebar({ onSearch, onNavigate }: SidebarProps) {
  const app = useCurrentApp()
  return (
    <div className="flex h-full flex-col gap-4 p-3">
      <div className="flex items-center gap-2.5 px-2 pt-2">
        <Logo />
        <span className="text-lg font-semibold tracking-tight">{words.atrium}</span>
      </div>
      <SearchButton onPress={onSearch} />
      {app ? (
        <AppNav app={app} onNavigate={onNavigate} />
      ) : (
        <>
          <WorkspaceSwitcher />
          <WorkspaceNav onNavigate={onNavigate} />
        </>
      )}
      <div className="space-y-3">
        <ThemeSwitch />
        <UserMenu />
      </div>
    </div>
  )
}
