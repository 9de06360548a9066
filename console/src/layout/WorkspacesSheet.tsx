import { Check } from 'lucide-react'
import { paths } from '../paths.ts'
import { MenuItem, MenuSection, MenuSheet } from '../ui/Menu.tsx'
import type { SheetProps } from '../ui/WithSheet.tsx'
import { workspacePaths } from '../workspace-paths.ts'
import { useMe, useWorkspace } from './use-workspace.ts'

const ROLE_SENTENCES = {
  owner: 'You own it',
  admin: 'You are an admin',
  editor: 'You are an editor',
  viewer: 'You are a viewer',
  guest: 'You are a guest',
}

export function WorkspacesSheet({ onCreate, ...sheet }: SheetProps & { onCreate: () => void }) {
  const { workspaces } = useMe()
  const current = useWorkspace()
  return (
    <MenuSheet {...sheet} label="Workspaces" placement="bottom start" className="w-56">
      <MenuSection title="Your workspaces">
        {workspaces.map(({ id, name, user_role }) => (
          <MenuItem
            key={id}
            href={paths.apps(id)}
            description={ROLE_SENTENCES[user_role]}
            trailing={
              id === current.id && <Check aria-label="Current" className="mt-0.75 size-4 text-accent" />
            }
          >
            {name}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuSection title="More">
        <MenuItem onAction={onCreate}>New workspace</MenuItem>
        <MenuItem href={workspacePaths.settings(current.id)}>Workspace settings</MenuItem>
      </MenuSection>
    </MenuSheet>
  )
}
