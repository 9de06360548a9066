import { Rocket } from 'lucide-react'
import { DraftBar } from '../../form/DraftBar.tsx'
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

export function DeployBar({ draft, isPending, onDeploy, onDiscard }: DeployBarProps) {
  const { problems, files, entry } = draft
  const isWrong = problems.length > 0
  const hasEntry = files.some(({ path }) => path === entry)
  return (
    <DraftBar
      label={words.changesThatAreNot}
      status={isWrong ? counted(problems.length, 'problem') : words.notDeployedYet}
      isWrong={isWrong}
      onDiscard={onDiscard}
    >
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
    </DraftBar>
  )
}
