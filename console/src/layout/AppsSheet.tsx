import type { App } from '@atrium/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { paths } from '../paths.ts'
import { queries } from '../queries.ts'
import { MenuItem, MenuSection, MenuSheet } from '../ui/Menu.tsx'
import type { SheetProps } from '../ui/WithSheet.tsx'
import { useWorkspace } from './use-workspace.ts'
import { words } from './words.ts'

/** The app that is open, and the first of the others by name; the rest are found by searching. */
export function AppsSheet({ app, ...sheet }: SheetProps & { app: App }) {
  const { id: workspaceId } = useWorkspace()
  const { data, isPending } = useInfiniteQuery(queries.appChoices(workspaceId))
  const others = data?.pages[0]?.items ?? [app]
  return (
    <MenuSheet {...sheet} label={words.appsAndAgents} placement="bottom start" className="w-56">
      <MenuSection title={isPending ? words.loadingTheOthers : words.appsAndAgents}>
        {others.map(({ id = '', name = id, kind }) => (
          <MenuItem
            key={id}
            href={kind === 'agent' ? paths.agent(workspaceId, id) : paths.app(workspaceId, id)}
            trailing={
              id === app.id && <Check aria-label={words.current} className="mt-0.75 size-4 text-accent" />
            }
          >
            {name}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuSection title={words.more}>
        <MenuItem href={paths.apps(workspaceId)}>{words.allApps}</MenuItem>
        <MenuItem href={paths.agents(workspaceId)}>{words.allAgents}</MenuItem>
      </MenuSection>
    </MenuSheet>
  )
}
