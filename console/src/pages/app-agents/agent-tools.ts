/** The tools of an agent inside an app: what the form shows of them, and what becomes of the rest. */

export const OPERATIONS = ['read', 'create', 'update', 'delete'] as const
export type Operation = (typeof OPERATIONS)[number]

type Config = Record<string, unknown>

export interface Tools {
  entities: readonly { entity_name: string; allowed_operations: readonly Operation[] }[]
  functions: readonly { function_name: string; description: string }[]
}

/** What stands twice is shown once, with all that is allowed. */
export function toolsOf(configs: readonly Config[]): Tools {
  const entities = new Map<string, Set<Operation>>()
  const functions = new Map<string, string>()
  for (const config of configs) {
    const { entity_name, allowed_operations, function_name, description } = config
    if (isEntityTool(config)) {
      const known = entities.get(String(entity_name)) ?? new Set()
      for (const one of OPERATIONS) if ((allowed_operations as unknown[]).includes(one)) known.add(one)
      entities.set(String(entity_name), known)
    } else if (typeof function_name === 'string') {
      functions.set(function_name, typeof description === 'string' ? description : '')
    }
  }
  return {
    entities: [...entities].map(([entity_name, allowed]) => ({
      entity_name,
      allowed_operations: OPERATIONS.filter((one) => allowed.has(one)),
    })),
    functions: [...functions].map(([function_name, description]) => ({ function_name, description })),
  }
}

/** What the form does not know stays as it was, be it a field of a tool or a tool of another kind. */
export function configsOf({ entities, functions }: Tools, before: readonly Config[]): Config[] {
  const former = (isSame: (config: Config) => boolean) => before.find(isSame) ?? {}
  return [
    ...entities.map((tool) => ({
      ...former((config) => isEntityTool(config) && config.entity_name === tool.entity_name),
      ...tool,
      allowed_operations: [...tool.allowed_operations],
    })),
    ...functions.map((tool) => ({
      ...former((config) => !isEntityTool(config) && config.function_name === tool.function_name),
      ...tool,
    })),
    ...before.filter((config) => !isEntityTool(config) && typeof config.function_name !== 'string'),
  ]
}

function isEntityTool({ entity_name, allowed_operations }: Config): boolean {
  return typeof entity_name === 'string' && Array.isArray(allowed_operations)
}
