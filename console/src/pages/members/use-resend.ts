import type { AnswerOf, Operations } from '@atrium/sdk'
import { toastFailure, useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { toast } from '../../ui/toasts.tsx'
import type { MemberAct } from './MemberDialogs.tsx'
import { counted } from './member-words.ts'
import { words } from './words.ts'

type Resent = AnswerOf<Operations['invitations']['bulk_resend']>

/** Sends invitations again, one or several; those that could not be are shown with the reason of each. */
export function useResend(show: (act: MemberAct) => void) {
  const { id: workspaceId } = useWorkspace()
  const { invitations } = workspaceClient(workspaceId)
  const { mutate, ...resend } = useAct({
    run: async (emails: string[]): Promise<Resent> => {
      const [email, ...others] = emails
      if (email === undefined || others.length > 0) return invitations.bulk_resend({ emails })
      return { resent: [await invitations.resend({ email })], failed: [] }
    },
    touches: ['members', 'mail'],
    failure: toastFailure,
  })
  return {
    ...resend,
    mutate: (emails: string[]) =>
      mutate(emails, {
        onSuccess: ({ resent, failed }) => {
          if (failed.length > 0) return show({ kind: 'not_resent', resent: resent.length, failed })
          const what =
            resent.length === 1
              ? fill(words.invitationSentAgainTo, { email: resent[0]?.email ?? '' })
              : fill(words.countSentAgain, { count: counted(resent.length, 'invitation', 'invitations') })
          toast.done(
            fill(words.whatItsOldStopped, {
              what,
              itsOld: resent.length === 1 ? words.itsOldLink : words.theirOldLinks,
            }),
          )
        },
      }),
  }
}
