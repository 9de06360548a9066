import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { fill, fillWith } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { BLANK, TEMPLATES, type WorkflowTemplate } from './templates.ts'
import { describeTrigger } from './trigger-words.ts'
import { words } from './words.ts'

interface CreateWorkflowProps {
  appId: string
  onClose: () => void
}

/** Begins paused: what a template names has to be replaced before anything should start it. */
export function CreateWorkflow({ appId, onClose }: CreateWorkflowProps) {
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(BLANK.id)
  const template = TEMPLATES.find(({ id }) => id === chosen) ?? BLANK
  const create = useAct({
    run: ({ name, from: { definition, trigger } }: { name: string; from: WorkflowTemplate }) =>
      client.workflows.create({ app_id: appId }, { name, definition, trigger, status: 'inactive' }),
    touches: ['workflows'],
    done: ({ name }) => fill(words.nameCreated, { name }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={words.newWorkflow}
      submitLabel={words.createWorkflow}
      width="lg"
      act={create}
      onClose={onClose}
      onSubmit={(values) =>
        create.mutate(
          { name: textOf(values, 'name') || template.name, from: template },
          {
            onSuccess: ({ id }) => {
              onClose()
              void navigate(paths.workflow(workspaceId, appId, id))
            },
          },
        )
      }
    >
      <TextField
        label={words.name}
        name="name"
        autoFocus
        autoComplete="off"
        maxLength={120}
        isRequired={template === BLANK}
        placeholder={template === BLANK ? undefined : template.name}
      />
      <RadioCards
        label={words.beginWith}
        options={TEMPLATES.map(({ id, name, description }) => ({ id, label: name, description }))}
        value={chosen}
        onChange={setChosen}
      />
      <p className="caption">
        {fillWith(words.startsTriggerItBegins, { trigger: describeTrigger(template.trigger) })}
      </p>
    </FormDialog>
  )
}
