import { DoorOpen, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { words } from './words.ts'
import { CreateWorkspace } from './workspace/CreateWorkspace.tsx'

/** For someone who signed in but belongs to no workspace. */
export function NoWorkspacePage() {
  const [isCreating, setCreating] = useState(false)
  return (
    <main className="flex min-h-dvh items-center">
      <title>{words.noWorkspaceAtrium}</title>
      <EmptyState
        icon={DoorOpen}
        heading="h1"
        title={words.youBelongToNo}
        action={
          <Button look="primary" icon={Plus} onPress={() => setCreating(true)}>
            {words.newWorkspace}
          </Button>
        }
      >
        {words.createOneOrAsk}
      </EmptyState>
      {isCreating && <CreateWorkspace onClose={() => setCreating(false)} />}
    </main>
  )
}
