import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

let current: (() => void) | null = null

/** What `n` does on the page that is shown; null where it has no main thing to create, or the person may not. */
export const createAction = () => current

/** The state of an address that opens the form of its page at once. */
export const CREATING = { creates: true }

/** The main thing that a page creates: by its button, by the key `n`, and from the command palette. */
export function useCreateAction(open: () => void, isAllowed: boolean) {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    if (!isAllowed) return
    const act = () => latest.current()
    current = act
    return () => {
      if (current === act) current = null
    }
  }, [isAllowed])
  const isAsked = (state as { creates?: boolean } | null)?.creates === true
  useEffect(() => {
    if (!isAsked) return
    // Once: who reloads the page did not ask for it again.
    void navigate(pathname + search, { replace: true, state: null })
    if (isAllowed) latest.current()
  }, [isAsked, isAllowed, navigate, pathname, search])
}
