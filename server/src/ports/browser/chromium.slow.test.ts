/** What the port promises of pages, in one browser. */
import { describe, expect, test } from 'vitest'
import { useMade, useStarted } from '../../../test/use-started.ts'
import { type BrowserFailure, MAX_NODES, type PageExpectation } from './port.ts'
import { act, PATIENCE_MS, startTestBrowsers } from './test/browser-session.ts'

const browsers = useStarted(() => startTestBrowsers())
const session = useMade(() => browsers.session({ secrets: ['hunter2 hunter2', 'swordfish99'] }))

let count = 0

/** Opens a page of its own. */
async function show(html: string): Promise<string> {
  const path = `/page-${++count}`
  browsers.pages.add({ [path]: html })
  await session.goto(browsers.pages.origin + path, PATIENCE_MS)
  return path
}

const failure = (fault: BrowserFailure['fault'], message = '') =>
  expect.objectContaining({ name: 'BrowserFailure', fault, message: expect.stringContaining(message) })

const expectation = (more: Partial<PageExpectation>): PageExpectation => ({
  expect: 'visible',
  target: null,
  value: null,
  count: null,
  ...more,
})

const FORM = `<title>Order</title><main><h1>Your <a href="/cart">order</a></h1>
  <label>Name <input value="Ann"></label> <input placeholder="Email">
  <label>Password <input type="password" value="typed-by-hand"></label>
  <label>Size <select><option>Small</option><option selected>Large</option></select></label>
  <label><input type="checkbox" checked> Gift</label> <button disabled>Pay</button>
  <button>Add</button> <button>Add</button> <p>Code hunter2 hunter2</p>
  <div style="cursor:pointer" onclick="this.textContent = 'Opened'">Open</div>
  <div data-testid="total">12 €</div> <iframe srcdoc="<button onclick='this.textContent = 1'>Inside</button>"></iframe>
  </main>`

describe('a snapshot', () => {
  test('lists roles, names, values, states and options, without secrets', async () => {
    await show(FORM)
    const { title, url, nodes, text } = await session.snapshot()
    expect([title, url]).toEqual(['Order', session.url()])
    const found = (role: string, name: string) =>
      nodes.find((node) => node.role === role && node.name === name)
    expect(found('heading', 'Your order')).toBeDefined()
    expect(found('textbox', 'Name')).toMatchObject({ value: 'Ann', states: [], options: [] })
    expect(found('textbox', 'Email')).toMatchObject({ value: null })
    expect(found('textbox', 'Password')).toMatchObject({ value: '••••' })
    expect(found('combobox', 'Size')).toMatchObject({ value: 'Large', options: ['Small', 'Large'] })
    expect(found('checkbox', 'Gift')).toMatchObject({ states: ['checked'] })
    expect(found('button', 'Pay')).toMatchObject({ states: ['disabled'] })
    expect(found('button', 'Inside')).toBeDefined()
    expect(nodes).toContainEqual(
      expect.objectContaining({ role: 'generic', value: 'Open', states: ['clickable'] }),
    )
    expect(text).toContain('- combobox "Size"')
    expect(text).not.toMatch(/hunter2|typed-by-hand/)
  })

  test('refs lead to targets that name their element alone, and find says the same of it', async () => {
    await show(FORM)
    const { nodes } = await session.snapshot()
    const refs = nodes.filter(({ role }) => role !== 'text' && role !== 'iframe' && role !== 'main')
    expect(refs.length).toBeGreaterThan(12)
    for (const { ref, role, name } of refs) {
      const target = await session.targetOf(ref)
      const { count, elements } = await session.find(target)
      expect([count, elements[0]], JSON.stringify(target)).toEqual([1, { role, name }])
    }
    const buttons = nodes.filter(({ name }) => name === 'Add').map(({ ref }) => session.targetOf(ref))
    expect(await Promise.all(buttons)).toEqual([
      { role: 'button', name: 'Add', exact: true, nth: 0 },
      { role: 'button', name: 'Add', exact: true, nth: 1 },
    ])
    expect(
      JSON.stringify(
        await session.targetOf(
          nodes.find(({ value }) => value?.includes('••••') && value.startsWith('Code'))?.ref ?? '',
        ),
      ),
    ).not.toContain('hunter2')
    await expect(session.targetOf('e99999')).rejects.toEqual(failure('not_found'))
  })

  test('of a page with very many elements is bounded, and its refs can be used', async () => {
    const cutOff = `${'x'.repeat(295)}swordfish99`
    const field = `<input value="${cutOff}"><select><option>${cutOff}</option></select>`
    await show(`${field}<ul>${'<li><a href="#">item</a></li>'.repeat(4_000)}</ul>`)
    const { nodes, text } = await session.snapshot()
    expect(JSON.stringify(nodes)).not.toContain('sword')
    expect(nodes).toHaveLength(MAX_NODES)
    expect(text.length).toBeLessThanOrEqual(40_000)
    const third = nodes.filter(({ role }) => role === 'link')[2]
    const target = await session.targetOf(third?.ref ?? '')
    await session.perform(act('click', target), PATIENCE_MS)
    await expect.poll(() => session.url()).toMatch(/#$/)
  })
})

describe('actions', () => {
  test('fill, choose, check, press, hover, click twice and upload', async () => {
    await show(`<label>Name <input></label> <label>Size <select><option value="s">Small</option><option>Large</option></select></label>
      <label><input type="checkbox"> Gift</label> <input type="file" aria-label="Picture">
      <button ondblclick="this.textContent = 'Twice'" onmouseover="this.title = 'over'">Press</button>
      <button onclick="picked.click()">Choose</button><input id="picked" type="file" hidden>
      <div role="combobox" aria-label="Colour" tabindex="0" onclick="list.hidden = false">none</div>
      <div id="list" hidden role="listbox"><div role="option" onclick="document.querySelector('[role=combobox]').textContent = 'Red'">Red</div></div>
      <script>addEventListener('keydown', (event) => { document.title = event.key })</script>`)
    const field = { label: 'Name' }
    await session.perform(act('fill', field, { value: 'Zoë' }), PATIENCE_MS)
    expect(await session.read(field, PATIENCE_MS)).toBe('Zoë')
    await session.perform(act('select', { label: 'Size' }, { value: 'Large' }), PATIENCE_MS)
    await session.perform(act('select', { role: 'combobox', name: 'Colour' }, { value: 'Red' }), PATIENCE_MS)
    expect(await session.read({ role: 'combobox', name: 'Colour' }, PATIENCE_MS)).toBe('Red')
    await session.perform(act('check', { label: 'Gift' }), PATIENCE_MS)
    expect(
      await session.check(expectation({ expect: 'checked', target: { label: 'Gift' } }), PATIENCE_MS),
    ).toMatchObject({ holds: true })
    await session.perform(act('uncheck', { label: 'Gift' }), PATIENCE_MS)
    expect(
      await session.check(expectation({ expect: 'unchecked', target: { label: 'Gift' } }), PATIENCE_MS),
    ).toMatchObject({ holds: true })
    await session.perform(act('press', null, { value: 'Escape' }), PATIENCE_MS)
    expect(await session.title()).toBe('Escape')
    await session.perform(act('hover', { text: 'Press' }), PATIENCE_MS)
    expect(await session.find({ css: '[title=over]' })).toMatchObject({ count: 1 })
    await session.perform(act('double_click', { text: 'Press' }), PATIENCE_MS)
    expect(await session.find({ role: 'button', name: 'Twice' })).toMatchObject({ count: 1 })
    const file = { name: 'a.txt', content: 'hello' }
    await session.perform(act('upload', { label: 'Picture' }, { file }), PATIENCE_MS)
    expect(await session.read({ label: 'Picture' }, PATIENCE_MS)).toContain('a.txt')
    await session.perform(act('upload', { text: 'Choose' }, { file }), PATIENCE_MS)
    expect(await session.read({ css: '#picked' }, PATIENCE_MS)).toContain('a.txt')
  })

  test('say why they did not happen', async () => {
    await show(`<button>Add</button><button>Add</button><button disabled>Pay</button><p>Text</p>
      <select aria-label="Size"><option>Small</option></select>
      <button>Below</button><div style="position:fixed;inset:0"></div>`)
    const SHORT_MS = 300
    const perform = (...words: Parameters<typeof act>) => session.perform(act(...words), SHORT_MS)
    await expect(perform('click', { text: 'Nothing' })).rejects.toEqual(failure('not_found'))
    await expect(perform('click', { text: 'Add' })).rejects.toEqual(failure('ambiguous'))
    await expect(perform('click', { text: 'Pay' })).rejects.toEqual(failure('timed_out', 'disabled'))
    await expect(perform('click', { text: 'Below' })).rejects.toEqual(failure('timed_out', 'covers'))
    // What can never be done is said at once, and not when the time is over.
    const never = session.perform(act('fill', { text: 'Text' }, { value: 'x' }), PATIENCE_MS)
    await expect(never).rejects.toEqual(failure('invalid'))
    await expect(perform('fill', { text: 'Text' })).rejects.toEqual(failure('invalid'))
    await expect(perform('select', { label: 'Size' }, { value: 'Huge' })).rejects.toEqual(
      failure('not_found', 'Huge'),
    )
    await expect(perform('press', null, { value: 'NoSuchKey' })).rejects.toEqual(failure('invalid'))
    await expect(perform('click', null)).rejects.toEqual(failure('invalid'))
    await expect(perform('upload', { text: 'Text' })).rejects.toEqual(failure('invalid'))
    await expect(session.read({ text: 'Nothing' }, SHORT_MS)).rejects.toEqual(failure('not_found'))
    for (const target of [
      ...[{}, { role: 'button', css: 'a' }, { css: 'a[' }, { css: 'a >> text=b' }],
      { role: 'button >> xpath=..' },
    ])
      await expect(session.find(target), JSON.stringify(target)).rejects.toEqual(failure('invalid'))
  })

  test('of two that fit the visible one is taken; frames are looked through', async () => {
    await show(`<p hidden>Menu</p><p onclick="this.textContent = 'Opened'">Menu</p>
      <iframe srcdoc="<button onclick='this.textContent = 1'>Inside</button>"></iframe>`)
    await session.perform(act('click', { text: 'Menu' }), PATIENCE_MS)
    expect(await session.read({ text: 'Opened' }, PATIENCE_MS)).toBe('Opened')
    await session.perform(act('click', { role: 'button', name: 'Inside' }), PATIENCE_MS)
    expect(await session.find({ role: 'button', name: '1' })).toMatchObject({ count: 1 })
  })
})

describe('expectations', () => {
  test('hold as soon as they come true', async () => {
    await show(`<title>Cart</title><ul><li>One</li></ul>
      <script>setTimeout(() => { document.body.append('Saved well') }, 300)</script>`)
    expect(await session.check(expectation({ value: 'saved  WELL' }), PATIENCE_MS)).toMatchObject({
      holds: true,
    })
  })

  test.each([
    [{ expect: 'visible', target: { text: 'Here' } }, true, 'visible'],
    [{ expect: 'visible', target: { text: 'Away' } }, false, 'hidden'],
    [{ expect: 'hidden', target: { text: 'Away' } }, true, 'hidden'],
    [{ expect: 'hidden', target: { text: 'Never' } }, true, 'not on the page'],
    [{ expect: 'hidden', value: 'Here' }, false, 'The page shows the text.'],
    [{ expect: 'text', target: { css: 'p' }, value: 'here i am' }, true, 'Here I am'],
    [{ expect: 'text', target: { css: 'p', exact: true }, value: 'here' }, false, 'Here I am'],
    [{ expect: 'value', target: { label: 'Name' }, value: 'Ann' }, true, 'Ann'],
    [{ expect: 'value', target: { label: 'Name' }, value: 'An' }, false, 'Ann'],
    [{ expect: 'value', target: { label: 'Code' }, value: 'x' }, false, '••••'],
    [{ expect: 'enabled', target: { text: 'Pay' } }, false, 'disabled'],
    [{ expect: 'disabled', target: { text: 'Pay' } }, true, 'disabled'],
    [{ expect: 'checked', target: { label: 'Gift' } }, false, 'unchecked'],
    [{ expect: 'count', target: { css: 'p' }, count: 2 }, true, '2'],
    [{ expect: 'count', target: { css: 'p' }, count: 3 }, false, '2'],
    [{ expect: 'title', value: 'cart' }, true, 'The Cart'],
    [{ expect: 'url', value: '/expected' }, true, ''],
    [{ expect: 'url', value: '/expected?a=1' }, true, ''],
    [{ expect: 'url', value: '/expect' }, false, ''],
    [{ expect: 'url', value: 'pected?a' }, true, ''],
  ] as const)('%o: %s', async (asked, holds, actual) => {
    const url = `${browsers.pages.origin}/expected?a=1`
    browsers.pages.add({
      '/expected': `<title>The Cart</title><p>Here I am</p><p hidden>Away</p><label>Name <input value="Ann"></label>
        <label>Code <input value="swordfish99"></label><button disabled>Pay</button><label><input type="checkbox">Gift</label>`,
    })
    if (session.url() !== url) await session.goto(url, PATIENCE_MS)
    const checked = await session.check(expectation(asked), holds ? PATIENCE_MS : 0)
    expect(checked.holds).toBe(holds)
    expect(checked.actual).toContain(actual)
  })

  test.each([
    ['hidden', null, false],
    ['visible', null, true],
    ['text', 'row 29', true],
    ['text', 'row 30', false],
  ] as const)('look at the last of many elements too: %s %s', async (what, value, holds) => {
    const rows = Array.from({ length: 30 }, (_, n) => `<li ${n < 29 ? 'hidden' : ''}>Row ${n}</li>`)
    await show(`<ul>${rows.join('')}</ul>`)
    const asked = expectation({ expect: what, target: { css: 'li' }, value })
    expect(await session.check(asked, holds ? PATIENCE_MS : 1_000)).toMatchObject({ holds })
  })

  test.each([
    ['enabled', 'button', true, 'enabled'],
    ['disabled', 'button', false, 'enabled'],
    ['checked', 'input', true, 'checked'],
    ['unchecked', 'input', false, 'checked'],
  ] as const)('ask the last of many elements for its state too: %s %s', async (what, css, holds, actual) => {
    const last = (n: number) => n === 29
    const rows = Array.from(
      { length: 30 },
      (_, n) =>
        `<button ${last(n) ? '' : 'disabled'}>${n}</button><input type="checkbox" aria-label="${n}" ${last(n) ? 'checked' : ''}>`,
    )
    await show(rows.join(''))
    const asked = expectation({ expect: what, target: { css } })
    expect(await session.check(asked, holds ? PATIENCE_MS : 0)).toMatchObject({ holds, actual })
  })

  test('of the state of more elements than anybody asks for are refused', async () => {
    await show('<button>x</button>'.repeat(1_001))
    const asked = expectation({ expect: 'disabled', target: { css: 'button' } })
    await expect(session.check(asked, PATIENCE_MS)).rejects.toEqual(failure('ambiguous', '1000'))
  })

  test.each([
    [{ expect: 'visible', target: { css: 'p' } }, true, 'visible'],
    [{ expect: 'hidden', target: { css: 'p' } }, false, 'visible'],
    [{ expect: 'text', target: { css: 'p' }, value: 'inside' }, true, 'Inside'],
    [{ expect: 'enabled', target: { css: 'button' } }, true, 'enabled'],
    [{ expect: 'disabled', target: { css: 'button' } }, false, 'enabled'],
    [{ expect: 'count', target: { css: 'p' }, count: 2 }, true, '2'],
    [{ expect: 'count', target: { css: 'button', nth: 1 }, count: 3 }, true, '3'],
    [{ expect: 'disabled', target: { css: 'button', nth: 0 } }, true, 'disabled'],
  ] as const)('look at every frame that has the element: %o', async (asked, holds, actual) => {
    await show(`<p hidden>Outside</p><button disabled>A</button>
      <iframe srcdoc="<p>Inside</p><button>A</button><button>B</button>"></iframe>`)
    await session.check(expectation({ target: { text: 'B' } }), PATIENCE_MS)
    expect(await session.check(expectation(asked), holds ? PATIENCE_MS : 0)).toMatchObject({ holds, actual })
  })
})

test('a picture shows no secret: pages that differ in secrets alone look the same', async () => {
  const picture = async (text: string, typed: string) => {
    await show(`<style>* { font: 16px monospace }</style><p>Code <b>${text}</b></p><input value="${typed}">`)
    return session.screenshot()
  }
  const secret = await picture('hunter2 hunter2', 'swordfish99')
  expect(secret.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
  const other = await picture('swordfish99....', 'swordfish99')
  expect(await picture('swordfish99,,,,', 'swordfish99')).toEqual(other)
  expect(await picture('nothing hidden.', 'swordfish99')).not.toEqual(
    await picture('nothing.hidden.', 'swordfish99'),
  )
})

test('a picture shows no secret of a page with many frames', async () => {
  const picture = async (last: string) => {
    const texts = [...Array.from({ length: 12 }, (_, at) => `Frame ${at}`), last]
    await show(
      texts.map((text) => `<iframe width="150" height="90" srcdoc="<p>${text}</p>"></iframe>`).join(''),
    )
    return session.screenshot()
  }
  expect(await picture('swordfish99.')).toEqual(await picture('swordfish99,'))
  expect(await picture('One')).not.toEqual(await picture('Another'))
})

test('a picture does not wait for fonts that never come', async () => {
  browsers.pages.add({ '/never': () => {} })
  await show(
    '<style>@font-face { font-family: x; src: url(/never) } h1 { font-family: x }</style><h1>Here</h1>',
  )
  expect((await session.screenshot()).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
})

test('problems of pages are collected once, bounded, without secrets', async () => {
  await show('')
  session.problems()
  await show(`<script>
    console.error('broken hunter2 hunter2')
    const asked = ['/missing?code=swordfish99', 'http://127.0.0.1:4999/elsewhere'].map((url) => fetch(url))
    asked.push(fetch('/missing', { method: 'swordfish99' + 'X'.repeat(5000) }))
    setTimeout(() => { throw new TypeError('uncaught') }); for (let i = 0; i < 50; i++) console.error('again', 'x'.repeat(5000))
    Promise.allSettled(asked).then(() => { document.title = 'All asked' })
  </script>`)
  expect(
    await session.check(expectation({ expect: 'title', value: 'All asked' }), PATIENCE_MS),
  ).toMatchObject({
    holds: true,
  })
  const { console_errors, failed_requests } = session.problems()
  // The browser reports the end of a request to the page and to us, each in its own time.
  await expect
    .poll(() => failed_requests.push(...session.problems().failed_requests))
    .toBeGreaterThanOrEqual(3)
  expect(console_errors).toHaveLength(20)
  expect(console_errors[0]).toBe('broken ••••')
  expect(Math.max(...console_errors.map(({ length }) => length))).toBeLessThanOrEqual(500)
  expect(failed_requests).toContainEqual({
    method: 'GET',
    url: `${browsers.pages.origin}/missing?code=••••`,
    status: 404,
    error: null,
  })
  expect(failed_requests).toContainEqual(
    expect.objectContaining({
      url: 'http://127.0.0.1:4999/elsewhere',
      error: expect.stringContaining('not_allowed'),
    }),
  )
  expect(Math.max(...failed_requests.map(({ method }) => method.length))).toBe(500)
  expect(JSON.stringify(failed_requests)).not.toContain('swordfish99')
  expect(session.problems()).toEqual({ console_errors: [], failed_requests: [] })
})
