import { Archive, Ellipsis, Pause, Play, Zap } from 'lucide-react'
import { useState } from 'react'
import { fill, fillWith } from '../../language/fill.ts'
import { usePageName } from '../../layout/page-names.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import { ArchiveWorkflow } from './ArchiveWorkflow.tsx'
import { RunNow } from './RunNow.tsx'
import { describeTrigger } from './trigger-words.ts'
import { useTurnWorkflow } from './use-turn-workflow.ts'
import { words } from './words.ts'
import type { WorkflowDraft } from './workflow-draft.ts'
import { STATUSES } from './workflow-words.ts'

/** The name of a workflow, whether it is on, and what can be done with it as a whole. */
export function WorkflowHeader({ draft: { appId, saved, canEdit, isChanged } }: { draft: WorkflowDraft }) {
  const { id: workspaceId } = useWorkspace()
  const [open, setOpen] = useState<'archive' | 'run' | null>(null)
  const turn = useTurnWorkflow(appId)
  const { name, status, trigger, version, next_run_at } = saved
  usePageName(paths.workflow(workspaceId, appId, saved.id), name)
  const isActive = status === 'active'
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 pt-5 sm:px-8">
      <div className="min-w-0">
        <h2 className="text-lg font-semibold tracking-tight break-words">{name}</h2>
        <p className="flex flex-wrap gap-x-3 gap-y-0.5 text-sm text-ink-2">
          <StatusDot tone={STATUSES[status].tone}>{STATUSES[status].label}</StatusDot>
          <span>{describeTrigger(trigger)}</span>
          {isActive && next_run_at && (
            <span>{fillWith(words.nextTime, { time: <Time at={next_run_at} /> })}</span>
          )}
          <span className="text-ink-3">{fillWith(words.versionVersion, { version })}</span>
        </p>
      </div>
      {canEdit && (
        <div className="ms-auto flex flex-wrap gap-2">
          <Button size="sm" icon={isActive ? Pause : Play} onPress={() => turn.mutate(saved)}>
            {isActive ? words.pause : words.start}
          </Button>
          <Button size="sm" look="primary" icon={Zap} onPress={() => setOpen('run')}>
            {words.run}
          </Button>
          <Menu
            label={fill(words.actionsForName, { name })}
            trigger={<IconButton size="sm" icon={Ellipsis} label={fill(words.actionsForName, { name })} />}
          >
            <MenuItem icon={Archive} tone="danger" onAction={() => setOpen('archive')}>
              {words.archiveWorkflow}
            </MenuItem>
          </Menu>
        </div>
      )}
      {open === 'archive' && <ArchiveWorkflow appId={appId} workflow={saved} onClose={() => setOpen(null)} />}
      {open === 'run' && (
        <RunNow appId={appId} workflow={saved} isChanged={isChanged} onClose={() => setOpen(null)} />
      )}
    </div>
  )
}
