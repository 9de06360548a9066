import { useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

/** What the address says that a list shows, and how to change a part of it, which begins at the first page. */
export function useView<View extends object>(
  viewOf: (search: URLSearchParams) => View,
  pathOf: (view: View) => string,
) {
  const navigate = useNavigate()
  const view = viewOf(useSearchParams()[0])
  /** Where the last change leads, until it is there: two in quick succession both hold. */
  const wanted = useRef<URL | null>(null)
  const show = async (change: Partial<View>, options: { replace?: boolean } = {}) => {
    const { searchParams } = wanted.current ?? new URL(window.location.href)
    const path = pathOf({ ...viewOf(searchParams), cursor: undefined, ...change })
    const next = new URL(path, window.location.origin)
    wanted.current = next
    await navigate(path, options)
    if (wanted.current === next) wanted.current = null
  }
  return [view, (...given: Parameters<typeof show>) => void show(...given)] as const
}
