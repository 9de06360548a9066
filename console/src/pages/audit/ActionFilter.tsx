import { ChevronDown } from 'lucide-react'
import { Button, ComboBox, Input, ListBox, ListBoxItem } from 'react-aria-components'
import { useFilterText } from '../../table/use-filter-text.ts'
import { classNames } from '../../ui/class-names.ts'
import { CONTROL } from '../../ui/Field.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { words } from './words.ts'

/** The changes the console itself makes; any other action can be typed. */
const ACTIONS = [
  'session.create',
  'session.create_failed',
  'session.delete',
  'app_auth.login',
  'app_auth.login_failed',
  'app_auth.logout',
  'app_auth.change_password',
  'app_auth.reset_password',
  'tokens.create',
  'tokens.revoke',
  'apps.create',
  'apps.update',
  'apps.delete',
  'agents.create',
  'webhooks.create',
  'webhooks.update',
  'webhooks.delete',
  'deliveries.redeliver',
  'app_webhooks.create',
  'app_webhooks.update',
  'app_webhooks.delete',
  'app_deliveries.redeliver',
  'collaborators.set',
  'collaborators.remove',
  'record_views.create',
  'record_views.update',
  'record_views.delete',
  'folders.create',
  'folders.update',
  'folders.delete',
  'folders.add_items',
  'folders.remove_item',
  'members.set_role',
  'members.bulk_set_role',
  'members.set_credit_limit',
  'members.bulk_set_credit_limit',
  'members.set_default_credit_limit',
  'members.remove',
  'invitations.create',
  'invitations.resend',
  'invitations.revoke',
  'invitations.accept',
].map((id) => ({ id }))

export function ActionFilter({ value, onChange }: { value: string; onChange: (action: string) => void }) {
  const { text, setText, apply } = useFilterText(value, onChange)
  return (
    <ComboBox
      aria-label={words.action}
      allowsCustomValue
      menuTrigger="focus"
      defaultItems={ACTIONS}
      inputValue={text}
      onInputChange={setText}
      onSelectionChange={(key) => key !== null && apply(String(key))}
      onBlur={() => apply(text)}
      onKeyDown={({ key }) => key === 'Enter' && apply(text)}
      className="relative w-full sm:w-56"
    >
      <Input
        placeholder={words.anyAction}
        className={classNames(CONTROL, 'h-9 pe-9 ps-3 font-mono text-sm')}
      />
      <Button className="absolute top-1.5 inset-e-1.5 inline-flex size-6 items-center justify-center rounded-sm text-ink-3 hovered:bg-hover">
        <ChevronDown aria-hidden className="size-4" />
      </Button>
      <Popover className="w-(--trigger-width)">
        <ListBox className="max-h-72 overflow-auto p-1 outline-none">
          {({ id }: { id: string }) => (
            <ListBoxItem
              id={id}
              textValue={id}
              className="rounded-md px-2 py-1.5 font-mono text-sm outline-none focused:bg-hover selected:text-accent"
            >
              {id}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
