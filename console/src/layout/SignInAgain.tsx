import { lazy, Suspense } from 'react'
import { useSessionEnd } from '../session-end.ts'

const SignInDialog = lazy(async () => ({ default: (await import('./SignInDialog.tsx')).SignInDialog }))

/** Asks those who were signed in to do it again; until then there is nothing of it. */
export function SignInAgain() {
  const hasEnded = useSessionEnd()
  return <Suspense fallback={null}>{hasEnded && <SignInDialog />}</Suspense>
}
