import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'

export function ForAdmins({ children }: { children: ReactNode }) {
  return (
    <EmptyState icon={ShieldAlert} title="For owners and admins">
      {children}
    </EmptyState>
  )
}
