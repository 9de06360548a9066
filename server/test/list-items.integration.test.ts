/** An item of a list that does not fit its schema is refused by its place, wherever it stands among others that fit. */
import { expect, test } from 'vitest'
import {
  type ContractList,
  contractLists,
  fittingValue,
  type Schema,
  typesOf,
} from './mixed-lists/contract-lists.ts'
import { useSharedApp } from './use-shared-app.ts'
import { useTeam } from './use-team.ts'

const app = useSharedApp()
const { owner } = useTeam(app)

/** The body of the operation's example with this list in it. */
function bodyWith({ operation, place, others }: ContractList, list: unknown[]): unknown {
  const example = operation.example as { body?: object } | undefined
  return placed({ ...structuredClone(example?.body), ...others }, place, list)
}

function placed(value: unknown, [step, ...deeper]: ContractList['place'], list: unknown[]): unknown {
  if (step === undefined) return list
  const around = typeof value === 'object' ? (value as Record<string | number, unknown>) : {}
  const inside = placed(around[step], deeper, list)
  return typeof step === 'number' ? [inside] : { ...around, [step]: inside }
}

async function send({ operation }: ContractList, body: unknown) {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, 'unknown')
  const answer = await fetch(`${app.baseUrl}${path}`, {
    method: operation.method,
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { detail } = (await answer.json()) as { detail: { loc: (string | number)[] }[] }
  return { status: answer.status, detail }
}

/** What is no item at all, and an item with a property of a wrong type; each with the place inside of it. */
function wrongItems(item: Schema, fitting: unknown): [wrong: unknown, inside: string[]][] {
  const wrongFor = (schema: Schema) =>
    ['string', 'array', 'object', 'boolean'].some((type) => typesOf(schema).includes(type)) ? 7 : 'wrong'
  const [name, property] =
    Object.entries(item.properties ?? {}).find(([, schema]) => typesOf(schema).length > 0) ?? []
  const isObject = typeof fitting === 'object' && !Array.isArray(fitting)
  const deeper: [unknown, string[]][] =
    isObject && name && property ? [[{ ...fitting, [name]: wrongFor(property) }, [name]]] : []
  return [[wrongFor(item), []], ...deeper]
}

test.each(contractLists.map((list) => [list.name, list] as const))('%s', async (_, list) => {
  const { item, place, maxItems } = list
  const fitting = Array.from({ length: Math.min(5, maxItems) }, (_, n) => fittingValue(item, n))
  expect(typesOf(item), 'an item of any type needs a case of its own').not.toEqual([])

  for (const at of [0, Math.floor(fitting.length / 2), fitting.length - 1]) {
    for (const [wrong, inside] of wrongItems(item, fitting[at])) {
      const { status, detail } = await send(list, bodyWith(list, fitting.with(at, wrong)))
      expect(status).toBe(422)
      const inList = detail.map(({ loc }) => loc).filter(({ length }) => length > place.length + 1)
      expect(inList).toEqual([['body', ...place, at, ...inside]])
    }
  }
})
