import { DoorOpen, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { CreateWorkspace } from './workspace/CreateWorkspace.tsx'

/** For someone who signed in but belongs to no workspace. */
export function NoWorkspacePage() {
  const [isCreating, setCreating] = useState(false)
  return (
    <main className="flex min-h-dvh items-center">
      <title>No workspace · Atrium</title>
      <EmptyState
        icon={DoorOpen}
        heading="h1"
        title="You belong to no workspace yet"
        action={
          <Button look="primary" icon={Plus} onPress={() => setCreating(true)}>
            New workspace
          </Button>
        }
      >
        Create one, or ask an owner or admin of a workspace to invite you, then reload this page.
      </EmptyState>
      {isCreating && <CreateWorkspace onClose={() => setCreating(false)} />}
    </main>
  )
}
