import { type Static, type TObject, type TSchema, Type } from 'typebox'

/** An id in a path or body. Unknown ones are refused by what they name, never by their form. */
export const Id = Type.String({ minLength: 1, maxLength: 128 })

export const Email = Type.String({ minLength: 3, maxLength: 254, pattern: '^[^\\s@]+@[^\\s@]+$' })

/** ISO 8601 UTC with a `Z`. */
export const Timestamp = Type.String({ format: 'date-time' })

/** The schema or null, as one JSON Schema type list so that a refusal names one reason. */
export function Nullable<S extends TSchema>(schema: S) {
  const { type, enum: values, ...rest } = schema as S & { type?: string; enum?: unknown[] }
  if (type === undefined) throw new Error('Nullable takes a schema with a single type')
  return Type.Unsafe<Static<S> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values ? { enum: [...values, null] } : {}),
  })
}

/** The schema with a description of its own. */
export function Described<S extends TSchema>(schema: S, description: string) {
  return Type.Unsafe<Static<S>>({ ...schema, description })
}

/** One of these words. */
export function OneOf<const W extends readonly [string, ...string[]]>(words: W, options: object = {}) {
  return Type.Unsafe<W[number]>({ type: 'string', enum: [...words], ...options })
}

/** A page of a list: newest first unless the operation says otherwise. */
export function Page<S extends TSchema>(item: S) {
  return Type.Object({
    items: Type.Array(item),
    next_cursor: Nullable(Type.String()),
    has_more: Type.Boolean(),
  })
}

export const PageQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
  cursor: Type.Optional(Type.String({ maxLength: 2048, description: 'next_cursor of the page before' })),
})

/** Narrows a list to what is called so; letters of either case count the same. */
export const NameQuery = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 200, description: 'A part of the name' })),
})

/** Workspace operations act on the token's workspace; a session or personal key names it here. */
export const WorkspaceQuery = Type.Object({
  workspaceId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'The workspace, for sessions and personal keys; by default the caller’s first',
    }),
  ),
})

/** Two objects' fields in one object. */
export function Both<A extends TObject, B extends TObject>(a: A, b: B) {
  return Type.Object({ ...a.properties, ...b.properties } as A['properties'] & B['properties'])
}

export const Role = OneOf(['owner', 'admin', 'editor', 'viewer', 'guest'])
export const AppRole = OneOf(['editor', 'viewer'])
export const Permission = OneOf(['read_only', 'full_access'])
export const AppKind = OneOf(['app', 'agent'])
export const Plan = OneOf(['free', 'starter', 'builder', 'pro', 'business', 'enterprise'])

/** The keys of an object that may have any. The usual pattern leaves out those with a line end, and answers would lack them. */
export const AnyKey = Type.String({ pattern: '^[\\s\\S]*$' })
