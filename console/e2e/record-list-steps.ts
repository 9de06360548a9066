/** As list-steps.ts, for the records of an entity. */
import type { Page } from 'playwright-core'
import { click } from './act.ts'
import type { Step } from './list-steps.ts'

export function recordSteps(): Step[] {
  const q = JSON.stringify({ customer: { $regex: 'a' } })
  const shown = { limit: '100', sort: 'total' }
  const past = { 'x-bypass-rls': 'true' }
  const exportAs = (label: RegExp) => async (at: Page) => {
    await click('button', 'Export')(at)
    await click('menuitem', label)(at)
  }
  const exports = (asks: object, headers?: Record<string, string>) =>
    (
      [
        ['csv', /^Export as CSV/],
        ['json', /^Export as JSON(?! lines)/],
        ['jsonl', /^Export as JSON lines/],
      ] as const
    ).map(([format, label]) => ({
      does: `exports ${format}`,
      operation: 'records.export',
      act: exportAs(label),
      asks: { format, ...asks },
      ...(headers && { headers }),
    }))
  return [
    {
      does: 'sorts',
      act: (at) => at.getByRole('button', { name: 'total', exact: true }).click(),
      asks: shown,
    },
    ...exports({ sort: 'total' }),
    {
      does: 'filters',
      act: async (at) => {
        await click('button', 'Filter')(at)
        await at.getByRole('switch', { name: 'As JSON' }).click({ force: true })
        await at.getByLabel('Filter as JSON').fill(q)
        await click('button', 'Apply filter')(at)
      },
      asks: { ...shown, q },
    },
    ...exports({ sort: 'total', q }),
    {
      does: 'acts past the rules',
      act: (at) => at.getByRole('switch', { name: 'Act past the rules' }).click({ force: true }),
      asks: { ...shown, q },
      headers: past,
    },
    ...exports({ sort: 'total', q }, past),
    {
      does: 'saves a view',
      operation: 'record_views.create',
      act: async (at) => {
        await click('button', 'Save as a view')(at)
        await at.getByRole('dialog').getByLabel('Name').fill('Mine')
        await click('button', 'Save view')(at)
      },
      asks: { entity_name: 'Order', name: 'Mine', is_shared: false, q, sort: 'total', columns: [] },
    },
  ]
}
