export const SORTED_BY = 200

/** The start of a stored text, by which it is sorted: the whole text might not fit into an index entry. */
export const sortKey = (stored: string): string =>
  stored.length <= SORTED_BY
    ? stored
    : [...stored.slice(0, 2 * SORTED_BY)].slice(0, SORTED_BY).join('')
