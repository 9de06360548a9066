/** The frame around every page: navigation next to it, notifications above it. */
import { Menu as MenuIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { Logo } from '../ui/Logo.tsx'
import { PlainIconButton } from '../ui/PlainButton.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { SearchIcon, useFinder } from './Finder.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { Offline } from './Offline.tsx'
import { Sidebar } from './Sidebar.tsx'
import { words } from './words.ts'

const MAIN = 'main'

const loadDrawer = () => import('../ui/Drawer.tsx')
const Drawer = lazy(async () => ({ default: (await loadDrawer()).Drawer }))

export function AppShell() {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const { pathname, search } = useLocation()
  const main = useFocusOnNewPage(pathname)
  const closeMenu = () => setMenuOpen(false)
  const finder = useFinder()

  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href={`#${MAIN}`}
        onClick={(event) => {
          // The address stays: a step in the history that the router did not make cannot be asked about.
          event.preventDefault()
          main.current?.focus()
        }}
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:inset-s-3"
      >
        {words.skipToContent}
      </a>
      <Progress />
      <LeaveGuard />
      {finder.shown}
      <aside className="sticky top-0 hidden h-dvh lg:block">
        <Sidebar onSearch={finder.openPalette} />
      </aside>
      <header className="sticky top-0 z-20 flex h-13 items-center gap-2 border-b border-line bg-frame px-3 lg:hidden">
        <PlainIconButton
          icon={MenuIcon}
          label={words.openNavigation}
          onPointerEnter={() => void loadDrawer()}
          onClick={() => setMenuOpen(true)}
        />
        <Logo className="size-6" />
        <span className="font-semibold tracking-tight">{words.atrium}</span>
        <SearchIcon onPress={finder.openPalette} />
      </header>
      {isMenuOpen && (
        <Suspense fallback={null}>
          <Drawer label={words.navigation} onClose={closeMenu}>
            <Sidebar
              onNavigate={closeMenu}
              onSearch={() => {
                closeMenu()
                finder.openPalette()
              }}
            />
          </Drawer>
        </Suspense>
      )}
      <div className="min-w-0 bg-surface lg:my-2 lg:me-2 lg:rounded-lg lg:border lg:border-line lg:shadow-panel">
        <div className="flex h-11 items-center border-b border-line px-5 sm:px-8">
          <Breadcrumb />
        </div>
        <main
          ref={main}
          id={MAIN}
          tabIndex={-1}
          // Which page is shown: the address changes before its page is there.
          data-shows={pathname + search}
          // What the frame leaves of the window: the bars above take the rest.
          className="min-h-[calc(100dvh-6rem)] min-w-0 outline-none lg:min-h-[calc(100dvh-3.875rem)]"
        >
          <Offline />
          <Outlet />
        </main>
      </div>
    </div>
  )
}

/** A new page starts being read at its beginning, as it would after a full load. */
function useFocusOnNewPage(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current !== pathname) main.current?.focus({ preventScroll: true })
    shown.current = pathname
  }, [pathname])
  return main
}

/** Shows that the next page is on its way, once that takes a noticeable time. */
function Progress() {
  const isLoading = useNavigation().state === 'loading'
  return (
    <div role="status" className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden">
      {isLoading && (
        <>
          <span className="sr-only">{words.loading}</span>
          <div className="h-full w-1/3 -translate-x-full animate-progress bg-accent [animation-delay:150ms]" />
        </>
      )}
    </div>
  )
}
