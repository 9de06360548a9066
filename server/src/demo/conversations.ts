import type { DemoMember } from './people.ts'

/** What people asked the agents; the owner and those who made the apps are asked for by number. */
export function demoConversations(ownerOf: (place: number) => string, members: readonly DemoMember[]) {
  const colleagues = members.filter(
    ({ role, status, access_state, last_active }) =>
      (role === 'editor' || role === 'viewer') && status === 'joined' && !access_state && last_active,
  )
  return TALKS.map(({ agent, maker, colleague = 0, hours_ago, page, lines }, place) => {
    const id = `${agent}_${place + 1}`
    const begun = hours_ago * 3600
    return {
      id: `cnv_demo_${id}`,
      agent_id: `app_demo_${agent}`,
      user_id: maker === undefined ? (colleagues[colleague]?.user_id ?? ownerOf(1)) : ownerOf(maker),
      metadata: page === undefined ? {} : { page },
      created_date: `now-${begun}s`,
      messages: lines.map((line, n) => ({
        id: `msg_demo_${id}_${n + 1}`,
        role: n % 2 === 0 ? 'user' : 'assistant',
        content: line.replace(BROKEN, ''),
        ...(line.endsWith(BROKEN) && { status: 'failed' }),
        created_date: `now-${begun - secondsUntil(n)}s`,
      })),
    }
  })
}

interface DemoTalk {
  agent: 'helpdesk' | 'stock_watch' | 'onboarding'
  maker?: number
  colleague?: number
  hours_ago: number
  page?: string
  /** Question and reply in turn. */
  lines: readonly string[]
}

/** Ends a reply that broke off. */
const BROKEN = ' [broken]'

/** A reply takes some seconds, the next question a minute or two. */
function secondsUntil(n: number): number {
  return Math.floor(n / 2) * 95 + (n % 2) * 4 + 2
}

const TALKS: readonly DemoTalk[] = [
  {
    agent: 'helpdesk',
    maker: 0,
    hours_ago: 3,
    page: 'orders',
    lines: [
      'A customer in Antwerp asks when her oak table comes. She ordered yesterday at 15:30.',
      'Orders placed after 14:00 leave the next working day, so hers goes out today. Delivery to Belgium takes 2 to 4 working days; our crew calls her a day ahead with a window of two hours.',
      'Can she still change the size?',
      'Not by herself once it is packed. If she asks before noon, the warehouse can hold it back. Shall I hand this over to the returns desk?',
      'Yes please, and tell them it is urgent.',
      'Done. I noted: oak table, Antwerp, change of size wanted before noon, urgent.',
    ],
  },
  {
    agent: 'stock_watch',
    maker: 0,
    hours_ago: 27,
    lines: [
      'What should we reorder this week?',
      'Two things. Oak boards are at 362 in Gdańsk, below the mark of 400: I propose 600, which arrive in 12 working days. Drawer runners are at 1,480 pairs, just below 1,500: I propose four boxes of 250.',
      'Is there enough linen for the summer?',
      'There are 840 metres, about seven weeks at the pace of last month. The supplier is closed in August, so an order by mid July would be safe.',
    ],
  },
  {
    agent: 'onboarding',
    maker: 0,
    hours_ago: 200,
    lines: [
      'What do new colleagues ask you most?',
      'Where to park, how to request holidays, and when they get their laptop, in this order. Eleven people talked with me in the last month.',
    ],
  },
  {
    agent: 'stock_watch',
    maker: 1,
    hours_ago: 6,
    page: 'warehouse',
    lines: [
      'The count of shelf C4 differs by 5 %. Is that a mistake?',
      'Above 3 % it is counted again by hand before anything is booked. Shelf C4 was last off by 4 % in March; then two boxes stood on C5.',
      'Found them. Same thing again.',
      'Good. I will keep the earlier count and leave C4 out of tomorrow’s proposal.',
    ],
  },
  {
    agent: 'onboarding',
    maker: 2,
    hours_ago: 190,
    lines: [
      'Please greet Monday’s group in Polish, too.',
      'With pleasure: „Dzień dobry i witamy w Harbour & Pine!” Breakfast is at 9:00 in the Rotterdam canteen, as for everyone.',
    ],
  },
  {
    agent: 'helpdesk',
    colleague: 0,
    hours_ago: 1,
    page: 'returns',
    lines: [
      'Can a custom bookcase be returned?',
      'No, custom sizes cannot be returned. If it was damaged in transit, we need photos within 7 days; then we send a new part or collect the piece.',
      'It has a dent on the left side. He sent photos on Tuesday.',
      'Tuesday is within the 7 days. I would offer a new side panel first. The returns desk [broken]',
    ],
  },
  {
    agent: 'helpdesk',
    colleague: 1,
    hours_ago: 52,
    lines: [
      'How often should a walnut table be oiled?',
      'Once a year. Our oak and walnut tables are oiled, not lacquered; a thin coat with a cloth, and a night to dry.',
    ],
  },
  {
    agent: 'helpdesk',
    colleague: 2,
    hours_ago: 75,
    page: 'orders',
    lines: [
      'Livrons-nous en Corse ?',
      'Oui, comptez jusqu’à 8 jours ouvrables. Les grands meubles arrivent avec un transporteur, pas avec nos équipes.',
      'Et le montage ?',
      'Le montage n’est pas compris hors des Pays-Bas, de la Belgique et de l’Allemagne. Je peux transmettre la demande à une personne du service.',
    ],
  },
  {
    agent: 'onboarding',
    colleague: 3,
    hours_ago: 96,
    lines: [
      'Where do I get my laptop?',
      'At the service desk on the second floor; bring your identity card. How was your first morning?',
      'Great, thanks! Do I need safety shoes in the office?',
      'No, only in the warehouses. You will want a pair for your day with an installation crew, though.',
    ],
  },
  {
    agent: 'onboarding',
    colleague: 4,
    hours_ago: 30,
    lines: [
      'How do I ask for a day off next month?',
      'In the app Time off, at least two weeks ahead. Your team lead gets a message and approves it there.',
      'And is a train ticket of 64 euros fine?',
      'Above 50 euros the approval comes first: ask your team lead before you buy it, and keep the receipt.',
    ],
  },
]
