import { kindOf } from '@atrium/sdk'
import { useState } from 'react'
import type { Json } from '../../../entity-schema.ts'
import { fill } from '../../../language/fill.ts'
import type { JsonPlace } from '../../../ui/json-place.ts'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { namesIn, renamed, type TaskFields, withField } from '../edit-definition.ts'
import type { WorkflowDraft } from '../workflow-draft.ts'
import { CallFields } from './CallFields.tsx'
import type { FieldsProps } from './fields-props.ts'
import { JsonField } from './JsonField.tsx'
import { ForFields, ListenFields, RunFields, WaitFields } from './KindFields.tsx'
import { SwitchFields } from './SwitchFields.tsx'
import { words } from './words.ts'

interface StepFormProps {
  draft: WorkflowDraft
  place: JsonPlace
  task: TaskFields
  onChange: (task: TaskFields) => void
  onRenamed: (place: JsonPlace) => void
}

/** The usual fields of a step; whatever else it has stays as it is in the text. */
export function StepForm({ draft, place, task, onChange, onRenamed }: StepFormProps) {
  const names = namesIn(draft.definition, place.slice(0, -2))
  const name = String(place.at(-1))
  const kind = kindOf(task)
  const fields: FieldsProps = {
    task,
    appId: draft.appId,
    // Branches stand side by side: none leads to another.
    targets: targetsOf(place.at(-3) === 'branches' ? [] : names.filter((each) => each !== name)),
    set: (at, value) => onChange(withField(task, at, value)),
  }
  return (
    <>
      <NameField
        name={name}
        taken={names}
        onChange={(next) => {
          draft.setDefinition(renamed(draft.definition, place, next))
          onRenamed([...place.slice(0, -1), next])
        }}
      />
      {kind === 'call' && <CallFields {...fields} />}
      {kind === 'set' && (
        <JsonField
          label={words.values}
          value={task.set}
          onChange={(value) => fields.set(['set'], value ?? {})}
        />
      )}
      {kind === 'wait' && <WaitFields {...fields} />}
      {kind === 'listen' && <ListenFields {...fields} />}
      {kind === 'for' && <ForFields {...fields} />}
      {kind === 'run' && <RunFields {...fields} />}
      {kind === 'switch' && <SwitchFields {...fields} />}
      {kind === 'raise' && (
        <JsonField
          label={words.error}
          value={inside(task.raise)}
          onChange={(value) => fields.set(['raise', 'error'], value)}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={words.onlyIf}
          optional
          placeholder="${ .data.email }"
          value={typeof task.if === 'string' ? task.if : ''}
          onChange={(text) => fields.set(['if'], text || undefined)}
        />
        {kind !== 'switch' && kind !== 'raise' && (
          <Select
            label={words.then}
            options={fields.targets}
            value={typeof task.then === 'string' ? task.then : 'continue'}
            onChange={(key) => fields.set(['then'], key === 'continue' ? undefined : String(key))}
          />
        )}
      </div>
    </>
  )
}

function inside(raise: Json | undefined): Json | undefined {
  return raise !== null && typeof raise === 'object' && 'error' in raise ? raise.error : undefined
}

function targetsOf(names: readonly string[]) {
  return [
    { id: 'continue', label: words.goOnWithThe },
    { id: 'exit', label: words.leaveThisListOf },
    { id: 'end', label: words.endTheRun },
    ...names.map((id) => ({ id, label: fill(words.goToId, { id }) })),
  ]
}

/** Takes the name when the field is left, because every step that leads here follows it. */
function NameField({
  name,
  taken,
  onChange,
}: {
  name: string
  taken: readonly string[]
  onChange: (name: string) => void
}) {
  const [text, setText] = useState(name)
  const wanted = text.trim()
  const fault =
    wanted === '' ? words.aStepNeedsA : wanted !== name && taken.includes(wanted) ? words.thisListHasA : null
  const take = () => {
    if (fault !== null) return setText(name)
    if (wanted !== name) onChange(wanted)
  }
  return (
    <TextField
      label={words.name}
      value={text}
      onChange={setText}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
      isInvalid={fault !== null}
      {...(fault !== null && { hint: fault })}
    />
  )
}
