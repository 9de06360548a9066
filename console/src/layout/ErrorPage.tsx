import { ArrowLeft, CircleAlert, Compass, RotateCw } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link, useRouteError } from 'react-router'
import { explainError, isMissing, isUnreachable } from '../explain-error.ts'
import { fillWith } from '../language/fill.ts'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PlainButton } from '../ui/PlainButton.tsx'
import { usePageTitle } from './page-names.ts'
import { useRecovery } from './use-recovery.ts'
import { words } from './words.ts'

const CopyButton = lazy(async () => ({ default: (await import('../ui/CopyButton.tsx')).CopyButton }))
const COMES_BACK = words.checkYourConnectionThe

/** Stands in for a page that could not be shown, inside the frame. */
export function ErrorPage() {
  const error = useRouteError()
  const { title, message, request_id } = explainError(error)
  const tryAgain = useRecovery(error)
  usePageTitle(title)

  return (
    <div className="flex min-h-[70dvh] w-full items-center">
      <EmptyState
        icon={isMissing(error) ? Compass : CircleAlert}
        title={title}
        heading="h1"
        action={
          <>
            {!isMissing(error) && (
              <PlainButton look="primary" icon={RotateCw} onClick={tryAgain}>
                {words.tryAgain}
              </PlainButton>
            )}
            <Link
              to={paths.home()}
              className="inline-flex h-9 items-center gap-2 rounded-md border border-control/60 bg-surface px-3.5 font-medium hover:bg-hover"
            >
              <ArrowLeft aria-hidden className="size-4" />
              {words.backToYourWorkspace}
            </Link>
          </>
        }
      >
        <p>{isUnreachable(error) ? COMES_BACK : message}</p>
        {request_id && (
          <p className="mt-4 inline-flex items-center gap-1 rounded-md bg-sunken py-1 pe-1 ps-2.5 font-mono text-xs text-ink-3">
            {fillWith(words.requestRequestIdSuspense, {
              requestId: request_id,
              suspense: (
                <Suspense fallback={null}>
                  <CopyButton text={request_id} label={words.copyRequestId} />
                </Suspense>
              ),
            })}
          </p>
        )}
      </EmptyState>
    </div>
  )
}

/** The same where not even the frame could be shown. */
export function BareErrorPage() {
  const { title } = explainError(useRouteError())
  return (
    <main className="flex min-h-dvh items-center bg-surface">
      <title>{`${title} · Atrium`}</title>
      <ErrorPage />
    </main>
  )
}
