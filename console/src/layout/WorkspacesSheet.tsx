import { Check } from 'lucide-react'
import { paths } from '../paths.ts'
import { MenuItem, MenuSection, MenuSheet } from '../ui/Menu.tsx'
import type { SheetProps } from '../ui/WithSheet.tsx'
import { workspacePaths } from '../workspace-paths.ts'
import { useMe, useWorkspace } from './use-workspace.ts'
import { words } from './words.ts'

const ROLE_SENTENCES = {
  owner: words.youOwnIt,
  admin: words.youAreAnAdmin,
  editor: words.youAreAnEditor,
  viewer: words.youAreAViewer,
  guest: words.youAreAGuest,
}

export function WorkspacesSheet({ onCreate, ...sheet }: SheetProps & { onCreate: () => void }) {
  const { workspaces } = useMe()
  const current = useWorkspace()
  return (
    <MenuSheet {...sheet} label={words.workspaces} placement="bottom start" className="w-56">
      <MenuSection title={words.yourWorkspaces}>
        {workspaces.map(({ id, name, user_role }) => (
          <MenuItem
            key={id}
            href={paths.apps(id)}
            description={ROLE_SENTENCES[user_role]}
            trailing={
              id === current.id && <Check aria-label={words.current} className="mt-0.75 size-4 text-accent" />
            }
          >
            {name}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuSection title={words.more}>
        <MenuItem onAction={onCreate}>{words.newWorkspace}</MenuItem>
        <MenuItem href={workspacePaths.settings(current.id)}>{words.workspaceSettings}</MenuItem>
      </MenuSection>
    </MenuSheet>
  )
}
