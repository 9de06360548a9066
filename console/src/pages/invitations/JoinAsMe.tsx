import type { Me } from '@atrium/sdk'
import { client } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { fillWith } from '../../language/fill.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { type JoinProps, useJoin } from './use-join.ts'
import { words } from './words.ts'

/** Signed in with the invited email: one button. */
export function JoinAsMe({ token, invitation, me }: JoinProps & { me: Me }) {
  const join = useJoin(invitation, () => client.invitations.accept({ invitation_token: token }))
  return (
    <div className="space-y-5">
      <FormFailure error={join.error} />
      <div className="flex items-center gap-3 rounded-md border border-line px-3 py-2.5">
        <Avatar name={me.full_name || me.email} />
        <div className="min-w-0">
          <p className="truncate font-medium">{me.full_name || me.email}</p>
          <p className="truncate text-sm text-ink-3">{fillWith(words.youAreSignedIn, { email: me.email })}</p>
        </div>
      </div>
      <Button look="primary" isPending={join.isPending} onPress={() => join.mutate()} className="w-full">
        {words.acceptInvitation}
      </Button>
    </div>
  )
}
