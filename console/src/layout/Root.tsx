import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider as AriaRouter, I18nProvider } from 'react-aria-components'
import { Outlet, ScrollRestoration, useHref, useNavigate } from 'react-router'
import { queryClient } from '../api.ts'
import { Toasts } from '../ui/toasts.tsx'
import { SignInAgain } from './SignInAgain.tsx'

/** What every page needs, signed in or not. */
export function Root() {
  const navigate = useNavigate()
  return (
    <QueryClientProvider client={queryClient}>
      <I18nProvider locale="en-US">
        <AriaRouter navigate={(to) => void navigate(to)} useHref={useHref}>
          <Outlet />
          <SignInAgain />
          <Toasts />
          <ScrollRestoration />
        </AriaRouter>
      </I18nProvider>
    </QueryClientProvider>
  )
}
