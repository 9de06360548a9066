/** What may be asked of an entity's records, typed by what its records look like. */
import type { AnswerOf, Operations } from '@atrium/contract'

/** An entity as types: its records as they are read, as they are created and as they are changed. */
export interface EntityType {
  record: { id: string }
  create: object
  update: object
}

/** The entities of an app by name; `atrium types` writes them from the schemas. */
export type EntityTypes = Record<string, EntityType>

/** Entities that nothing is known of. */
export type AnyEntities = Record<string, AnyEntity>

export interface AnyEntity {
  record: AnyRecord
  create: Record<string, unknown>
  update: Record<string, unknown>
}

/** What every record has, and any other field. */
export type AnyRecord = AnswerOf<Operations['records']['get']> & { [field: string]: unknown }

export type FieldOf<R> = keyof R & string

/** A field, or `-field` for the largest first; with dots for what is inside. */
export type Sort<R> = Path<R> | `-${Path<R>}`

type Path<R> = FieldOf<R> | `${FieldOf<R>}.${string}`

/** All entries must hold. A value means equal, `null` that there is none, a list one of them. */
export type Filter<R> = { [F in FieldOf<R>]?: Wanted<R[F]> | undefined } & {
  [path: `${string}.${string}`]: unknown
} & {
  $and?: readonly Filter<R>[]
  $or?: readonly Filter<R>[]
  $nor?: readonly Filter<R>[]
}

/** In a field that holds a list, one element that fits is enough. */
type Wanted<V> = Comparable<V> | readonly Comparable<V>[] | Comparison<Comparable<V>>

type Comparable<V> = NonNullable<V> extends readonly (infer Item)[] ? Item | NonNullable<V> | null : V | null

export interface Comparison<V = unknown> {
  $eq?: V
  $ne?: V
  $gt?: V
  $gte?: V
  $lt?: V
  $lte?: V
  $in?: readonly V[]
  $nin?: readonly V[]
  $exists?: boolean
  $regex?: string
  /** `i`: small and capital letters are the same to `$regex`. */
  $options?: string
  $all?: readonly V[]
  $size?: number
  $elemMatch?: object
  $not?: Comparison<V>
}

/** What `updateMany` does to each record that matches. */
export type Changes<Update> = { $set?: Update } & {
  [Operator in '$inc' | '$mul']?: { [F in FieldOf<Update>]?: number }
} & { [Operator in '$rename']?: { [F in FieldOf<Update>]?: FieldOf<Update> } } & {
  [Operator in '$unset' | '$min' | '$max' | '$currentDate' | '$addToSet' | '$push' | '$pull']?: {
    [F in FieldOf<Update>]?: unknown
  }
}
