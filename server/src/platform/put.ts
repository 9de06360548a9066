/** Gives an object a value under any name: assigned as usual, the one name `__proto__` would set its prototype instead. */
export function put<Value>(target: { [name: string]: Value }, name: string, value: Value): void {
  if (name !== '__proto__') target[name] = value
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
}
