interface Named {
  type: string
  name: string
}

/** What is meant when several are called alike. */
const KINDS = ['record', 'app', 'agent', 'entity', 'workflow', 'function', 'flow', 'campaign', 'member']

/** Whole names, then those that begin with the text, then those in which a word does; records are found by all of it. */
export function closestFirst<Thing extends Named>(things: readonly Thing[], text: string): Thing[] {
  const wanted = text.toLowerCase()
  const rank = ({ type, name }: Thing) => (type === 'record' ? 0 : distance(name.toLowerCase(), wanted))
  return things
    .map((thing) => ({ thing, rank: rank(thing), kind: KINDS.indexOf(thing.type) }))
    .toSorted((a, b) => a.rank - b.rank || a.kind - b.kind || a.thing.name.length - b.thing.name.length)
    .map(({ thing }) => thing)
}

function distance(name: string, wanted: string): number {
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  const place = name.indexOf(wanted)
  return place > 0 && !/[\p{L}\p{N}]/u.test(name[place - 1] ?? '') ? 2 : 3
}
