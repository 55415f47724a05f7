export {
  fromStorable as fromStored,
  isStorable,
  toStorable as toStored,
} from '@quartermaster/toolkit'

export const SORTED_BY = 200

/** The part of a stored text that puts it in order; the rest could be too long for an index. */
export const sortKey = (stored: string): string =>
  stored.length <= SORTED_BY
    ? stored
    : [...stored.slice(0, 2 * SORTED_BY)].slice(0, SORTED_BY).join('')
