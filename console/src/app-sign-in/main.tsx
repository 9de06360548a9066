/** Sign-in pages of apps that have none of their own: a bundle apart from the console, for people who are not its users. */
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { queryClient } from '../api.ts'
import { EmailLinkPage, ForgotPasswordPage } from './EmailPages.tsx'
import { FailedPage, Frame } from './Frame.tsx'
import { MagicLinkPage } from './MagicLinkPage.tsx'
import { ProviderReturnPage } from './ProviderReturnPage.tsx'
import { ResetPasswordPage } from './ResetPasswordPage.tsx'
import { SignedInPage } from './SignedInPage.tsx'
import { SignInPage } from './SignInPage.tsx'
import { InvitationPage, SignUpPage } from './SignUpPage.tsx'
import '../styles.css'
import { locale } from '../language/language.ts'

const router = createBrowserRouter([
  {
    path: '/apps-sign-in/:app_id',
    Component: Frame,
    ErrorBoundary: FailedPage,
    children: [
      { index: true, Component: SignInPage },
      { path: 'sign-up', Component: SignUpPage },
      { path: 'email-link', Component: EmailLinkPage },
      { path: 'forgot-password', Component: ForgotPasswordPage },
      { path: 'reset-password', Component: ResetPasswordPage },
      { path: 'magic-link', Component: MagicLinkPage },
      { path: 'invitation', Component: InvitationPage },
      { path: 'provider-return', Component: ProviderReturnPage },
      { path: 'signed-in', Component: SignedInPage },
      { path: '*', Component: SignInPage },
    ],
  },
  { path: '*', Component: FailedPage },
])

const root = document.getElementById('root')
if (!root) throw new Error('app-sign-in.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <I18nProvider locale={locale}>
        <RouterProvider router={router} />
      </I18nProvider>
    </QueryClientProvider>
  </StrictMode>,
)
