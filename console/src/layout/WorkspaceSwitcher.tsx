import { Check, ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { CreateWorkspace } from '../pages/workspace/CreateWorkspace.tsx'
import { paths } from '../paths.ts'
import { Menu, MenuItem, MenuSection } from '../ui/Menu.tsx'
import { workspacePaths } from '../workspace-paths.ts'
import { useMe, useWorkspace } from './use-workspace.ts'

const ROLE_SENTENCES = {
  owner: 'You own it',
  admin: 'You are an admin',
  editor: 'You are an editor',
  viewer: 'You are a viewer',
  guest: 'You are a guest',
}

export function WorkspaceSwitcher() {
  const { workspaces } = useMe()
  const current = useWorkspace()
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <Menu
        label="Workspaces"
        placement="bottom start"
        className="w-56"
        trigger={
          <Button className="flex w-full items-center gap-2.5 rounded-md border border-line bg-surface px-2.5 py-2 text-left shadow-panel transition-look hovered:border-control">
            <span className="sr-only">Switch workspace:</span>
            <span
              aria-hidden
              className="flex size-7 shrink-0 items-center justify-center rounded-md bg-accent-soft text-sm font-semibold text-accent-strong"
            >
              {current.name.trim()[0]?.toUpperCase()}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm leading-4.5 font-semibold">{current.name}</span>
              <span className="block truncate text-xs text-ink-3 capitalize">
                {current.user_role} · {current.subscription_tier}
              </span>
            </span>
            <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-3" />
          </Button>
        }
      >
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
          <MenuItem onAction={() => setCreating(true)}>New workspace</MenuItem>
          <MenuItem href={workspacePaths.settings(current.id)}>Workspace settings</MenuItem>
        </MenuSection>
      </Menu>
      {isCreating && <CreateWorkspace onClose={() => setCreating(false)} />}
    </>
  )
}
