export const KEY_BYTES = 32

/** A key in hexadecimal or base64; undefined if it does not have 32 bytes. */
export function parseKey(text: string): Buffer | undefined {
  const encoding = /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64'
  const isReadable = encoding === 'hex' || /^[\w+/-]{43}=?$/.test(text)
  const bytes = isReadable ? Buffer.from(text, encoding) : undefined
  return bytes?.length === KEY_BYTES ? bytes : undefined
}
