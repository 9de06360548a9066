/** Automated tests of the shop: one in words, one with exact steps, and one that fails for a fault of the shop. */
import type { FlowStep, StepParams } from '@atrium/contract/flow-steps'
import { makeId } from '../platform/ids.ts'

const SHOP_ID = 'app_demo_storefront'
const DAY_MS = 86_400_000

export function demoFlows(now: Date, addresses: ReadonlyMap<string, string>) {
  return FLOWS.map(({ name, goal, steps }, at) => {
    const created_date = new Date(now.getTime() - (20 - at) * DAY_MS)
    return {
      id: makeId('flw', created_date),
      app_id: SHOP_ID,
      ...{ name, goal, steps: [...steps], role: null, allowed_hosts: [], on_publish: false },
      start_url: addresses.get(SHOP_ID) ?? null,
      timeout_seconds: 120,
      created_date,
      updated_date: created_date,
    }
  })
}

export type DemoFlow = ReturnType<typeof demoFlows>[number]

const words = (kind: FlowStep['kind'], id: string, instruction: string): FlowStep => ({
  ...{ id, kind, instruction, params: null, timeout_ms: 10_000 },
})
const exact = (
  kind: FlowStep['kind'],
  id: string,
  instruction: string,
  params: StepParams,
  timeout_ms = 10_000,
): FlowStep => ({ id, kind, instruction, params, timeout_ms })

const FLOWS: readonly { name: string; goal: string; steps: readonly FlowStep[] }[] = [
  {
    name: 'Buy a table',
    goal: 'A visitor looks for a table, puts it into the cart and sees what it costs with delivery to Germany.',
    steps: [
      words('act', 'search', 'Type “table” into the search field'),
      words('act', 'find', 'Click “Search”'),
      words('assert', 'found', 'See “Pine table”'),
      words('act', 'add', 'Click “Add Pine table to cart”'),
      words('assert', 'added', 'See “Pine table is in your cart”'),
      words('act', 'cart', 'Click “Cart (1)”'),
      words('act', 'country', 'Choose “Germany” in “Deliver to”'),
      words('act', 'update', 'Click “Update cart”'),
      words('assert', 'price', 'See “€ 680”'),
      words('assert', 'not_empty', 'Do not see “Your cart is empty”'),
    ],
  },
  {
    name: 'Sign in',
    goal: 'A customer with a short password is helped, and gets in with a good one.',
    steps: [
      exact('navigate', 'open', 'Open the page for signing in', { path: 'sign-in.html' }),
      exact('act', 'email', 'Type the email', {
        ...{ action: 'fill', target: { label: 'Email' }, value: 'ada@example.com' },
      }),
      exact('act', 'short', 'Type a password that is too short', {
        ...{ action: 'fill', target: { label: 'Password' }, value: 'short' },
      }),
      exact('act', 'try', 'Sign in', { action: 'click', target: { role: 'button', name: 'Sign in' } }),
      exact('assert', 'refused', 'The page says what is wrong', {
        ...{ expect: 'text', target: { role: 'alert' }, value: 'at least 8 characters' },
      }),
      exact('act', 'better', 'Type a longer password', {
        ...{ action: 'fill', target: { label: 'Password' }, value: 'a longer password' },
      }),
      exact('act', 'stay', 'Stay signed in', { action: 'check', target: { label: 'Keep me signed in' } }),
      exact('act', 'again', 'Sign in again', {
        action: 'click',
        target: { role: 'button', name: 'Sign in' },
      }),
      exact('extract', 'greeting', 'Remember the greeting', { target: { role: 'status' }, as: 'greeting' }),
      exact('assert', 'in', 'The page says who is signed in', {
        ...{ expect: 'text', target: { role: 'status' }, value: 'ada@example.com' },
      }),
    ],
  },
  {
    name: 'Two chairs cost twice as much (fails: the cart ignores the quantity)',
    goal: 'The total of the cart grows with the quantity. It has not done so since sofas came into the shop.',
    steps: [
      words('act', 'add', 'Click “Add Walnut chair to cart”'),
      words('act', 'cart', 'Click “Cart (1)”'),
      exact('act', 'quantity', 'Want two of them', {
        ...{ action: 'fill', target: { label: 'Quantity of Walnut chair' }, value: '2' },
      }),
      words('act', 'update', 'Click “Update cart”'),
      exact(
        'assert',
        'total',
        'The total is € 480',
        { expect: 'text', target: { test_id: 'total' }, value: '€ 480' },
        2_000,
      ),
    ],
  },
]
