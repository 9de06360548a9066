import { lazy, Suspense, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { hasUnsavedWork } from '../form/unsaved-work.ts'
import { useWantedLeave } from './leaving.ts'

const LeaveQuestion = lazy(async () => ({ default: (await import('./LeaveQuestion.tsx')).LeaveQuestion }))

/** Asks before what was typed is lost. Mounted once: a router takes one such question at a time. */
export function LeaveGuard() {
  const leave = useWantedLeave()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation: { pathname, state } }) =>
      pathname !== currentLocation.pathname && !state?.isAgreed && hasUnsavedWork(pathname),
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => hasUnsavedWork() && event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])

  const question =
    blocker.state === 'blocked'
      ? { onStay: blocker.reset, onLeave: blocker.proceed }
      : leave.act && { onStay: leave.stay, onLeave: agreeing(leave.stay, leave.act) }
  return <Suspense fallback={null}>{question && <LeaveQuestion {...question} />}</Suspense>
}

const agreeing = (stay: () => void, act: () => void) => () => {
  stay()
  act()
}
