import { OWNER_EMAIL } from './people.ts'
import { type Product, shopPages } from './shop-pages.ts'

const DAY_MS = 86_400_000
/** When the shop got sofas, and a fault that its tests have found since. */
export const SOFAS_DAYS_AGO = 3

/** The shop as visitors see it, and how it looked before. */
export function demoSites(now: Date) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const created_by = OWNER_EMAIL
  return [
    {
      app_id: 'app_demo_storefront',
      revisions: [
        {
          files: shopPages({
            sentence: 'Tables and beds, made in the harbour.',
            searchLabel: 'Find furniture',
            products: PRODUCTS.filter(({ id }) => id !== 'linen-sofa'),
            priceOfLine: 'price * quantity',
          }),
          message: 'First version',
          created_by,
          created_date: daysAgo(21),
        },
        {
          files: shopPages({
            sentence: 'Tables, beds and sofas, made in the harbour.',
            searchLabel: 'Search the shop',
            products: PRODUCTS,
            // On purpose: the fault that the test “Two chairs cost twice as much” finds.
            priceOfLine: 'price',
          }),
          message: 'Sofas are in',
          created_by,
          created_date: daysAgo(SOFAS_DAYS_AGO),
        },
      ],
    },
  ]
}

const PRODUCTS: readonly Product[] = [
  { id: 'pine-table', name: 'Pine table', detail: '180 cm, oiled', price: 640 },
  { id: 'oak-bed', name: 'Oak bed', detail: '160 × 200 cm', price: 890 },
  { id: 'walnut-chair', name: 'Walnut chair', detail: 'with armrests', price: 240 },
  { id: 'ash-shelf', name: 'Ash shelf', detail: '90 × 200 cm', price: 320 },
  { id: 'linen-sofa', name: 'Linen sofa', detail: 'three seats', price: 1450 },
]
