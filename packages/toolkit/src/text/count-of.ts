/** `1 topic`, `2 topics`. */
export const countOf = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`
