import type { WebhookTest } from '@atrium/sdk'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useRequest } from '../../act.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import type { WebhookOwner } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { type AnyWebhook, webhooksOf } from '../../webhooks-of.ts'
import { ResponseBody } from './ResponseBody.tsx'
import { describeAnswer } from './webhook-words.ts'

interface SendTestProps {
  owner: WebhookOwner
  webhook: AnyWebhook
  size: 'sm' | 'md'
}

/** Sends one sample event and shows what came back; nothing is logged and nothing counts. */
export function SendTest({ owner, webhook, size }: SendTestProps) {
  const [isOpen, setOpen] = useState(false)
  const test = useRequest({ run: () => webhooksOf(owner).test(webhook.id), failure: 'inline' })
  const start = () => {
    setOpen(true)
    test.mutate()
  }
  return (
    <>
      <Button size={size} icon={Send} onPress={start} aria-label={`Send test to ${webhook.target_url}`}>
        Send test
      </Button>
      {isOpen && (
        <Dialog title="Test delivery" onClose={() => setOpen(false)}>
          <DialogBody>
            <p className="text-ink-2">
              One sample event to <span className="font-mono text-sm break-all">{webhook.target_url}</span>,
              sent now. It does not count and does not appear in the delivery log.
            </p>
            <div role="status">
              {test.isPending && (
                <p className="flex items-center gap-2 text-ink-2">
                  <Spinner /> Waiting for the endpoint
                </p>
              )}
              {test.data && !test.isPending && <TestResult result={test.data} />}
            </div>
            {!test.isPending && <FormFailure error={test.error} />}
          </DialogBody>
          <DialogFooter>
            <Button isPending={test.isPending} onPress={() => test.mutate()}>
              Send again
            </Button>
            <Button look="primary" onPress={() => setOpen(false)}>
              Done
            </Button>
          </DialogFooter>
        </Dialog>
      )}
    </>
  )
}

function TestResult({ result }: { result: WebhookTest }) {
  const { ok, response_body, duration_ms } = result
  return (
    <div className="space-y-3">
      <Notice
        tone={ok ? 'info' : 'danger'}
        title={ok ? 'The endpoint accepted it' : 'The endpoint did not accept it'}
      >
        {describeAnswer(result)} after {duration_ms} ms.
        {!ok && ' Only a status from 200 to 299 counts as accepted.'}
      </Notice>
      {response_body && <ResponseBody text={response_body} />}
    </div>
  )
}
