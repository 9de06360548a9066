import { ConnectionError } from '@atrium/sdk'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { Form } from 'react-aria-components'
import { useRequest } from '../../act.ts'
import { appClient } from '../../app-access.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Pre } from '../../ui/Pre.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { CodePanel } from '../docs/CodePanel.tsx'
import { useDraft } from './function-draft.ts'
import { type Answer, InvokeAnswer } from './InvokeAnswer.tsx'
import {
  curlOf,
  headersIn,
  METHODS,
  type Method,
  type TypedCall,
  takesBody,
  withQuery,
} from './invoke-request.ts'
import { words } from './words.ts'

const FIRST: TypedCall = {
  method: 'POST',
  query: '',
  headers: 'content-type: application/json',
  body: '{}',
}

export function Component() {
  const { appId, deployed, isChanged } = useDraft()
  const { name, access } = deployed
  const [call, setCall] = useState(FIRST)
  const typed = headersIn(call.headers)
  const send = useRequest<TypedCall, Answer>({
    run: (sent) => invoke(appId, name, sent),
    failure: 'inline',
  })
  const address = new URL(`/api/apps/${encodeURIComponent(appId)}/functions/${name}`, window.location.origin)
    .href
  const curl = curlOf(address, call, access)
  const change = (part: Partial<TypedCall>) => setCall((before) => ({ ...before, ...part }))

  return (
    <div className="grid gap-x-8 gap-y-8 px-5 py-5 sm:px-8 xl:grid-cols-2">
      <Form
        className="min-w-0 space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          if ('headers' in typed && !send.isPending) send.mutate(call)
        }}
      >
        {isChanged && <Notice tone="caution">{words.whatIsDeployedIs}</Notice>}
        <p className="font-mono text-sm break-all text-ink-2">{withQuery(address, call.query)}</p>
        <div className="flex flex-wrap gap-3">
          <Select
            label={words.method}
            options={METHODS.map((id) => ({ id, label: id }))}
            value={call.method}
            onChange={(key) => change({ method: String(key) as Method })}
            className="w-36"
          />
          <TextField
            label={words.query}
            optional
            placeholder="month=11&year=2026"
            value={call.query}
            onChange={(query) => change({ query })}
            autoComplete="off"
            className="min-w-48 flex-1"
          />
        </div>
        <TextField
          label={words.headers}
          optional
          rows={3}
          value={call.headers}
          onChange={(headers) => change({ headers })}
          isInvalid={'fault' in typed}
          hint={'fault' in typed ? typed.fault : words.oneALineAs}
        />
        {takesBody(call.method) && (
          <TextField
            label={words.body}
            optional
            rows={8}
            value={call.body}
            onChange={(body) => change({ body })}
          />
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            look="primary"
            icon={Send}
            isPending={send.isPending}
            disabledReason={'fault' in typed ? words.correctTheHeadersFirst : undefined}
          >
            {words.send}
          </Button>
          <p className="caption">{words.itIsCalledAs}</p>
        </div>
        <section aria-label={words.asACommand} className="pt-2">
          <div className="mb-1.5 flex items-center justify-between gap-2">
            <h3 className="text-sm font-medium">{words.asACommand}</h3>
            <CopyButton text={curl} label={words.copyTheCommand} />
          </div>
          <Pre className="overflow-x-auto rounded-md border border-line bg-sunken px-3 py-2.5 font-mono text-xs">
            {curl}
          </Pre>
        </section>
        <CodePanel
          calls={[
            { operation: 'functions.invoke', label: words.callTheFunction },
            { operation: 'functions.logs', label: words.readItsLogs },
          ]}
          values={{ app_id: appId, name, path: name }}
        />
      </Form>
      <section aria-label={words.answer} className="min-w-0">
        {send.error && !send.isPending ? (
          <FormFailure error={send.error} />
        ) : send.data ? (
          <InvokeAnswer answer={send.data} />
        ) : (
          <p className="rounded-md border border-dashed border-control/60 px-4 py-10 text-center text-ink-2">
            {words.whatTheFunctionAnswers}
          </p>
        )}
      </section>
    </div>
  )
}

const MOST_SHOWN = 200_000

async function invoke(appId: string, name: string, call: TypedCall): Promise<Answer> {
  const typed = headersIn(call.headers)
  const headers = 'headers' in typed ? typed.headers : []
  const began = performance.now()
  try {
    const response = await appClient(appId).functions.fetch(withQuery(name, call.query), {
      method: call.method,
      headers,
      ...(takesBody(call.method) && call.body !== '' && { body: call.body }),
    })
    const text = await response.text()
    return {
      status: response.status,
      duration_ms: Math.round(performance.now() - began),
      headers: [...response.headers],
      type: response.headers.get('content-type'),
      request_id: response.headers.get('x-request-id'),
      text: text.slice(0, MOST_SHOWN),
      length: text.length,
    }
  } catch (error) {
    throw error instanceof TypeError ? new ConnectionError(window.location.origin, 'no answer', error) : error
  }
}
