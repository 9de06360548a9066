import { useState } from 'react'
import { type LaunchDraft, newDraft } from './launch-draft.ts'

interface StoredDraft {
  draft: LaunchDraft
  change: (part: Partial<LaunchDraft>) => void
  /** Whether anything was filled in. */
  isBegun: () => boolean
  /** Begins from nothing, with an id of its own. */
  discard: () => void
}

/**
 * The draft of an app's next campaign. It outlives a reload of the page, its id with it: a launch that was sent before
 * the reload is never sent as another one after it.
 */
export function useLaunchDraft(appId: string, landingPage: string | null): StoredDraft {
  const key = `atrium.launch.${appId}`
  const begin = () => newDraft(landingPage, Intl.DateTimeFormat().resolvedOptions().timeZone)
  const [draft, setDraft] = useState(() => ({ ...begin(), ...stored(key) }))
  const keep = (next: LaunchDraft) => {
    sessionStorage.setItem(key, JSON.stringify(next))
    setDraft(next)
  }
  return {
    draft,
    isBegun: () => sessionStorage.getItem(key) !== null,
    change: (part) => keep({ ...draft, ...part }),
    discard: () => {
      sessionStorage.removeItem(key)
      setDraft(begin())
    },
  }
}

export function discardDraft(appId: string) {
  sessionStorage.removeItem(`atrium.launch.${appId}`)
}

/** What an earlier version of the console stored may lack fields; those start again. */
function stored(key: string): Partial<LaunchDraft> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
