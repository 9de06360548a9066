import type { Workflow } from '@atrium/sdk'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { fill } from '../../language/fill.ts'
import { AGREED } from '../../layout/leaving.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { readJson } from '../../ui/read-json.ts'
import { TextField } from '../../ui/TextField.tsx'
import { words } from './words.ts'
import { sampleInput } from './workflow-words.ts'

interface RunNowProps {
  appId: string
  workflow: Workflow
  /** Something is not saved: what is saved runs. */
  isChanged: boolean
  onClose: () => void
}

/** Starts a run with an input of one's own, and shows it. */
export function RunNow({ appId, workflow, isChanged, onClose }: RunNowProps) {
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const [text, setText] = useState(() => JSON.stringify(sampleInput(workflow.trigger), null, 2))
  const [isTest, setTest] = useState(true)
  const input = readJson(text)
  const run = useAct({
    run: (body: { input: unknown; is_test_run: boolean }) =>
      client.workflows.run({ app_id: appId, workflow_id: workflow.id }, body),
    touches: ['runs', 'workflows'],
    done: () => words.runStarted,
    failure: 'inline',
  })
  return (
    <FormDialog
      title={fill(words.runName, { name: workflow.name })}
      submitLabel={words.startRun}
      act={run}
      onClose={onClose}
      disabledReason={input ? undefined : words.theInputCannotBe}
      onSubmit={() => {
        if (!input) return
        run.mutate(
          { input: input.value, is_test_run: isTest },
          {
            onSuccess: ({ run_id }) => {
              onClose()
              // With changes that are not saved the page stays, so that nothing is asked.
              if (!isChanged) void navigate(paths.run(workspaceId, appId, workflow.id, run_id), AGREED)
            },
          },
        )
      }}
    >
      {isChanged && <Notice tone="caution">{words.whatIsSavedRuns}</Notice>}
      <TextField
        label={words.input}
        rows={8}
        value={text}
        onChange={setText}
        isInvalid={!input}
        hint={input ? words.asJsonInPlace : words.thisIsNoJson}
        className="[&_textarea]:font-mono [&_textarea]:text-sm"
      />
      <Checkbox isSelected={isTest} onChange={setTest}>
        <span className="block font-medium">{words.markAsATest}</span>
        <span className="block text-xs text-ink-2">{words.whatItsStepsDo}</span>
      </Checkbox>
    </FormDialog>
  )
}
