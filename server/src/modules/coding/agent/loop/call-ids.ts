/** The same each time, and of a form that every server of a model takes. */
export function callId(turn: number, call: number): string {
  return `c${String(turn).padStart(5, '0')}${String(call).padStart(3, '0')}`
}
