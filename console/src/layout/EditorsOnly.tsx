import { type LucideIcon, ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRouteError } from 'react-router'
import { isForEditors } from '../editors-only.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { words } from './words.ts'

interface EditorsOnlyProps {
  icon?: LucideIcon
  /** Why the page is not for everybody. */
  children: ReactNode
}

/** The error boundary of a page for editors: any other error gets the usual error page. */
export function EditorsOnly({ icon = ShieldAlert, children }: EditorsOnlyProps) {
  const error = useRouteError()
  if (!isForEditors(error)) return <ErrorPage />
  return (
    <EmptyState icon={icon} title={words.forEditors}>
      {children}
    </EmptyState>
  )
}
