import { Ellipsis, KeyRound, Pencil, Power, PowerOff, ShieldOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { fill } from '../../language/fill.ts'
import type { WebhookOwner } from '../../paths.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import type { AnyWebhook } from '../../webhooks-of.ts'
import { EditWebhook } from './EditWebhook.tsx'
import { useTurnOn } from './use-turn-on.ts'
import { DeleteWebhook, RotateSecret, StopSigning, TurnOff } from './WebhookDialogs.tsx'
import { words } from './words.ts'

type Act = 'edit' | 'turn_off' | 'rotate' | 'stop_signing' | 'delete'

/** Turning on asks nothing; everything that takes something away asks first. */
export function WebhookMenu({ owner, webhook }: { owner: WebhookOwner; webhook: AnyWebhook }) {
  const [act, setAct] = useState<Act | null>(null)
  const turnOn = useTurnOn(owner, webhook)
  const props = { owner, webhook, onClose: () => setAct(null) }
  return (
    <>
      <Menu
        label={fill(words.actionsForTargetUrl, { targetUrl: webhook.target_url })}
        trigger={
          <IconButton
            icon={Ellipsis}
            label={fill(words.actionsForTargetUrl, { targetUrl: webhook.target_url })}
          />
        }
      >
        <MenuItem icon={Pencil} onAction={() => setAct('edit')}>
          {words.edit}
        </MenuItem>
        {webhook.disabled_at === null ? (
          <MenuItem icon={PowerOff} onAction={() => setAct('turn_off')}>
            {words.turnOff}
          </MenuItem>
        ) : (
          <MenuItem icon={Power} onAction={() => turnOn.mutate()}>
            {words.turnOn}
          </MenuItem>
        )}
        <MenuItem icon={KeyRound} onAction={() => setAct('rotate')}>
          {webhook.has_secret ? words.rotateSecret : words.signDeliveries}
        </MenuItem>
        {webhook.has_secret && (
          <MenuItem icon={ShieldOff} onAction={() => setAct('stop_signing')}>
            {words.stopSigning}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={Trash2} tone="danger" onAction={() => setAct('delete')}>
          {words.delete}
        </MenuItem>
      </Menu>
      {act === 'edit' && <EditWebhook {...props} />}
      {act === 'turn_off' && <TurnOff {...props} />}
      {act === 'rotate' && <RotateSecret {...props} />}
      {act === 'stop_signing' && <StopSigning {...props} />}
      {act === 'delete' && <DeleteWebhook {...props} />}
    </>
  )
}
