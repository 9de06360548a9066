import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** A row of links that is wider than a phone shows the current one; the page itself stays where it is. */
export function useCurrentInView<Row extends HTMLElement>(): RefObject<Row | null> {
  const row = useRef<Row>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the address that scrolls.
  useEffect(() => {
    const current = row.current?.querySelector('[aria-current="page"]')
    if (!row.current || !current) return
    const frame = row.current.getBoundingClientRect()
    const { left, right } = current.getBoundingClientRect()
    if (left < frame.left) row.current.scrollLeft -= frame.left - left + MARGIN
    if (right > frame.right) row.current.scrollLeft += right - frame.right + MARGIN
  }, [pathname])
  return row
}

/** So much of the neighbour is seen that one knows of it. */
const MARGIN = 24
