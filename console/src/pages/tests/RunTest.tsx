import type { Flow, FlowSummary } from '@atrium/sdk'
import { Play } from 'lucide-react'
import { fill } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { isOpenRun } from '../test-runs/test-run-words.ts'
import { useStartRun } from './use-start-run.ts'
import { words } from './words.ts'

interface RunTestProps {
  appId: string
  flow: Pick<Flow | FlowSummary, 'id' | 'name' | 'last_run'>
  look?: 'primary' | 'secondary'
  /** Something is not saved: what is saved runs, and the page stays. */
  isChanged?: boolean
}

export function RunTest({ appId, flow, look = 'secondary', isChanged = false }: RunTestProps) {
  const start = useStartRun(appId)
  const isRunning = flow.last_run !== null && isOpenRun(flow.last_run.status)
  return (
    <Button
      size="sm"
      look={look}
      icon={Play}
      aria-label={fill(words.runName, { name: flow.name })}
      isPending={start.isPending}
      disabledReason={isRunning ? words.itIsRunningThe : undefined}
      // The second press of a double click comes before the page is drawn again.
      onPress={() =>
        start.progress.current.running === 0 && start.mutate({ flow_id: flow.id, stays: isChanged })
      }
    >
      {words.run}
    </Button>
  )
}
