import { ApiError, type ItemError } from '@atrium/sdk'
import type { ReactNode } from 'react'
import { Notice } from '../../ui/Notice.tsx'
import { words } from './words.ts'

export type Refusal = Pick<ItemError, 'email' | 'message'>

/** Who was refused out of several, and why; the server's sentence fits each. */
export function Refusals({
  title,
  refusals,
  children,
}: {
  title: string
  refusals: readonly Refusal[]
  children?: ReactNode
}) {
  return (
    <Notice tone="danger" title={title}>
      <ul aria-label={words.refused} className="mt-1 max-h-56 space-y-1.5 overflow-y-auto">
        {refusals.map(({ email, message }) => (
          <li key={email}>
            <span className="block font-medium break-all">{email}</span>
            <span className="block text-ink-2">{message}</span>
          </li>
        ))}
      </ul>
      {children}
    </Notice>
  )
}

/** The refusals that an all-or-nothing change lists; empty for any other error. */
export function refusalsOf(error: unknown): readonly Refusal[] {
  return error instanceof ApiError ? error.items : []
}
