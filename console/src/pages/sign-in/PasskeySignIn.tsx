import type { Me } from '@atrium/sdk'
import { KeyRound } from 'lucide-react'
import { useRequest } from '../../act.ts'
import { client } from '../../api.ts'
import { FormFailure } from '../../form/FormFailure.tsx'
import { askPasskey } from '../../passkey.ts'
import { Button } from '../../ui/Button.tsx'
import { words } from './words.ts'

/** A passkey alone is enough: it is something that one has, unlocked by something that one is or knows. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: (user: Me) => Promise<void> }) {
  const signIn = useRequest({
    failure: 'inline',
    run: async () =>
      client.session.passkey({ passkey: await askPasskey(await client.session.passkey_options()) }),
    onSuccess: ({ user }) => onSignedIn(user),
  })
  return (
    <div className="space-y-3">
      <FormFailure error={signIn.error} />
      <Button icon={KeyRound} isPending={signIn.isPending} onPress={() => signIn.mutate()} className="w-full">
        {words.signInWithA}
      </Button>
    </div>
  )
}
