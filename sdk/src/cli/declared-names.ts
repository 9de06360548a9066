/** Names of types for entities, whatever the entities are called. */

export interface DeclaredNames {
  record: string
  create: string
  update: string
}

const OURS = ['AutomaticFields', 'Entities']

/** What cannot be the name of an interface: the language's own types, and words it keeps for itself. */
const RESERVED = `any bigint boolean never null number object string symbol undefined unknown void
  break case catch class const continue debugger default delete do else enum export extends false finally for
  function if implements import in instanceof interface let new package private protected public return static
  super switch this throw true try typeof var while with yield await intrinsic`.split(/\s+/)

/** `Task`, `TaskCreate`, `TaskUpdate`; with a number behind where that name is taken. */
export function namesFor(entities: readonly string[]): (entity: string) => DeclaredNames {
  const taken = new Set([...OURS, ...RESERVED])
  const free = (wanted: string): string => {
    const candidates = [wanted, ...Array.from({ length: taken.size }, (_, i) => `${wanted}_${i + 2}`)]
    const name = candidates.find((candidate) => !taken.has(candidate)) ?? wanted
    taken.add(name)
    return name
  }
  // The entities' own names come first: nobody should lose theirs to a form of another.
  const records = entities.map((entity) => [entity, free(identifier(entity))] as const)
  const names = new Map(
    records.map(([entity, record]) => [
      entity,
      { record, create: free(`${record}Create`), update: free(`${record}Update`) },
    ]),
  )
  return (entity) => {
    const found = names.get(entity)
    if (!found) throw new Error(`${entity} was not named`)
    return found
  }
}

function identifier(name: string): string {
  const word = name.replaceAll(/[^\w$]/g, '_')
  return /^\d/.test(word) || word === '' ? `_${word}` : word
}
