import { Rocket } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import type { FunctionDraft } from './function-draft.ts'
import { counted } from './function-words.ts'
import { words } from './words.ts'

interface DeployBarProps {
  draft: FunctionDraft
  isPending: boolean
  onDeploy: () => void
  onDiscard: () => void
}

/** Stands above the page while something is not deployed. */
export function DeployBar({ draft, isPending, onDeploy, onDiscard }: DeployBarProps) {
  const { problems, files, entry } = draft
  const hasEntry = files.some(({ path }) => path === entry)
  return (
    <section
      aria-label={words.changesThatAreNot}
      data-bottom-bar
      className="sticky bottom-4 z-10 mx-auto my-4 flex w-fit max-w-[calc(100%-2rem)] animate-rise flex-wrap items-center gap-2 rounded-lg border border-line bg-raised py-2 pe-2 ps-4 shadow-pop"
    >
      <p role="status" className={problems.length > 0 ? 'me-2 font-medium text-danger' : 'me-2 font-medium'}>
        {problems.length > 0 ? counted(problems.length, 'problem') : words.notDeployedYet}
      </p>
      <Button size="sm" look="quiet" onPress={onDiscard}>
        {words.discard}
      </Button>
      <Button
        size="sm"
        look="primary"
        icon={Rocket}
        isPending={isPending}
        onPress={onDeploy}
        disabledReason={hasEntry ? undefined : words.chooseTheFileThat}
      >
        {words.deploy}
      </Button>
    </section>
  )
}
