import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { queryClient } from './api.ts'
import { isSignedOut } from './explain-error.ts'
import { dropFirstAnswers } from './first-answers.ts'
import { hasUnsavedWork } from './form/unsaved-work.ts'
import { paths } from './paths.ts'
import { prefetchLinks } from './prefetch-links.ts'
import { routes } from './routes.tsx'
import { sessionEnd } from './session-end.ts'
import './styles.css'

const router = createBrowserRouter(routes)

/** A session can end while a page is open: sign in again, above what is typed or then on where the person was heading. */
function leaveWhenSignedOut(error: unknown) {
  if (!isSignedOut(error)) return
  if (hasUnsavedWork()) return sessionEnd.set(true)
  const { pathname, search } = router.state.navigation.location ?? router.state.location
  if (pathname !== paths.signIn()) void router.navigate(paths.signIn(pathname + search))
}

queryClient.getQueryCache().config.onError = leaveWhenSignedOut
queryClient.getMutationCache().config.onError = leaveWhenSignedOut

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

/** Until its data is there, the first page stands in index.html as a shape; it is drawn once, and whole. */
function showWhenReady(container: HTMLElement) {
  if (!router.state.initialized) return
  stopWaiting()
  dropFirstAnswers()
  createRoot(container).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}
const stopWaiting = router.subscribe(() => showWhenReady(root))
showWhenReady(root)
prefetchLinks(router)
