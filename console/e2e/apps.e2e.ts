import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createApp, createFolder, row, tree } from './app-steps.ts'
import { consoleForFile, eventually, heading, screenshot, toast } from './console.ts'

const atrium = consoleForFile({}, /status of (404|422)/)

async function chooseFolderAct(page: Page, folder: string, act: string) {
  await tree(page).getByRole('link', { name: folder }).hover()
  await tree(page)
    .getByRole('button', { name: `Actions for ${folder}` })
    .click()
  await page.getByRole('menuitem', { name: act }).click()
}

describe('folders', () => {
  test('several apps are put into a folder and taken out at once', async () => {
    const page = await atrium.open()
    await createFolder(page, 'Both', 'personal')
    await tree(page).getByRole('link', { name: 'All apps' }).click()
    await heading(page, 'All apps')
    for (const name of ['Orders', 'Invoices']) {
      await page.getByRole('checkbox', { name: `Select ${name}` }).check({ force: true })
    }
    await page.getByText('2 apps selected').waitFor()
    await screenshot(page, 'apps-selected')
    await page.getByRole('button', { name: 'Put into folder' }).click()
    await page.getByRole('button', { name: /Folder/ }).click()
    await page.getByRole('option', { name: 'Both' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Put into folder' }).click()
    await toast(page, '2 apps put into Both')

    await tree(page).getByRole('link', { name: 'Both' }).click()
    await heading(page, 'Both')
    await row(page, 'Orders').waitFor()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check({ force: true })
    await page.getByRole('button', { name: 'Remove from folder' }).click()
    await page.getByText('This folder is empty').waitFor()
  })

  test('are chosen apps by searching', async () => {
    const page = await atrium.open()
    await createFolder(page, 'Searched')
    await page.getByRole('button', { name: 'Add apps' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'Warehouse' }).waitFor()
    await dialog.getByLabel('Search apps').fill('ware')
    await dialog.getByRole('checkbox', { name: 'Warehouse' }).check({ force: true })
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await row(page, 'Warehouse').waitFor()
  })

  test('are renamed, moved and deleted; the apps stay', async () => {
    const page = await atrium.open()
    await createFolder(page, 'Spring')
    await chooseFolderAct(page, 'Spring', 'Rename or recolour')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Summer')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await heading(page, 'Summer')

    await chooseFolderAct(page, 'Summer', 'Move')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Move into/ })
      .click()
    await page.getByRole('option', { name: 'Finance' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Move folder' }).click()
    await page
      .getByRole('navigation', { name: 'Above this folder' })
      .getByRole('link', { name: 'Finance' })
      .waitFor()

    await chooseFolderAct(page, 'Summer', 'Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete folder' }).click()
    await heading(page, 'Finance')
    await tree(page).getByRole('link', { name: 'Summer' }).waitFor({ state: 'detached' })
  })

  test('are walked with the arrow keys', async () => {
    const page = await atrium.open()
    await heading(page, 'All apps')
    await tree(page).getByRole('link', { name: 'All apps' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('navigation', { name: 'Above this folder' }).waitFor()
    expect(new URL(page.url()).searchParams.get('folder')).not.toBeNull()
  })
})

describe('an app', () => {
  test('says at the field what was not accepted', async () => {
    const page = await atrium.open()
    await createApp(page, 'Refused')
    await page.getByLabel('Published address').fill('ftp://files.example.com')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('alert').getByText('Correct the marked fields.').waitFor()
    const address = page.getByLabel('Published address')
    await eventually(() => address.getAttribute('aria-invalid')).toBe('true')
  })

  test('is given to a member and taken back', async () => {
    const page = await atrium.open()
    await createApp(page, 'Shared')
    await page.getByLabel('Email of a member').fill('nobody@example.com')
    // While suggestions are open, what is outside of them is hidden from assistive technology.
    await page.getByRole('combobox', { name: 'Email of a member' }).press('Escape')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('No joined member of this workspace has this email.').waitFor()
    await page.getByLabel('Email of a member').fill('astrid')
    await page.getByRole('option', { name: 'Astrid Eriksson' }).click()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const people = page.getByRole('list', { name: 'Collaborators' })
    await people.getByText('Astrid Eriksson').waitFor()
    await people.getByRole('button', { name: 'Remove astrid.eriksson@example.com' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Nobody has been given this app separately.').waitFor()
  })

  test('is deleted only after its name was typed', async () => {
    const page = await atrium.open()
    await createApp(page, 'Short-lived')
    await page.getByRole('button', { name: 'Delete this app' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete Short-lived?' })
    const confirm = dialog.getByRole('button', { name: 'Delete for good' })
    expect(await confirm.getAttribute('aria-disabled')).toBe('true')
    await dialog.getByRole('textbox').fill('Short-lived')
    await confirm.click()
    // First the toast, which goes away by itself.
    await toast(page, 'Short-lived deleted')
    await heading(page, 'All apps')
    await eventually(() => row(page, 'Short-lived').count()).toBe(0)
  })

  test('the list is sorted by its headers, and the address keeps it', async () => {
    const page = await atrium.open()
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await page.waitForURL(/sort=name/)
    await page
      .getByRole('columnheader', { name: 'Name' })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor()
    const names = await page.getByRole('table').getByRole('rowheader').getByRole('link').allInnerTexts()
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)))
  })
})

describe('an uploaded file', () => {
  test('runs nothing with the rights of the console, in whatever way a page brings it in', async () => {
    const { app, workspaceId } = atrium
    const owner = await app.make.person('owner', { id: workspaceId })
    const shop = await app.make.app(owner)
    const upload = async (text: string, file_name: string, type: string) => {
      const file = { file: new Blob([text], { type }), file_name }
      return new URL((await app.as(owner).integrations.upload_file({ app_id: shop.id }, file)).file_url)
        .pathname
    }
    const steal = "(parent ?? self).localStorage.setItem('stolen', document.cookie + location.href)"
    const files = {
      script: await upload(steal, 'code.js', 'text/javascript'),
      module: await upload(`${steal};export {}`, 'code.mjs', 'application/javascript'),
      worker: await upload("postMessage('runs')", 'work.js', 'text/javascript'),
      style: await upload('body { --stolen: yes }', 'style.css', 'text/css'),
      page: await upload(`<script>${steal}</script>`, 'page.html', 'text/html'),
      drawing: await upload(
        `<svg xmlns="http://www.w3.org/2000/svg"><script>${steal}</script></svg>`,
        'a.svg',
        'image/svg+xml',
      ),
    }
    const page = await atrium.open()
    const outcomes = await page.evaluate(async (from) => {
      const settled = (element: HTMLElement) =>
        new Promise<string>((resolve) => {
          element.onload = () => resolve('loaded')
          element.onerror = () => resolve('refused')
          document.body.append(element)
        })
      const make = <Name extends keyof HTMLElementTagNameMap>(
        name: Name,
        has: Partial<HTMLElementTagNameMap[Name]>,
      ) => Object.assign(document.createElement(name), has)
      const worker = new Promise<string>((resolve) => {
        const made = new Worker(from.worker)
        made.onmessage = () => resolve('loaded')
        made.onerror = () => resolve('refused')
      })
      return {
        script: await settled(make('script', { src: from.script })),
        module: await settled(make('script', { src: from.module, type: 'module' })),
        style: await settled(make('link', { href: from.style, rel: 'stylesheet' })),
        worker: await worker,
        page: await Promise.race([
          settled(make('iframe', { src: from.page })),
          fetch(from.page).then(() => 'saved'),
        ]),
        stolen: localStorage.getItem('stolen'),
        styled: getComputedStyle(document.body).getPropertyValue('--stolen'),
      }
    }, files)
    expect(outcomes).toMatchObject({
      ...{ script: 'refused', module: 'refused', style: 'refused', worker: 'refused' },
      ...{ stolen: null, styled: '' },
    })
    // A page of its own, which a browser only saves.
    for (const path of [files.page, files.drawing]) {
      // The frame above was saved too, at a moment of its own.
      const isSaved = page.waitForEvent('download', (one) => one.url().includes(path))
      await Promise.all([isSaved, page.goto(path).catch(() => null)])
    }
    expect(await page.evaluate(() => localStorage.getItem('stolen'))).toBeNull()
    atrium.complaints() // the browser's own words for what it refused
  })
})
