import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../form/ConfirmDialog.tsx'
import { hasUnsavedWork } from '../form/unsaved-work.ts'
import { useWantedLeave } from './leaving.ts'

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

  if (blocker.state === 'blocked') return <Question onStay={blocker.reset} onLeave={blocker.proceed} />
  const { act, stay } = leave
  if (!act) return null
  return (
    <Question
      onStay={stay}
      onLeave={() => {
        stay()
        act()
      }}
    />
  )
}

function Question({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      onClose={onStay}
      onConfirm={onLeave}
    >
      <p>What you typed on this page is not saved.</p>
    </ConfirmDialog>
  )
}
