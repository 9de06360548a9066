/** Steps of the tests of records: the orders of the demo company, in their grid. */
import type { Client } from '@atrium/sdk'
import type { Page } from 'playwright-core'

export const APP = 'app_demo_orders'
export const ORDERS = { app_id: APP, entity_name: 'Order' }

export const rows = (page: Page) => page.getByRole('grid').locator('tbody tr')

/** A cell by the name of its record and its field. */
export async function cell(page: Page, record: string, field: string) {
  await rows(page).first().waitFor()
  const headers = await page.getByRole('columnheader').allInnerTexts()
  const place = headers.findIndex((text) => text.trim() === field)
  const names = await rows(page).allInnerTexts()
  const row = names.findIndex((text) => text.includes(record))
  return rows(page).nth(row).locator('td').nth(place)
}

export const listOrders = (api: Client, q: object) => api.records.list(ORDERS, { q: JSON.stringify(q) })

export async function newestOrder(api: Client, q: object) {
  const [order] = await listOrders(api, q)
  if (!order) throw new Error(`the demo has no order with ${JSON.stringify(q)}`)
  return order as typeof order & { number: string; customer: string; total: number }
}
