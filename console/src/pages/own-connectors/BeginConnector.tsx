import { FileUp, PencilLine } from 'lucide-react'
import { useState } from 'react'
import { FileTrigger, Form } from 'react-aria-components'
import { useRequest } from '../../act.ts'
import { client } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { useUnsavedWork } from '../../form/unsaved-work.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { asDefinition, BLANK, type Draft } from './edit-definition.ts'
import { openapiIn } from './openapi-in.ts'
import { words } from './words.ts'

/** From a description of the API, or by hand. */
export function BeginConnector({ onBegin }: { onBegin: (draft: Draft) => void }) {
  return (
    <>
      <Panel title={words.fromAnOpenAPIDescription} description={words.openAPI30Or}>
        <FromOpenApi onBegin={onBegin} />
      </Panel>
      <Panel title={words.byHand} description={words.forAnApiWithout}>
        <Button icon={PencilLine} onPress={() => onBegin({ definition: BLANK, notes: null })}>
          {words.fillInByHand}
        </Button>
      </Panel>
    </>
  )
}

function FromOpenApi({ onBegin }: { onBegin: (draft: Draft) => void }) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  useUnsavedWork(() => text !== '')
  const draft = useRequest({
    run: (openapi: Record<string, unknown>) => client.custom_connectors.draft({ openapi }),
    onSuccess: ({ definition, notes }) => onBegin({ definition: asDefinition(definition) ?? BLANK, notes }),
    failure: 'inline',
  })
  const read = (from: string) => {
    const found = openapiIn(from)
    setFault('fault' in found ? found.fault : null)
    if ('openapi' in found && !draft.isPending) draft.mutate(found.openapi)
  }
  return (
    <Form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        read(text)
      }}
    >
      <FormFailure error={draft.error} />
      <FileTrigger
        acceptedFileTypes={['application/json', '.json']}
        onSelect={async (files) => {
          const content = await files?.[0]?.text()
          if (content === undefined) return
          setText(content)
          read(content)
        }}
      >
        <Button icon={FileUp}>{words.chooseAFile}</Button>
      </FileTrigger>
      <TextField
        label={words.orPasteIt}
        name="openapi"
        rows={8}
        value={text}
        onChange={(next) => {
          setText(next)
          setFault(null)
        }}
        placeholder={'{"openapi": "3.1.0", …}'}
        className="[&_textarea]:font-mono [&_textarea]:text-sm"
      />
      {fault && (
        <p role="alert" className="text-sm text-danger">
          {fault}
        </p>
      )}
      <Button type="submit" look="primary" isPending={draft.isPending}>
        {words.readIt}
      </Button>
    </Form>
  )
}
