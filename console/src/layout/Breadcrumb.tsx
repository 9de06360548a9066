import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { pageAt } from './app-nav.ts'
import { type Crumb, titleOf } from './crumbs.ts'
import { useOtherTitle } from './page-names.ts'
import { useCrumbs, useCurrentApp } from './use-here.ts'
import { useWorkspace } from './use-workspace.ts'
import { words } from './words.ts'

/** The way from the workspace to this page, and the title of the browser's tab, which says the same. */
export function Breadcrumb() {
  const { id, name } = useWorkspace()
  const crumbs = useCrumbs()
  const isOpen = useOpen()
  const other = useOtherTitle()
  const [first, ...below] = crumbs
  // In an app the list of apps is one step further up: the switcher leads there.
  const shown = first?.to === paths.apps(id) && below.length > 0 ? below : crumbs
  const way: Crumb[] = [{ to: paths.workspace(id), label: name }, ...shown]
  return (
    <nav aria-label={words.breadcrumb} className="min-w-0 flex-1 text-sm text-ink-3">
      <title>{other ? `${other} · Atrium` : titleOf(crumbs, name)}</title>
      <ol className="flex min-w-0 items-center gap-1.5">
        {way.map(({ to, label }, place) => {
          const isLast = place === way.length - 1
          return (
            <li key={to} className="flex min-w-0 items-center gap-1.5 last:shrink-0 last:max-w-[60%]">
              {place > 0 && <span aria-hidden>/</span>}
              {isLast ? (
                <span aria-current="page" className="truncate text-ink-2">
                  {label}
                </span>
              ) : isOpen(to) ? (
                <Link to={to} className="truncate rounded-sm hover:text-ink hover:underline">
                  {label}
                </Link>
              ) : (
                <span className="truncate">{label}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** A part of an app or agent that this person cannot open is named, but no link. */
function useOpen() {
  const { id: workspaceId } = useWorkspace()
  const app = useCurrentApp()
  if (!app) return () => true
  const tops = [paths.app(workspaceId, app.id), paths.agent(workspaceId, app.id)]
  return (to: string) =>
    !tops.some((top) => to.startsWith(`${top}/`)) || pageAt(app, workspaceId, to) !== undefined
}
