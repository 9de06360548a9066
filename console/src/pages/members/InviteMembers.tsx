import { useState } from 'react'
import { useAct } from '../../act.ts'
import { workspaceClient } from '../../api.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { fill } from '../../language/fill.ts'
import { StandIn } from '../../layout/StandIn.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { hasBusinessPlan, NEEDS_BUSINESS } from '../../permissions.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { emailsIn, type PastedEmails } from './emails-in.ts'
import { InviteResult } from './InviteResult.tsx'
import { countPeople, INVITED_ROLES, type InvitedRole } from './member-words.ts'
import { words } from './words.ts'

const MOST_AT_ONCE = 50

/** Invites one person or a pasted list of them. */
export function InviteMembers({ onClose }: { onClose: () => void }) {
  const workspace = useWorkspace()
  const { invitations } = workspaceClient(workspace.id)
  const [text, setText] = useState('')
  const found = emailsIn(text)
  const invite = useAct({
    run: async (role: InvitedRole) => {
      const [email, ...others] = found.emails
      if (email === undefined || others.length > 0) {
        return invitations.bulk({ items: found.emails.map((each) => ({ email: each, role })) })
      }
      return { invited: [await invitations.create({ email, role })], failed: [] }
    },
    touches: ['members', 'mail'],
    failure: 'inline',
  })

  if (invite.data) return <InviteResult {...invite.data} onClose={onClose} />
  return (
    <FormDialog
      title={words.invitePeople}
      submitLabel={
        found.emails.length > 1 ? fill(words.inviteCountPeople, { count: found.emails.length }) : words.invite
      }
      onClose={onClose}
      act={invite}
      disabledReason={whyNotYet(found)}
      onSubmit={(values) => {
        const role = INVITED_ROLES.find(({ id }) => id === textOf(values, 'role'))?.id
        if (role) invite.mutate(role)
      }}
    >
      <TextField
        label={words.emails}
        name="email"
        rows={4}
        value={text}
        onChange={setText}
        placeholder="grace@example.com"
        hint={describe(found)}
        autoFocus
      />
      <RadioCards
        label={words.role}
        name="role"
        defaultValue="editor"
        options={INVITED_ROLES.map((option) =>
          option.id === 'admin' && !hasBusinessPlan(workspace)
            ? { ...option, description: NEEDS_BUSINESS }
            : option,
        )}
      />
      <p className="caption">{words.eachGetsAMail}</p>
      <StandIn of="mail" />
    </FormDialog>
  )
}

function whyNotYet({ emails, others }: PastedEmails) {
  if (others.length > 0) return words.correctWhatIsNo
  if (emails.length === 0) return words.typeAnEmailFirst
  return emails.length > MOST_AT_ONCE
    ? fill(words.atMostMostAtOnceAt, { mostAtOnce: MOST_AT_ONCE })
    : undefined
}

function describe({ emails, others }: PastedEmails) {
  if (others.length > 0)
    return fill(words.notAnEmailOthers, {
      others: others.slice(0, 3).join(', '),
      more: others.length > 3 ? ' …' : '',
    })
  if (emails.length < 2) return fill(words.oneOrAList, { mostAtOnce: MOST_AT_ONCE })
  return `${countPeople(emails.length)}${emails.length > MOST_AT_ONCE ? fill(words.atMostMostAtOnceAtOnce, { mostAtOnce: MOST_AT_ONCE }) : ''}`
}
