import { useLocation, useNavigate, useSearchParams } from 'react-router'

interface Pages {
  page: number
  onPrevious: (() => void) | null
  onNext: (() => void) | null
}

/**
 * Paging by the `cursor` in the address. Cursors lead only forward, so the way back is kept in the history entry;
 * an address opened afresh goes back to the first page.
 */
export function useCursorPages(nextCursor: string | null): Pages {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const trail = trailOf(useLocation().state)
  const cursor = search.get('cursor') ?? ''

  const go = (to: string, newTrail: string[]) => {
    const next = new URLSearchParams(search)
    if (to) next.set('cursor', to)
    else next.delete('cursor')
    return navigate({ search: next.toString() }, { state: { trail: newTrail } })
  }

  return {
    page: cursor ? trail.length + 1 : 1,
    onPrevious: cursor ? () => void go(trail.at(-1) ?? '', trail.slice(0, -1)) : null,
    onNext: nextCursor ? () => void go(nextCursor, [...trail, cursor]) : null,
  }
}

/** The cursors of the pages before this one; the first page's is empty. */
function trailOf(state: unknown): string[] {
  const trail = typeof state === 'object' && state && 'trail' in state ? state.trail : null
  return Array.isArray(trail) ? trail.filter((entry) => typeof entry === 'string') : []
}
