import type { DemoMember } from './people.ts'
import { type Random, seededRandom } from './random.ts'

/** The customers and orders of the app Orders; editors of the company take the orders. */
export function demoRecords(members: readonly DemoMember[]) {
  const random = seededRandom(20_261_115)
  const staff = members.filter(
    ({ role, status, access_state }) => role === 'editor' && status === 'joined' && !access_state,
  )
  const colleague = () => staff[random.whole(0, Math.min(staff.length, 6) - 1)] ?? staff[0]
  const manager = () => colleague()?.email ?? ''
  return [
    ...CUSTOMERS.map((row, place) => ({
      ...made('Customer', place + 1, random.whole(30, 380) * 24, colleague()),
      data: customer(row, random, manager()),
    })),
    ...Array.from({ length: ORDER_COUNT }, (_, place) => {
      // The newest comes last, so that numbers and times rise together.
      const age = (ORDER_COUNT - place) * 7 + random.whole(0, 6)
      const name = random.pick(CUSTOMERS)[0]
      return {
        ...made('Order', place + 1, age, colleague()),
        data: order(place, age, name, random, manager()),
      }
    }),
  ]
}

const ORDER_COUNT = 30

function made(entity_name: string, place: number, hours: number, by: DemoMember | undefined) {
  return {
    app_id: 'app_demo_orders',
    entity_name,
    id: `rec_demo_${entity_name.toLowerCase()}_${String(place).padStart(3, '0')}`,
    ...(by?.user_id && { created_by: by.email, created_by_id: by.user_id }),
    created_date: `now-${hours}h`,
  }
}

type CustomerRow = readonly [name: string, kind: string, mail: string, city: string, country: string]

const CUSTOMERS: readonly [CustomerRow, ...CustomerRow[]] = [
  ['Café De Ruyter', 'trade', 'inkoop@deruyter.example.org', 'Rotterdam', 'NL'],
  ['Hôtel du Parc', 'trade', 'achats@duparc.example.org', 'Liège', 'BE'],
  ['Gemeente Breda', 'public', 'facilitair@breda.example.org', 'Breda', 'NL'],
  ['Sofie Vermeulen', 'private', 'sofie.vermeulen@example.org', 'Gent', 'BE'],
  ['Jan Kowalczyk', 'private', 'jan.kowalczyk@example.org', 'Gdańsk', 'PL'],
  ['Kanzlei Brandt & Söhne', 'trade', 'buero@brandt.example.org', 'Hamburg', 'DE'],
  ['Ayşe Yılmaz', 'private', 'ayse.yilmaz@example.org', 'Köln', 'DE'],
  ['Basisschool De Linde', 'public', 'directie@delinde.example.org', 'Utrecht', 'NL'],
  ['Restauracja Pod Lipą', 'trade', 'biuro@podlipa.example.org', 'Poznań', 'PL'],
  ['Malin Lindqvist', 'private', 'malin.lindqvist@example.org', 'Malmö', 'SE'],
  ['Studio Oost', 'trade', 'hallo@studio-oost.example.org', 'Amsterdam', 'NL'],
  ['Université de Namur', 'public', 'mobilier@unamur.example.org', 'Namur', 'BE'],
]

function customer([name, kind, email, city, country]: CustomerRow, random: Random, manager: string) {
  const two = (low: number, high: number) => String(random.whole(low, high)).padStart(2, '0')
  return {
    name,
    kind,
    email,
    city,
    since: `20${two(14, 24)}-${two(1, 12)}-${two(1, 28)}`,
    newsletter: random.chance(0.5),
    account_manager: manager,
    ...(kind !== 'private' && { credit_limit: random.whole(2, 30) * 500 }),
    address: {
      street: `${random.pick(STREETS)} ${random.whole(1, 180)}`,
      postcode: String(random.whole(10_000, 99_999)),
      country,
    },
  }
}

const STREETS = ['Havenstraat', 'Rue des Tilleuls', 'Lindenallee', 'Kerkplein', 'ulica Długa'] as const

function order(place: number, ageHours: number, name: string, random: Random, handler: string) {
  const lines = random
    .shuffled(ARTICLES)
    .slice(0, random.whole(1, 3))
    .map(([article, price]) => ({ article, price, pieces: random.whole(1, 6) }))
  const status = statusOf(ageHours, random)
  const isPaid = status === 'delivered' || (status !== 'cancelled' && random.chance(0.6))
  const note = random.chance(0.3) ? random.pick(NOTES) : null
  return {
    number: `HP-${String(20_418 + place * 3)}`,
    customer: name,
    status,
    total: lines.reduce((sum, { price, pieces }) => sum + price * pieces, 0),
    pieces: lines.reduce((sum, { pieces }) => sum + pieces, 0),
    paid: isPaid,
    slot: random.chance(0.75) ? random.pick(['morning', 'afternoon', 'evening']) : null,
    tags: random.shuffled(TAGS).slice(0, random.whole(0, 2)),
    lines: lines.map(({ article, pieces }) => ({ article, pieces })),
    handled_by: handler,
    ...(note && { note }),
    margin: random.whole(12, 46) / 100,
  }
}

/** The older, the further. */
function statusOf(ageHours: number, random: Random) {
  if (random.chance(0.08)) return 'cancelled'
  if (ageHours > 110) return 'delivered'
  if (ageHours > 70) return random.pick(['shipped', 'delivered'])
  if (ageHours > 35) return random.pick(['picking', 'shipped'])
  return random.pick(['new', 'new', 'confirmed'])
}

const ARTICLES = [
  ['Oak table Veer 180', 1_290],
  ['Walnut table Kade 220', 1_840],
  ['Chair Reling', 245],
  ['Bench Steiger', 480],
  ['Shelf Mast', 365],
  ['Linen sofa Golf', 2_150],
  ['Bed Haven 160', 1_420],
  ['Side table Boei', 189],
] as const

const TAGS = ['gift', 'custom size', 'two carriers', 'fragile', 'showroom piece'] as const
const NOTES = [
  'Call a day ahead; the lift is narrow.',
  'Old table goes back with the crew.',
  'Deliver to the side entrance, weekdays before noon.',
  'Invoice to the head office, not to the site.',
] as const
