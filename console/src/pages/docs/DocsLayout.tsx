import { groups } from 'virtual:guides'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { queryClient } from '../../api.ts'
import { ThemeSwitch } from '../../layout/ThemeSwitch.tsx'
import { paths } from '../../paths.ts'
import { queries } from '../../queries.ts'
import { classNames } from '../../ui/class-names.ts'
import { Logo } from '../../ui/Logo.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { docsQueries } from './docs-queries.ts'
import { found, indexOf } from './find-pages.ts'
import { ReaderContext } from './reader.ts'
import { words } from './words.ts'

export async function loader() {
  await queryClient.ensureQueryData(docsQueries.description())
  return null
}

/** Guides and reference, for everybody: signed in or not. */
export function Component() {
  const { data: description } = useSuspenseQuery(docsQueries.description())
  const { data: visitor } = useQuery(queries.visitor())
  const [token, setToken] = useState<string | null>(null)
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { key } = useLocation()
  const [openedAt, setOpenedAt] = useState(key)
  // People who follow a link on a phone want the page, not the list.
  if (openedAt !== key) {
    setOpenedAt(key)
    setOpen(false)
  }
  const pages = useMemo(() => indexOf(groups, description), [description])
  const reader = useMemo(() => ({ origin: window.location.origin, token, setToken }), [token])
  const shown = found(pages, search)
  return (
    <ReaderContext value={reader}>
      <div className="min-h-dvh bg-surface lg:grid lg:grid-cols-[17rem_minmax(0,1fr)]">
        <aside className="border-line border-b bg-sunken lg:sticky lg:top-0 lg:h-dvh lg:overflow-y-auto lg:border-e lg:border-b-0">
          <div className="flex items-center justify-between gap-3 px-5 py-4">
            <Link to={paths.docs()} className="flex items-center gap-2.5">
              <Logo />
              <span className="text-lg font-semibold tracking-tight">{words.atrium}</span>
              <span className="text-sm text-ink-3">{description.info.version}</span>
            </Link>
            <button
              type="button"
              aria-expanded={isOpen}
              className="rounded-md border border-line px-2.5 py-1 text-sm font-medium lg:hidden"
              onClick={() => setOpen(!isOpen)}
            >
              {words.contents}
            </button>
          </div>
          <div className={classNames('px-5 pb-6', !isOpen && 'max-lg:hidden')}>
            <SearchField
              label={words.searchGuidesAndOperations}
              placeholder={words.search}
              value={search}
              onChange={setSearch}
            />
            <nav aria-label={words.guidesAndOperations} className="mt-4 space-y-5">
              {shown.length === 0 && <p className="text-sm text-ink-3">{words.nothingOfThisName}</p>}
              {shown.map(({ group, pages }) => (
                <section key={group}>
                  <h2 className="px-2 pb-1 text-xs font-medium text-ink-3">{group}</h2>
                  <ul>
                    {pages.map(({ to, title }) => (
                      <li key={to}>
                        <NavLink
                          to={to}
                          className={({ isActive }) =>
                            classNames(
                              'block rounded-md px-2 py-1 text-sm transition-look hover:bg-active/60',
                              isActive && !to.includes('#') ? 'bg-active font-medium text-ink' : 'text-ink-2',
                            )
                          }
                        >
                          {title}
                        </NavLink>
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
            </nav>
            <div className="mt-6 flex items-center justify-between">
              <ThemeSwitch />
              <Link
                to={visitor ? paths.home() : paths.signIn()}
                className="text-sm text-accent hover:underline"
              >
                {visitor ? words.console : words.signIn}
              </Link>
            </div>
          </div>
        </aside>
        <main className="min-w-0 px-5 py-8 sm:px-10">
          <Outlet />
        </main>
      </div>
    </ReaderContext>
  )
}
