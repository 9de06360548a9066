import type { AnswerOf, Member, Operations } from '@atrium/sdk'
import { fill } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/Dialog.tsx'
import { ChangeLimit } from './ChangeLimit.tsx'
import { ChangeRole } from './ChangeRole.tsx'
import { counted } from './member-words.ts'
import { type Refusal, Refusals } from './Refusals.tsx'
import { RemoveMember } from './RemoveMember.tsx'
import { RevokeInvitation } from './RevokeInvitation.tsx'
import { words } from './words.ts'

/** What is being done to whom. */
export type MemberAct =
  | { kind: 'role' | 'limit'; members: readonly Member[] }
  | { kind: 'remove' | 'revoke'; member: Member }
  | { kind: 'not_resent'; resent: number; failed: readonly Refusal[] }

interface MemberDialogsProps {
  act: MemberAct
  page: AnswerOf<Operations['members']['list']>
  onClose: () => void
  /** The change is made: nobody needs to stay selected. */
  onDone: () => void
}

export function MemberDialogs({ act, page, onClose, onDone }: MemberDialogsProps) {
  switch (act.kind) {
    case 'role':
      return <ChangeRole members={act.members} onClose={onClose} onDone={onDone} />
    case 'limit':
      return <ChangeLimit members={act.members} limits={page} onClose={onClose} onDone={onDone} />
    case 'remove':
      return <RemoveMember member={act.member} onClose={onClose} onDone={onDone} />
    case 'revoke':
      return <RevokeInvitation member={act.member} onClose={onClose} onDone={onDone} />
    case 'not_resent':
      return <NotResent resent={act.resent} failed={act.failed} onClose={onClose} />
  }
}

interface NotResentProps {
  resent: number
  failed: readonly Refusal[]
  onClose: () => void
}

function NotResent({ resent, failed, onClose }: NotResentProps) {
  return (
    <Dialog title={words.someWereNotSent} onClose={onClose}>
      <DialogBody>
        <p className="text-ink-2">
          {resent === 0
            ? words.noInvitationWasSent
            : fill(words.resentSent, { resent: counted(resent, words.invitationWas, words.invitationsWere) })}
        </p>
        <Refusals
          title={fill(words.countNot, { count: counted(failed.length, 'was', 'were') })}
          refusals={failed}
        />
      </DialogBody>
      <DialogFooter>
        <Button look="primary" onPress={onClose}>
          {words.close}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
