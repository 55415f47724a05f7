/** Two names that differ only in case or in how an accent is written are the same. */
export const foldName = (name: string): string => name.normalize('NFC').toLowerCase()
