import { styleText } from 'node:util'

type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red'

/** Styled text for a terminal; plain text for a pipe, and if NO_COLOR is set. */
export const style = (name: Style, text: string): string =>
  styleText(name, text, { stream: process.stdout })
