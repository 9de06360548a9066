/** Operations of one app as methods that need not be given its id: derived from the operations like all others. */
import type { Operation } from '@atrium/contract'
import type { Answer, Call, CallArguments } from './call.ts'
import { type ClientOperation, paramsOf } from './client-operation.ts'

/** `verify_otp` is `verifyOtp` here, as in other libraries for an app's front end. */
export type Bound<Area> = {
  readonly [Verb in keyof Area & string as CamelCase<Verb>]: Area[Verb] extends Call<infer O>
    ? BoundCall<O>
    : never
}

/** The arguments of the operation without `app_id`; without params when that was the only one. */
export type BoundCall<O extends Operation> = (...args: BoundArguments<CallArguments<O>>) => Promise<Answer<O>>

type BoundArguments<Args> = Args extends [params: infer Params extends object, ...rest: infer Rest]
  ? [keyof Params] extends ['app_id']
    ? Rest
    : [params: Omit<Params, 'app_id'>, ...rest: Rest]
  : never

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

/** The method of any operation. */
export interface AnyCall {
  (...args: never[]): Promise<unknown>
  readonly operation: ClientOperation
}

/** The methods of an area, for this app. */
export function boundTo<Area extends object>(app_id: string, area: Area): Bound<Area> {
  const methods = Object.entries(area as Record<string, AnyCall>).map(([verb, call]) => [
    camelCase(verb),
    bindCall(app_id, call),
  ])
  // The loop gives every operation its method; only the mapped type can say which arguments each takes.
  return Object.fromEntries(methods) as Bound<Area>
}

export function bindCall(app_id: string, call: AnyCall): (...args: unknown[]) => Promise<unknown> {
  const takesMore = paramsOf(call.operation).some((name) => name !== 'app_id')
  return (...args) => {
    const params = { ...(takesMore ? (args.shift() as object) : {}), app_id }
    return call(...([params, ...args] as never[]))
  }
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
