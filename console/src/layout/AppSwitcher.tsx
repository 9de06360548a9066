import type { App } from '@atrium/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Check, ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { AppIcon } from '../pages/apps/AppIcon.tsx'
import { paths } from '../paths.ts'
import { queries } from '../queries.ts'
import { Menu, MenuItem, MenuSection } from '../ui/Menu.tsx'
import { useWorkspace } from './use-workspace.ts'

/** The app that is open, and the first of the others by name; the rest are found by searching. */
export function AppSwitcher({ app }: { app: App }) {
  const { id: workspaceId } = useWorkspace()
  const [isOpen, setOpen] = useState(false)
  const { data, isPending } = useInfiniteQuery({ ...queries.appChoices(workspaceId), enabled: isOpen })
  const others = data?.pages[0]?.items ?? [app]
  return (
    <Menu
      label="Apps and agents"
      placement="bottom start"
      className="w-56"
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button className="flex w-full items-center gap-2.5 rounded-md border border-line bg-surface px-2.5 py-2 text-left shadow-panel transition-look hovered:border-control">
          <span className="sr-only">Switch app:</span>
          <AppIcon kind={app.kind} />
          <span className="min-w-0 flex-1 truncate text-sm font-semibold">{app.name}</span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-3" />
        </Button>
      }
    >
      <MenuSection title={isPending ? 'Loading the others' : 'Apps and agents'}>
        {others.map(({ id = '', name = id, kind }) => (
          <MenuItem
            key={id}
            href={kind === 'agent' ? paths.agent(workspaceId, id) : paths.app(workspaceId, id)}
            trailing={id === app.id && <Check aria-label="Current" className="mt-0.75 size-4 text-accent" />}
          >
            {name}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuSection title="More">
        <MenuItem href={paths.apps(workspaceId)}>All apps</MenuItem>
        <MenuItem href={paths.agents(workspaceId)}>All agents</MenuItem>
      </MenuSection>
    </Menu>
  )
}
