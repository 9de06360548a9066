import type { Flow } from '@atrium/sdk'
import { Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { fill, fillWith } from '../../language/fill.ts'
import { usePageName } from '../../layout/page-names.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { RUN_LOOKS } from '../test-runs/test-run-words.ts'
import { DeleteTest } from './DeleteTest.tsx'
import { RunTest } from './RunTest.tsx'
import { describeSchedule } from './schedule-words.ts'
import { words } from './words.ts'

interface TestHeaderProps {
  appId: string
  flow: Flow
  canEdit: boolean
  isChanged: boolean
}

/** The name of a test, how it did last, and what can be done with it as a whole. */
export function TestHeader({ appId, flow, canEdit, isChanged }: TestHeaderProps) {
  const { id: workspaceId } = useWorkspace()
  const [isDeleting, setDeleting] = useState(false)
  const { id, name, last_run, next_run_at } = flow
  usePageName(paths.test(workspaceId, appId, id), name)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 pt-5 pb-2 sm:px-8">
      <div className="min-w-0">
        <h2 className="text-lg font-semibold tracking-tight break-words">{name}</h2>
        <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-sm text-ink-2">
          {last_run ? (
            <Link
              to={paths.testRun(workspaceId, appId, last_run.id)}
              aria-label={fill(words.lastRunLabel, { label: RUN_LOOKS[last_run.status].label })}
              className="hover:underline"
            >
              <StatusDot tone={RUN_LOOKS[last_run.status].tone}>{RUN_LOOKS[last_run.status].label}</StatusDot>
            </Link>
          ) : (
            <StatusDot tone="open">{words.neverRun}</StatusDot>
          )}
          {last_run?.completed_at && <Time at={last_run.completed_at} />}
          <span>{describeSchedule(flow) ?? words.runsWhenSomebodyStarts}</span>
          {next_run_at && <span>{fillWith(words.nextTime, { time: <Time at={next_run_at} /> })}</span>}
          <Link to={paths.testRuns(workspaceId, appId, { flow: id })} className="text-accent hover:underline">
            {words.allItsRuns}
          </Link>
        </p>
      </div>
      {canEdit && (
        <div className="ms-auto flex flex-wrap gap-2">
          <RunTest appId={appId} flow={flow} look="primary" isChanged={isChanged} />
          <Menu
            label={fill(words.actionsForName, { name })}
            trigger={<IconButton size="sm" icon={Ellipsis} label={fill(words.actionsForName, { name })} />}
          >
            <MenuItem icon={Trash2} tone="danger" onAction={() => setDeleting(true)}>
              {words.deleteTest}
            </MenuItem>
          </Menu>
        </div>
      )}
      {isDeleting && <DeleteTest appId={appId} flow={flow} onClose={() => setDeleting(false)} />}
    </div>
  )
}
