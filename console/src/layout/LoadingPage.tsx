import { Logo } from '../ui/Logo.tsx'

/** Before the first page's data is there. */
export function LoadingPage() {
  return (
    <div className="flex min-h-dvh items-center justify-center">
      <div role="status" className="animate-pulse [animation-delay:300ms]">
        <Logo className="size-10" />
        <span className="sr-only">Loading Atrium</span>
      </div>
    </div>
  )
}
