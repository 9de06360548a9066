import type { App } from '@atrium/sdk'
import { ChevronsUpDown } from 'lucide-react'
import { lazy } from 'react'
import { AppIcon } from '../pages/apps/AppIcon.tsx'
import { BareButton } from '../ui/PlainButton.tsx'
import { WithSheet } from '../ui/WithSheet.tsx'
import { words } from './words.ts'

const load = () => import('./AppsSheet.tsx')
const AppsSheet = lazy(async () => ({ default: (await load()).AppsSheet }))

/** The name of the app that is open; pressing it leads to others. */
export function AppSwitcher({ app }: { app: App }) {
  return (
    <WithSheet
      load={load}
      trigger={(props) => (
        <BareButton
          {...props}
          className="flex w-full items-center gap-2.5 rounded-md border border-line bg-surface px-2.5 py-2 text-start shadow-panel transition-look hovered:border-control"
        >
          <span className="sr-only">{words.switchApp}</span>
          <AppIcon kind={app.kind} />
          <span className="min-w-0 flex-1 truncate text-sm font-semibold">{app.name}</span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-3" />
        </BareButton>
      )}
    >
      {(sheet) => <AppsSheet {...sheet} app={app} />}
    </WithSheet>
  )
}
