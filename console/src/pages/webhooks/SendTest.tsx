import type { WebhookTest } from '@atrium/sdk'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useRequest } from '../../act.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { fill, fillWith } from '../../language/fill.ts'
import type { WebhookOwner } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { type AnyWebhook, webhooksOf } from '../../webhooks-of.ts'
import { ResponseBody } from './ResponseBody.tsx'
import { describeAnswer } from './webhook-words.ts'
import { words } from './words.ts'

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
      <Button
        size={size}
        icon={Send}
        onPress={start}
        aria-label={fill(words.sendTestToTargetUrl, { targetUrl: webhook.target_url })}
      >
        {words.sendTest}
      </Button>
      {isOpen && (
        <Dialog title={words.testDelivery} onClose={() => setOpen(false)}>
          <DialogBody>
            <p className="text-ink-2">
              {fillWith(words.oneSampleEventTo, {
                span: <span className="font-mono text-sm break-all">{webhook.target_url}</span>,
              })}
            </p>
            <div role="status">
              {test.isPending && (
                <p className="flex items-center gap-2 text-ink-2">
                  <Spinner /> {words.waitingForTheEndpoint}
                </p>
              )}
              {test.data && !test.isPending && <TestResult result={test.data} />}
            </div>
            {!test.isPending && <FormFailure error={test.error} />}
          </DialogBody>
          <DialogFooter>
            <Button isPending={test.isPending} onPress={() => test.mutate()}>
              {words.sendAgain}
            </Button>
            <Button look="primary" onPress={() => setOpen(false)}>
              {words.done}
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
        title={ok ? words.theEndpointAcceptedIt : words.theEndpointDidNot}
      >
        {fillWith(words.resultAfterDurationMsMs, {
          result: describeAnswer(result),
          durationMs: duration_ms,
          onlyA: !ok && words.onlyAStatusFrom,
        })}
      </Notice>
      {response_body && <ResponseBody text={response_body} />}
    </div>
  )
}
