import { FileUp, PencilLine } from 'lucide-react'
import { useState } from 'react'
import { FileTrigger, Form } from 'react-aria-components'
import { useRequest } from '../../act.ts'
import { client } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { asDefinition, BLANK, type Draft } from './edit-definition.ts'
import { openapiIn } from './openapi-in.ts'

/** From a description of the API, or by hand. */
export function BeginConnector({ onBegin }: { onBegin: (draft: Draft) => void }) {
  return (
    <>
      <Panel
        title="From an OpenAPI description"
        description="OpenAPI 3.0 or 3.1 or Swagger 2.0, as JSON. It is read to fill in the form; nothing is saved yet."
      >
        <FromOpenApi onBegin={onBegin} />
      </Panel>
      <Panel
        title="By hand"
        description="For an API without a description: a key, an address and a request to test it."
      >
        <Button icon={PencilLine} onPress={() => onBegin({ definition: BLANK, notes: null })}>
          Fill in by hand
        </Button>
      </Panel>
    </>
  )
}

function FromOpenApi({ onBegin }: { onBegin: (draft: Draft) => void }) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)
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
        <Button icon={FileUp}>Choose a file</Button>
      </FileTrigger>
      <TextField
        label="Or paste it"
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
        Read it
      </Button>
    </Form>
  )
}
