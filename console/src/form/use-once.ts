import { useEffect, useRef, useState } from 'react'
import type { Sending } from '../act.ts'

/**
 * Lets a dialog send once, whatever is clicked and pressed: again only after it failed or began again, so never between the answer and
 * the moment when the dialog is gone.
 */
export function useOnce(act: Sending | undefined) {
  // The next press comes before the page can be drawn again.
  const taken = useRef(false)
  const [isTaken, setTaken] = useState(false)
  const error = act?.error
  const isPending = act?.isPending === true
  const isIdle = act?.isIdle === true
  const take = (is: boolean) => {
    taken.current = is
    setTaken(is)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new outcome lets it be sent again.
  useEffect(() => {
    if (isIdle || (error && !isPending)) take(false)
  }, [error, isPending, isIdle])

  return {
    isTaken: isTaken || isPending,
    /** Whether it was sent and has its outcome: what was typed is kept by then. */
    isDone: () => taken.current && act?.progress.current.running === 0,
    run(send: () => void) {
      if (taken.current) return
      const before = act?.progress.current.sent
      send()
      // A form that found a fault of its own has sent nothing.
      if (act && act.progress.current.sent !== before) take(true)
    },
  }
}
