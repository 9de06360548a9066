import { FAILURES_BEFORE_TURN_OFF } from '@atrium/sdk'
import { Power } from 'lucide-react'
import type { WebhookOwner } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Meter } from '../../ui/Meter.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import type { AnyWebhook } from '../../webhooks-of.ts'
import { useTurnOn } from './use-turn-on.ts'
import { healthOf } from './webhook-health.ts'

/** One line: on, failing or off. */
export function WebhookState({ webhook }: { webhook: AnyWebhook }) {
  const health = healthOf(webhook)
  switch (health.state) {
    case 'on':
      return <StatusDot tone="good">On</StatusDot>
    case 'failing':
      return (
        <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusDot tone="caution">{`Failing: ${countOf(health.failures)}`}</StatusDot>
          <Meter
            label="Failures in a row"
            value={health.failures}
            max={FAILURES_BEFORE_TURN_OFF}
            valueLabel={countOf(health.failures)}
            tone={health.failures > FAILURES_BEFORE_TURN_OFF / 2 ? 'danger' : 'caution'}
          />
        </span>
      )
    case 'off':
    case 'turned_off':
      return (
        <span className="inline-flex items-center gap-1">
          <StatusDot tone={health.state === 'off' ? 'open' : 'danger'}>Off since</StatusDot>
          <Time at={health.since} />
        </span>
      )
  }
}

/** What is wrong and what to do about it; nothing while all is well. */
export function WebhookAdvice({ owner, webhook }: { owner: WebhookOwner; webhook: AnyWebhook }) {
  const { state } = healthOf(webhook)
  if (state === 'on') return null
  if (state === 'failing') {
    return (
      <Notice tone="caution" title="Deliveries are failing">
        <LastError webhook={webhook} />
        Repair the endpoint and send a test. One delivery that succeeds sets the count to zero; after{' '}
        {FAILURES_BEFORE_TURN_OFF} failures in a row Atrium turns the webhook off.
      </Notice>
    )
  }
  return (
    <Notice
      tone={state === 'off' ? 'info' : 'danger'}
      title={
        state === 'off'
          ? 'Turned off'
          : `Turned off by Atrium after ${FAILURES_BEFORE_TURN_OFF} failures in a row`
      }
    >
      {state === 'turned_off' && <LastError webhook={webhook} />}
      {state === 'turned_off' && 'Repair the endpoint, send a test, then turn it on. '}
      Nothing is sent while it is off, and what happens in the meantime is not sent later.
      <TurnOn owner={owner} webhook={webhook} />
    </Notice>
  )
}

function LastError({ webhook: { last_error } }: { webhook: AnyWebhook }) {
  if (!last_error) return null
  return (
    <p className="mb-1">
      <span className="font-medium">Last error:</span> {last_error.message} (
      <Time at={last_error.attempted_at} />)
    </p>
  )
}

function TurnOn({ owner, webhook }: { owner: WebhookOwner; webhook: AnyWebhook }) {
  const turnOn = useTurnOn(owner, webhook)
  return (
    <div className="mt-2.5">
      <Button
        size="sm"
        icon={Power}
        isPending={turnOn.isPending}
        onPress={() => turnOn.mutate()}
        aria-label={`Turn on ${webhook.target_url}`}
      >
        Turn on
      </Button>
    </div>
  )
}

const countOf = (failures: number) => `${failures} of ${FAILURES_BEFORE_TURN_OFF} in a row`
