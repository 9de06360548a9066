import { describe, expect, test } from 'vitest'
import { invitationMail } from './invitation-mail.ts'
import { countResend, expiryOf, isExpired } from './invitation-rules.ts'

const NOW = new Date('2026-11-15T12:00:00.000Z')
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

describe('an invitation', () => {
  test('is open for 60 days to the millisecond', () => {
    const invitation = { status: 'pending', created_date: NOW }
    const end = expiryOf(NOW)
    expect(end.toISOString()).toBe('2027-01-14T12:00:00.000Z')
    expect(isExpired(invitation, new Date(end.getTime() - 1))).toBe(false)
    expect(isExpired(invitation, end)).toBe(true)
    expect(isExpired({ ...invitation, status: 'expired' }, NOW)).toBe(true)
  })

  test('is sent again three times in ten minutes, counted from the first', () => {
    const first = countResend({ resends: 0, resends_from: null }, NOW)
    expect(first).toEqual({ resends: 1, resends_from: NOW })
    expect(countResend({ resends: 2, resends_from: NOW }, later(9))).toEqual({
      resends: 3,
      resends_from: NOW,
    })
    const full = { resends: 3, resends_from: NOW }
    expect(countResend(full, later(9.99))).toEqual({ wait_seconds: 1 })
    expect(countResend(full, NOW)).toEqual({ wait_seconds: 600 })
    expect(countResend(full, later(10))).toEqual({ resends: 1, resends_from: later(10) })
  })
})

describe('its mail', () => {
  const invitation = {
    email: 'grace@example.com',
    role: 'editor',
    status: 'pending',
    created_date: NOW,
  } as const
  const ada = { email: 'ada@example.com', full_name: 'Ada Byron' }

  test('says who invites where as what, and until when', () => {
    const mail = invitationMail(invitation, ada, { name: 'Engines' }, 'https://atrium.example.com', 'inv_x')
    expect(mail.subject).toBe('Ada Byron invites you to Engines')
    expect(mail.text).toContain(
      'Ada Byron (ada@example.com) invites you to the workspace “Engines” as an editor.',
    )
    expect(mail.text).toContain('\nhttps://atrium.example.com/invitations/accept#token=inv_x\n')
    expect(mail.text).toContain('until 2027-01-14')
  })

  test('keeps names to one short line', () => {
    const inviter = { email: ada.email, full_name: `Ada\r\nBcc: all@example.com\u2028${'x'.repeat(500)}` }
    const { subject, text } = invitationMail(invitation, inviter, { name: ' \n ' }, '', '')
    expect(subject).toMatch(/^Ada Bcc: all@example\.com x+ invites you to $/)
    expect(subject.length).toBeLessThan(120)
    expect(text.split('\n')).toHaveLength(7)
    expect(invitationMail(invitation, { ...ada, full_name: '' }, { name: 'E' }, '', '').subject).toBe(
      'ada@example.com invites you to E',
    )
  })
})
