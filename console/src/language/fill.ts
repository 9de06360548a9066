import { createElement, Fragment, type ReactNode } from 'react'

/** The names of the places in a text: `{email}` is one. */
export type PlacesOf<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlacesOf<Rest>
  : never

/** Puts texts into the places of another. */
export function fill<Text extends string>(
  text: Text,
  parts: Record<PlacesOf<Text>, string | number>,
): string {
  return pieces(text)
    .map((piece, at) => (at % 2 === 0 ? piece : String(parts[piece as PlacesOf<Text>])))
    .join('')
}

/** The same with elements, such as a name in bold. */
export function fillWith<Text extends string>(
  text: Text,
  parts: Record<PlacesOf<Text>, ReactNode>,
): ReactNode {
  const filled = pieces(text).map((piece, at) => (at % 2 === 0 ? piece : parts[piece as PlacesOf<Text>]))
  return createElement(Fragment, null, ...filled)
}

/** Texts and names of places in turns. */
const pieces = (text: string) => text.split(/\{(\w+)\}/)
