import { FAILURES_BEFORE_TURN_OFF } from '@atrium/sdk'
import { Power } from 'lucide-react'
import { fill, fillWith } from '../../language/fill.ts'
import type { WebhookOwner } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Meter } from '../../ui/Meter.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { Time } from '../../ui/Time.tsx'
import type { AnyWebhook } from '../../webhooks-of.ts'
import { useTurnOn } from './use-turn-on.ts'
import { healthOf } from './webhook-health.ts'
import { words } from './words.ts'

/** One line: on, failing or off. */
export function WebhookState({ webhook }: { webhook: AnyWebhook }) {
  const health = healthOf(webhook)
  switch (health.state) {
    case 'on':
      return <StatusDot tone="good">{words.on}</StatusDot>
    case 'failing':
      return (
        <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusDot tone="caution">
            {fill(words.failingFailures, { failures: countOf(health.failures) })}
          </StatusDot>
          <Meter
            label={words.failuresInARow}
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
          <StatusDot tone={health.state === 'off' ? 'open' : 'danger'}>{words.offSince}</StatusDot>
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
      <Notice tone="caution" title={words.deliveriesAreFailing}>
        {fillWith(words.lasterrorRepairTheEndpoint, {
          lasterror: <LastError webhook={webhook} />,
          failuresBeforeTurnOff: FAILURES_BEFORE_TURN_OFF,
        })}
      </Notice>
    )
  }
  return (
    <Notice
      tone={state === 'off' ? 'info' : 'danger'}
      title={
        state === 'off'
          ? words.turnedOff
          : fill(words.turnedOffByAtrium, { failuresBeforeTurnOff: FAILURES_BEFORE_TURN_OFF })
      }
    >
      {state === 'turned_off' && <LastError webhook={webhook} />}
      {state === 'turned_off' && words.repairTheEndpointSend}
      {words.nothingIsSentWhile}
      <TurnOn owner={owner} webhook={webhook} />
    </Notice>
  )
}

function LastError({ webhook: { last_error } }: { webhook: AnyWebhook }) {
  if (!last_error) return null
  return (
    <p className="mb-1">
      <span className="font-medium">{words.lastError}</span> {last_error.message} (
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
        aria-label={fill(words.turnOnTargetUrl, { targetUrl: webhook.target_url })}
      >
        {words.turnOn}
      </Button>
    </div>
  )
}

const countOf = (failures: number) =>
  fill(words.failuresOfFailuresBeforeTurnOffIn, { failures, failuresBeforeTurnOff: FAILURES_BEFORE_TURN_OFF })
