import type { WorkflowRun } from '@atrium/sdk'
import { ChevronRight } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { fill } from '../../language/fill.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { describeLength, isOpenRun, STEP_LOOKS } from './run-words.ts'
import { StepDetail } from './StepDetail.tsx'
import { barOf, rowsOf, type StepRow, spanOf, statusOf, stepTree } from './step-tree.ts'
import { words } from './words.ts'

interface StepTimelineProps {
  run: WorkflowRun
  canEdit: boolean
}

/** The steps of a run in their order, each with a bar for when it was under way. */
export function StepTimeline({ run, canEdit }: StepTimelineProps) {
  const tree = useMemo(() => stepTree(run.steps), [run.steps])
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [detailed, setDetailed] = useState<ReadonlySet<string>>(new Set())
  const now = useNow(isOpenRun(run.status))
  const rows = rowsOf(tree, opened)
  if (rows.length === 0) return <p className="text-ink-2">{words.noStepHasBegun}</p>
  const start = Date.parse(run.started_at ?? run.steps[0]?.started_at ?? run.created_date)
  const whole = { start, end: run.completed_at === null ? now : Date.parse(run.completed_at) }
  const toggleDetail = (id: string) =>
    setDetailed((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return (
    <section aria-label={words.steps}>
      <h3 className="mb-2 text-base font-semibold">{words.steps}</h3>
      <ol className="divide-y divide-line overflow-hidden rounded-md border border-line">
        {rows.map((row) => (
          <Row
            key={row.node.id}
            row={row}
            whole={whole}
            isDetailed={detailed.has(row.node.id)}
            onDetail={() => toggleDetail(row.node.id)}
            onOpen={() => setOpened((before) => new Map(before).set(row.node.id, row.isOpen !== true))}
            canEdit={canEdit}
          />
        ))}
      </ol>
    </section>
  )
}

interface RowProps {
  row: StepRow
  whole: { start: number; end: number }
  isDetailed: boolean
  onDetail: () => void
  onOpen: () => void
  canEdit: boolean
}

function Row({ row: { node, depth, isOpen }, whole, isDetailed, onDetail, onOpen, canEdit }: RowProps) {
  const { label, tone } = STEP_LOOKS[statusOf(node)]
  const span = spanOf(node)
  const { step } = node
  return (
    <li>
      <div className="grid items-center gap-x-3 px-3 py-1.5 sm:grid-cols-[minmax(0,18rem)_7.5rem_minmax(0,1fr)_5rem]">
        <div className="flex min-w-0 items-center gap-1.5">
          {/* As deep as the step stands in others. */}
          <span aria-hidden className="shrink-0" style={{ width: `${Math.min(depth, 8) * 1.1}rem` }} />
          {isOpen === null ? (
            <span className="w-6 shrink-0" />
          ) : (
            <IconButton
              size="sm"
              icon={ChevronRight}
              label={fill(words.hideStepsOfId, { hide: isOpen ? words.hide : words.show, id: node.id })}
              aria-expanded={isOpen}
              onPress={onOpen}
              className={classNames('transition-transform', isOpen && 'rotate-90')}
            />
          )}
          {step ? (
            <button
              type="button"
              aria-expanded={isDetailed}
              onClick={onDetail}
              className="min-w-0 truncate rounded-sm text-start font-medium hover:text-accent hover:underline"
            >
              <span className="sr-only">{fill(words.detailsOfId, { id: node.id })} </span>
              {node.label}
              <span className="ms-2 text-xs font-normal text-ink-3">{step.type}</span>
            </button>
          ) : (
            <span className="min-w-0 truncate text-ink-2">
              {node.label}
              {node.isRound && (
                <span className="ms-2 text-xs text-ink-3">
                  {node.children.length} {node.children.length === 1 ? 'step' : 'steps'}
                </span>
              )}
            </span>
          )}
        </div>
        <span className="text-sm max-sm:ps-7.5">
          <StatusDot tone={tone}>{label}</StatusDot>
        </span>
        <div aria-hidden className="relative hidden h-4 rounded-sm bg-active/40 sm:block">
          {span && <Bar tone={tone} {...barOf(span, whole)} />}
        </div>
        <span className="hidden text-end text-xs text-ink-3 tabular-nums sm:block">
          {span && describeLength((span.end ?? whole.end) - span.start)}
        </span>
      </div>
      {isDetailed && step && <StepDetail step={step} canEdit={canEdit} />}
    </li>
  )
}

const BARS = { good: 'bg-accent', open: 'bg-control', caution: 'bg-caution', danger: 'bg-danger' }

function Bar({ tone, left, width }: { tone: keyof typeof BARS; left: number; width: number }) {
  return (
    <span
      className={classNames('absolute inset-y-0.5 rounded-sm', BARS[tone])}
      style={{ insetInlineStart: `${left}%`, width: `${width}%` }}
    />
  )
}

/** Moves on while the run does. */
function useNow(isMoving: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isMoving])
  return now
}
