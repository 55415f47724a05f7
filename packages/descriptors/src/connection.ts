/** The gateway's public address and the headers that a descriptor contains. */
export type Connection = {
  readonly publicUrl: string
  readonly headers: Readonly<Record<string, string>>
}

/** The public URL may have a path, as behind a proxy. */
export const absoluteUrl = ({ publicUrl }: Connection, path: string): string =>
  new URL(publicUrl.replace(/\/+$/, '') + path).href
