import type { CustomDefinition } from '@atrium/sdk'
import { Braces, FormInput } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Form } from 'react-aria-components'
import type { Sending } from '../../act.ts'
import { useUnsavedWork } from '../../form/unsaved-work.ts'
import { useOnce } from '../../form/use-once.ts'
import { Button } from '../../ui/Button.tsx'
import { ApiPanel } from './ApiPanel.tsx'
import { AuthPanel } from './AuthPanel.tsx'
import { BasicsPanel } from './BasicsPanel.tsx'
import { DefinitionFailure } from './DefinitionFailure.tsx'
import { DefinitionJson } from './DefinitionJson.tsx'
import { faultsOf, type PartProps } from './edit-definition.ts'
import { FieldsPanel } from './FieldsPanel.tsx'
import { ScopesPanel } from './ScopesPanel.tsx'
import { words } from './words.ts'

interface DefinitionFormProps {
  first: CustomDefinition
  /** Whether there is something to lose although nothing was changed: a draft. */
  isDraft: boolean
  isNew: boolean
  submitLabel: string
  act: Sending
  onSubmit: (definition: CustomDefinition) => void
  onCancel: () => void
}

/** A connector as a form, or as the JSON that it is. */
export function DefinitionForm(props: DefinitionFormProps) {
  const { first, isDraft, isNew, submitLabel, act, onSubmit, onCancel } = props
  const [definition, setDefinition] = useState(first)
  const [isText, setText] = useState(false)
  const once = useOnce(act)
  useUnsavedWork(() => !once.isDone() && (isDraft || definition !== first))
  const faults = useMemo(() => faultsOf(act.error), [act.error])
  const validationErrors = useMemo(
    () => Object.fromEntries(faults.map(({ place, message }) => [place.join('.'), message])),
    [faults],
  )
  const part: PartProps = {
    definition,
    change: (change) => setDefinition((before) => ({ ...before, ...change })),
  }
  return (
    <Form
      validationErrors={validationErrors}
      onSubmit={(event) => {
        event.preventDefault()
        once.run(() => onSubmit(definition))
      }}
    >
      <div className="flex justify-end px-5 pt-4 sm:px-8">
        <Button size="sm" icon={isText ? FormInput : Braces} onPress={() => setText(!isText)}>
          {isText ? words.showTheForm : words.showAsJson}
        </Button>
      </div>
      <DefinitionFailure error={act.error} faults={faults} />
      {isText ? (
        <DefinitionJson definition={definition} faults={faults} onChange={setDefinition} />
      ) : (
        <>
          <BasicsPanel {...part} isNew={isNew} />
          <ApiPanel {...part} />
          <AuthPanel {...part} />
          <FieldsPanel {...part} />
          <ScopesPanel {...part} />
        </>
      )}
      <div className="sticky bottom-0 z-10 flex flex-wrap justify-end gap-2 border-t border-line bg-surface px-5 py-3 sm:px-8">
        <Button onPress={onCancel}>{words.cancel}</Button>
        <Button type="submit" look="primary" isPending={once.isTaken}>
          {submitLabel}
        </Button>
      </div>
    </Form>
  )
}
