import { Ellipsis, KeyRound, Pencil, Power, PowerOff, ShieldOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { WebhookOwner } from '../../paths.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import type { AnyWebhook } from '../../webhooks-of.ts'
import { EditWebhook } from './EditWebhook.tsx'
import { useTurnOn } from './use-turn-on.ts'
import { DeleteWebhook, RotateSecret, StopSigning, TurnOff } from './WebhookDialogs.tsx'

type Act = 'edit' | 'turn_off' | 'rotate' | 'stop_signing' | 'delete'

/** Turning on asks nothing; everything that takes something away asks first. */
export function WebhookMenu({ owner, webhook }: { owner: WebhookOwner; webhook: AnyWebhook }) {
  const [act, setAct] = useState<Act | null>(null)
  const turnOn = useTurnOn(owner, webhook)
  const props = { owner, webhook, onClose: () => setAct(null) }
  return (
    <>
      <Menu
        label={`Actions for ${webhook.target_url}`}
        trigger={<IconButton icon={Ellipsis} label={`Actions for ${webhook.target_url}`} />}
      >
        <MenuItem icon={Pencil} onAction={() => setAct('edit')}>
          Edit
        </MenuItem>
        {webhook.disabled_at === null ? (
          <MenuItem icon={PowerOff} onAction={() => setAct('turn_off')}>
            Turn off
          </MenuItem>
        ) : (
          <MenuItem icon={Power} onAction={() => turnOn.mutate()}>
            Turn on
          </MenuItem>
        )}
        <MenuItem icon={KeyRound} onAction={() => setAct('rotate')}>
          {webhook.has_secret ? 'Rotate secret' : 'Sign deliveries'}
        </MenuItem>
        {webhook.has_secret && (
          <MenuItem icon={ShieldOff} onAction={() => setAct('stop_signing')}>
            Stop signing
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={Trash2} tone="danger" onAction={() => setAct('delete')}>
          Delete
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
