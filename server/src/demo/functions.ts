/** A function of the shop: what an order costs to deliver. */
export function demoFunctions() {
  return [{ app_id: 'app_demo_storefront', name: 'delivery-quote', entry: 'index.ts', files: FILES }]
}

const FILES = [
  {
    path: 'index.ts',
    content: `import { priceOf } from './prices.ts'

Deno.serve(async (request) => {
  if (request.method !== 'POST') return new Response('Send the weight by POST.', { status: 405 })
  const { weight_kg, country } = await request.json()
  if (!(weight_kg > 0)) return Response.json({ error: 'Say how heavy it is.' }, { status: 422 })
  console.log('quote for', country, weight_kg)
  return Response.json({ price: priceOf(weight_kg, country), currency: 'EUR' })
})
`,
  },
  {
    path: 'prices.ts',
    content: `const HOME = 'NL'

export function priceOf(weight: number, country: string): number {
  const base = country === HOME ? 9 : 24
  return base + Math.ceil(weight / 10) * 4
}
`,
  },
]
