/** What the things that addresses name are called, as the pages that loaded them said: breadcrumb and title ask here. */
import { useEffect, useSyncExternalStore } from 'react'

let names: ReadonlyMap<string, string> = new Map()
let titles: readonly { text: string }[] = []
const subscribers = new Set<() => void>()

const subscribe = (subscriber: () => void) => {
  subscribers.add(subscriber)
  return () => void subscribers.delete(subscriber)
}

function publish() {
  for (const subscriber of subscribers) subscriber()
}

/** The name of the thing at this address, for as long as the console is open: pages below it say it too. */
export function usePageName(path: string, name: string) {
  useEffect(() => {
    if (names.get(path) === name) return
    names = new Map(names).set(path, name)
    publish()
  }, [path, name])
}

export function usePageNames(): ReadonlyMap<string, string> {
  return useSyncExternalStore(subscribe, () => names)
}

/** Another title than the address says, while this is shown: what went wrong, or a part that only the query names. */
export function usePageTitle(text: string | undefined) {
  useEffect(() => {
    if (text === undefined) return
    const title = { text }
    titles = [...titles, title]
    publish()
    return () => {
      titles = titles.filter((other) => other !== title)
      publish()
    }
  }, [text])
}

export function useOtherTitle(): string | undefined {
  return useSyncExternalStore(subscribe, () => titles.at(-1)?.text)
}
