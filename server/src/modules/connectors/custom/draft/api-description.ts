/** What a connector needs of an API, whatever form it was described in. */
export interface ApiDescription {
  title: string
  about: string
  documentation: string
  servers: readonly Server[]
  schemes: ReadonlyMap<string, SignIn>
  /** Any of these lets in; each names schemes that are needed together, with their scopes. */
  requirements: readonly ReadonlyMap<string, readonly string[]>[]
  /** In their order. */
  reads: readonly Read[]
}

export interface Server {
  /** With places for variables. */
  url: string
  variables: ReadonlyMap<string, Variable>
}

export interface Variable {
  fallback: string
  values: readonly string[]
  about: string
}

export type SignIn =
  | { kind: 'consent'; flow: Flow }
  | { kind: 'client'; flow: Flow }
  | { kind: 'key'; place: 'header' | 'query'; name: string; about: string }
  | { kind: 'bearer' }
  | { kind: 'basic' }
  | { kind: 'other'; words: string }

export interface Flow {
  authorization_url: string
  token_url: string
  refresh_url: string
  /** Name and explanation. */
  scopes: readonly (readonly [string, string])[]
}

/** A GET that can be sent as it is. */
export interface Read {
  path: string
  /** It needs no credential, so it cannot show that one works. */
  isOpen: boolean
}
