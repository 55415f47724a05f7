/** Names that differ only in case or in the encoding of accents fold to the same text. */
export const foldName = (name: string): string => name.normalize('NFC').toLowerCase()
