/** Going away from what is typed: asked about once, wherever it is wanted. */
import { useSyncExternalStore } from 'react'
import { hasUnsavedWork } from '../form/unsaved-work.ts'

/** Given to a navigation that was agreed to. */
export const AGREED = { state: { isAgreed: true } }

let wanted: (() => void) | null = null
const listeners = new Set<() => void>()

function want(act: (() => void) | null) {
  wanted = act
  for (const listener of listeners) listener()
}

/** Does it at once when nothing is typed, else after a question. */
export function leaveBy(act: () => void): void {
  if (hasUnsavedWork()) want(act)
  else act()
}

/** What waits for an answer, for the one who asks. */
export function useWantedLeave() {
  const act = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => wanted,
  )
  return { act, stay: () => want(null) }
}
