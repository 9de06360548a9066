import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { words } from './words.ts'

export function ForAdmins({ children }: { children: ReactNode }) {
  return (
    <EmptyState icon={ShieldAlert} title={words.forOwnersAndAdmins}>
      {children}
    </EmptyState>
  )
}
