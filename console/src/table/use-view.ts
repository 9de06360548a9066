import { useNavigate, useNavigation, useSearchParams } from 'react-router'

interface Paged {
  cursor?: string | undefined
}

/** What the address says that a list shows, and how to change a part of it, which begins at the first page. */
export function useView<View extends Paged>(
  viewOf: (search: URLSearchParams) => View,
  pathOf: (view: View) => string,
) {
  const navigate = useNavigate()
  const { location: next } = useNavigation()
  const view = viewOf(useSearchParams()[0])
  const show = (change: View, options: { replace?: boolean } = {}) => {
    // From where the last change leads, which may not be there yet: two in quick succession both hold.
    const { cursor, ...wholeList } = viewOf(new URLSearchParams(next?.search ?? window.location.search))
    void navigate(pathOf({ ...wholeList, ...change } as View), options)
  }
  return [view, show] as const
}
