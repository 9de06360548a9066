import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, Outlet } from 'react-router'
import { explainError } from '../explain-error.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { pageQueries } from './page-queries.ts'
import { type PageContext, type Preview, useLink } from './use-page.ts'
import { words } from './words.ts'

/** Around every page: the app that it is about, where that may be shown. */
export function Frame() {
  const { app_id, linkToken } = useLink()
  const preview = useQuery(pageQueries.preview(app_id, linkToken))
  return (
    <Shell app={preview.data?.app ?? null}>
      {preview.data ? (
        <Outlet key={linkToken} context={{ preview: preview.data } satisfies PageContext} />
      ) : preview.error ? (
        <Failed error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        <p role="status" className="flex items-center gap-2.5 text-ink-2">
          <Spinner />
          {words.moment}
        </p>
      )}
    </Shell>
  )
}

export function FailedPage() {
  return (
    <Shell app={null}>
      <Title>{words.notFound}</Title>
      <Lead>{words.leadsNowhere}</Lead>
    </Shell>
  )
}

function Shell({ app, children }: { app: Preview['app']; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-sunken">
      <main className="mx-auto flex w-full max-w-104 flex-1 flex-col px-4 pt-[max(2rem,10vh)] pb-10 sm:px-6">
        {app && <AppName app={app} />}
        <div className="rounded-lg border border-line bg-surface px-6 py-7 shadow-panel sm:px-8">
          {children}
        </div>
      </main>
      <footer className="px-6 pb-6 text-center text-xs text-ink-3">{words.signInBy}</footer>
    </div>
  )
}

function AppName({ app }: { app: NonNullable<Preview['app']> }) {
  const [isBroken, setBroken] = useState(false)
  return (
    <p className="mb-5 flex items-center justify-center gap-3 text-center text-lg font-semibold tracking-tight">
      {app.logo_url && !isBroken && (
        <img
          src={app.logo_url}
          alt=""
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
          className="size-9 shrink-0 rounded-md object-contain"
        />
      )}
      <span className="min-w-0 break-words">{app.name}</span>
    </p>
  )
}

/** The heading, which is the title of the browser's tab too. */
export function Title({ children }: { children: string }) {
  return (
    <>
      <title>{children}</title>
      <h1 className="text-xl font-semibold tracking-tight text-balance break-words">{children}</h1>
    </>
  )
}

export function Lead({ children }: { children: ReactNode }) {
  return <p className="mt-1 break-words text-ink-2">{children}</p>
}

/** Who is meant, so that nobody signs in as somebody else without seeing it. */
export function Who({ children }: { children: string }) {
  return <strong className="font-medium wrap-anywhere text-ink">{children}</strong>
}

export function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="font-medium text-accent underline underline-offset-2 hover:text-accent-strong">
      {children}
    </Link>
  )
}

export function PageLinks({ children }: { children: ReactNode }) {
  return <div className="mt-6 space-y-1.5 border-t border-line pt-5 text-sm text-ink-2">{children}</div>
}

/** A link that was used, has ended, or lost a part on the way. */
export function DeadLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <>
      <Title>{words.deadLink}</Title>
      <Lead>{words.deadLinkReasons}</Lead>
      <PageLinks>
        <PageLink to={to}>{children}</PageLink>
      </PageLinks>
    </>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { title, message } = explainError(error)
  return (
    <div className="space-y-4">
      <Title>{words.signIn}</Title>
      <Notice tone="danger" title={title}>
        {message}
      </Notice>
      <Button onPress={onRetry}>{words.tryAgain}</Button>
    </div>
  )
}
