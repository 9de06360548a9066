import type { ReactNode } from 'react'
import { ThemeSwitch } from '../../layout/ThemeSwitch.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Arches } from './Arches.tsx'
import { words } from './words.ts'

/** The frame of what is seen from outside: signing in, accepting an invitation. */
export function SignedOutFrame({ children, footer }: { children: ReactNode; footer?: ReactNode }) {
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <main className="flex flex-col px-6 py-6 sm:px-12">
        <div className="flex items-center justify-between">
          <div className="flex items-center gap-2.5">
            <Logo />
            <span className="text-lg font-semibold tracking-tight">{words.atrium}</span>
          </div>
          <ThemeSwitch />
        </div>
        <div className="mx-auto flex w-full max-w-88 flex-1 flex-col justify-center py-12">{children}</div>
        {footer && <p className="caption">{footer}</p>}
      </main>
      <Arches />
    </div>
  )
}
