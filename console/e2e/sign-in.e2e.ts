import { describe, expect, test } from 'vitest'
import { atHome, consoleForFile, eventually, focused, heading, signIn } from './console.ts'

const atrium = consoleForFile({}, /status of 401 .* \/api\//)

describe('signing in', () => {
  test('leads to where the visitor wanted to go', async () => {
    const page = await atrium.visit(`/w/${atrium.workspaceId}/members?search=ana`)
    await heading(page, 'Sign in')
    await signIn(page, atrium)
    await heading(page, 'Members')
    expect(await page.getByLabel('Search members').inputValue()).toBe('ana')
  })

  test('never leads to another site', async () => {
    const page = await atrium.visit('/sign-in?to=//elsewhere.test/')
    await signIn(page, atrium)
    await atHome(page)
    expect(new URL(page.url()).origin).toBe(atrium.app.baseUrl)
  })

  test('works with the keyboard alone', async () => {
    const page = await atrium.visit('/sign-in')
    await heading(page, 'Sign in')
    await focused(page.getByLabel('Email'))
    await page.keyboard.type(atrium.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(atrium.password)
    await page.keyboard.press('Enter')
    await atHome(page)

    await page.reload()
    await atHome(page)
    await page.keyboard.press('Tab')
    await focused(page.getByRole('link', { name: 'Skip to content' }))
    await page.keyboard.press('Enter')
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  })

  test('keeps no token in the page or its storage', async () => {
    const page = await atrium.open('/')
    await atHome(page)
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    expect(stored).not.toContain('ses_')
  })

  test('a session that ends while a page is open leads back to sign-in', async () => {
    const page = await atrium.visit('/sign-in')
    await signIn(page, atrium)
    await atHome(page)
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Members' }).click()
    await heading(page, 'Sign in')
    await signIn(page, atrium)
    await heading(page, 'Members')
  })
})
