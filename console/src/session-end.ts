/** The session ended while something was typed: the page stays, and asks to sign in again. */
import { useSyncExternalStore } from 'react'

let isOver = false
const listeners = new Set<() => void>()

export const sessionEnd = {
  isOver: () => isOver,
  set(is: boolean) {
    isOver = is
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

export function useSessionEnd(): boolean {
  return useSyncExternalStore(sessionEnd.subscribe, sessionEnd.isOver)
}
