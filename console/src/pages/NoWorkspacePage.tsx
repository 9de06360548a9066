import { DoorOpen } from 'lucide-react'
import { EmptyState } from '../ui/EmptyState.tsx'

/** For someone who signed in but belongs to no workspace. */
export function NoWorkspacePage() {
  return (
    <main className="flex min-h-dvh items-center">
      <title>No workspace · Atrium</title>
      <EmptyState icon={DoorOpen} heading="h1" title="You belong to no workspace yet">
        Ask an owner or admin of a workspace to invite you, then reload this page.
      </EmptyState>
    </main>
  )
}
