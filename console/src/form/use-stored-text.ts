import { useCallback, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

const readText = (key: string) => sessionStorage.getItem(key) ?? ''

function writeText(key: string, text: string): void {
  if (text === '') sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, text)
  for (const notify of listeners) notify()
}

/** A text that outlives a reload of the page, and going to another one and back; this tab alone has it. */
export function useStoredText(key: string): [string, (text: string) => void] {
  const text = useSyncExternalStore(subscribe, () => readText(key))
  return [text, useCallback((next) => writeText(key, next), [key])]
}

/** What was not taken stands before what was written since, also when its page is not shown any more. */
export function giveBackText(key: string, unsent: string): void {
  writeText(key, [unsent, readText(key)].filter((text) => text.trim() !== '').join('\n\n'))
}

/** Removes what was sent, unless it was changed since. */
export function removeText(key: string, sent: string): void {
  if (readText(key).trim() === sent) writeText(key, '')
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => void listeners.delete(notify)
}
