/** What a script returned, as text: judged before it becomes an object. */

export const MOST_DEPTH = 64

/** How deep lists and objects stand in each other. */
export function depthOf(json: string): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (character === QUOTE) at = endOfString(json, at)
    else if (character === OPEN_LIST || character === OPEN_OBJECT) deepest = Math.max(deepest, ++depth)
    else if (character === CLOSE_LIST || character === CLOSE_OBJECT) depth--
  }
  return deepest
}

/** Without members called `__proto__`: some ways to copy an object would make them its prototype. */
export function parseJson(json: string): unknown {
  return MAY_NAME_PROTO.test(json) ? JSON.parse(json, withoutProto) : JSON.parse(json)
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let backslashes = 0
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return end
  }
  return json.length
}

const MAY_NAME_PROTO = /__proto__|\\u005f/i

function withoutProto(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value
}
