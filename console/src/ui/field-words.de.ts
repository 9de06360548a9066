export const words = {
  optional: 'freiwillig',
}
