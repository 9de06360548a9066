import type { Me, Member, Workspace } from '@atrium/sdk'
import { Coins, Ellipsis, Gauge, MailPlus, MailX, UserCog, UserMinus } from 'lucide-react'
import { fill } from '../../language/fill.ts'
import { paths } from '../../paths.ts'
import { hasBusinessPlan, NEEDS_BUSINESS, unlessAllowed, whyProtected } from '../../permissions.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import type { MemberAct } from './MemberDialogs.tsx'
import { isInvitation, nameOf } from './member-words.ts'
import { words } from './words.ts'

interface MemberMenuProps {
  member: Member
  workspace: Workspace
  me: Me
  onAct: (act: MemberAct) => void
  onResend: (email: string) => void
}

export function MemberMenu({ member, workspace, me, onAct, onResend }: MemberMenuProps) {
  const label = fill(words.actionsForMember, { member: nameOf(member) })
  const isProtected = whyProtected(member, me)
  return (
    <Menu label={label} trigger={<IconButton icon={Ellipsis} label={label} />}>
      {isInvitation(member) ? (
        <>
          <MenuItem icon={MailPlus} onAction={() => onResend(member.email)}>
            {words.sendAgain}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={MailX} tone="danger" onAction={() => onAct({ kind: 'revoke', member })}>
            {words.revokeInvitation}
          </MenuItem>
        </>
      ) : (
        <>
          <MenuItem
            icon={UserCog}
            onAction={() => onAct({ kind: 'role', members: [member] })}
            disabledReason={isProtected}
          >
            {words.changeRole}
          </MenuItem>
          <MenuItem
            icon={Gauge}
            onAction={() => onAct({ kind: 'limit', members: [member] })}
            disabledReason={whyNoLimit(member, workspace)}
          >
            {words.changeCreditLimit}
          </MenuItem>
          <MenuItem icon={Coins} href={paths.credits(workspace.id, { user: member.user_id })}>
            {words.creditsUsed}
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            icon={UserMinus}
            tone="danger"
            onAction={() => onAct({ kind: 'remove', member })}
            disabledReason={isProtected}
          >
            {words.remove}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

/** One's own limit can be changed, the owner's not; a viewer can only lose theirs. */
function whyNoLimit({ role, is_default_limit }: Member, workspace: Workspace) {
  if (role === 'owner') return words.theOwnerHasNo
  if (role === 'viewer' && is_default_limit) return words.viewersAreOnThe
  return unlessAllowed(hasBusinessPlan(workspace), NEEDS_BUSINESS)
}
