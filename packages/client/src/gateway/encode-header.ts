/** HTTP headers are bytes; the gateway decodes names in them as UTF-8. */
export const encodeHeader = (name: string): string =>
  Array.from(new TextEncoder().encode(name), (byte) => String.fromCharCode(byte)).join('')
