/** How an outsider reaches this gateway: written into what it pastes. */
export type Connection = {
  readonly publicUrl: string
  readonly headers: Readonly<Record<string, string>>
}

/** The public URL may have a path of its own, as behind a tunnel or a proxy. */
export const absoluteUrl = ({ publicUrl }: Connection, path: string): string =>
  new URL(publicUrl.replace(/\/+$/, '') + path).href
