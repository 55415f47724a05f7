// Format characters are invisible (zero-width) or reorder the text around them (bidirectional).
const INVISIBLE = /[\p{Cf}\u115f\u1160\u3164\uffa0]/u
// Full-width and mathematical forms of Latin letters.
const STYLED_LATIN = /[\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}]/u
const LATIN = /\p{Script=Latin}/u
const LATIN_LOOK_ALIKES =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Cherokee}\p{Script=Armenian}]/u

/**
 * Why a name could be mistaken for another one, as the end of a sentence that begins with the name;
 * undefined for an acceptable name. Names entirely in one script are acceptable, whatever the script.
 */
export function whyDeceptive(name: string): string | undefined {
  if (INVISIBLE.test(name)) return 'contains invisible or text-reordering characters'
  if (STYLED_LATIN.test(name)) return 'contains styled forms of Latin letters'
  const words = name.split(/[^\p{L}\p{M}]+/u)
  const isMixed = words.some((word) => LATIN.test(word) && LATIN_LOOK_ALIKES.test(word))
  return isMixed ? 'mixes Latin letters with look-alikes of another script' : undefined
}
