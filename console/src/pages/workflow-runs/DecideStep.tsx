import type { WorkflowRun, WorkflowRunStep } from '@atrium/sdk'
import { Check, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { useUnsavedWork } from '../../form/unsaved-work.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Time } from '../../ui/Time.tsx'
import { askedBy } from './waiting-approvals.ts'
import { words } from './words.ts'

interface DecideStepProps {
  appId: string
  run: WorkflowRun
  step: WorkflowRunStep
}

/** A question of a run to a person, with the two answers. */
export function DecideStep({ appId, run, step }: DecideStepProps) {
  const [comment, setComment] = useState('')
  const isSent = useRef(false)
  const decide = useAct({
    run: async (approved: boolean) => {
      const answer = await client.runs.decide(
        { app_id: appId, workflow_id: run.workflow_id, run_id: run.id },
        { step_id: step.id, approved, ...(comment.trim() !== '' && { comment: comment.trim() }) },
      )
      isSent.current = true
      return answer
    },
    touches: ['runs'],
    done: ({ approved }) => (approved ? words.approved : words.rejected),
    failure: 'inline',
  })
  useUnsavedWork(() => comment.trim() !== '' && !isSent.current)
  const send = (approved: boolean) => {
    if (!decide.isPending && !isSent.current) decide.mutate(approved)
  }
  return (
    <section
      aria-label={fill(words.decisionOfName, { name: step.name })}
      className="space-y-3 rounded-md border border-accent/60 bg-accent-soft/40 px-4 py-4"
    >
      <div>
        <h3 className="font-semibold break-words">
          {askedBy(step) ?? fill(words.nameWaitsForA, { name: step.name })}
        </h3>
        <p className="text-sm text-ink-2">
          {fillWith(words.askedTimeByThe, { time: <Time at={step.started_at} />, name: step.name })}
        </p>
      </div>
      <FormFailure error={decide.isPending ? null : decide.error} />
      <TextField
        label={words.comment}
        optional
        rows={2}
        maxLength={2000}
        value={comment}
        onChange={setComment}
        className="max-w-xl"
      />
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          icon={Check}
          isPending={decide.isPending && decide.variables === true}
          onPress={() => send(true)}
        >
          {words.approve}
        </Button>
        <Button
          look="danger-outline"
          icon={X}
          isPending={decide.isPending && decide.variables === false}
          onPress={() => send(false)}
        >
          {words.reject}
        </Button>
      </div>
    </section>
  )
}
